"""Finds the search in a student's file, and what its parameters mean."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kibitz.core.errors import LimitError, UnknownGameError

# What a parameter is for, and its usual names without underscores.
WORDS: Mapping[str, tuple[str, ...]] = {
    "position": ("board", "state", "position", "game", "node", "grid", "pos", "currentstate"),
    "depth": ("depth", "d", "maxdepth", "remaining", "plies", "level", "depthleft", "limit"),
    "ply": ("ply", "currentdepth"),
    "alpha": ("alpha", "low", "lower", "a"),
    "beta": ("beta", "high", "upper", "b"),
    "maximizing": (
        "maximizing",
        "maximising",
        "ismax",
        "ismaximizing",
        "ismaximising",
        "max",
        "maximizingplayer",
        "maximisingplayer",
        "maxturn",
        "maxplayer",
        "ismaximizingplayer",
        "ismaxturn",
        "isai",
        "aiturn",
        "isaiturn",
    ),
    "sign": ("sign", "color", "colour"),
    "player": (
        "player",
        "mark",
        "symbol",
        "turn",
        "side",
        "piece",
        "currentplayer",
        "tomove",
        "mover",
        "letter",
        "token",
    ),
    "me": ("me", "ai", "aiplayer", "maximizer", "maximiser", "aimark", "rootplayer"),
    "opponent": ("opponent", "human", "humanplayer", "minimizer", "minimiser", "enemy", "other"),
}
RETURNS = ("value", "move", "value,move", "move,value")

_VALUES: tuple[str, ...] = (
    "alphabeta",
    "minimax",
    "negamax",
    "minmax",
    "search",
    "absearch",
    "maxvalue",
)
_MOVES: tuple[str, ...] = (
    "bestmove",
    "getbestmove",
    "findbestmove",
    "aimove",
    "getaimove",
    "choosemove",
    "choosebestmove",
    "computermove",
    "nextmove",
    "minimaxmove",
    "minimaxroot",
    "rootsearch",
    "optimalmove",
    "minimaxdecision",
    "alphabetasearch",
    "getmove",
    "selectmove",
)


@dataclass(frozen=True)
class Function:
    """A function or method of the file."""

    name: str
    owner: str | None  # the class, if it is a method
    line: int
    parameters: tuple[str, ...]  # without `self`
    required: frozenset[str]
    is_nested: bool
    calls: frozenset[str]
    has_depth_test: bool  # whether it compares its depth with 0, so that depth counts down
    returns: str | None  # what its return statements suggest

    @property
    def title(self) -> str:
        """Its name as in the file."""
        return self.name if self.owner is None else f"{self.owner}.{self.name}"


@dataclass(frozen=True)
class Shape:
    """How a search is called, and what it returns."""

    values: tuple[Function, ...]  # the recursive function, or one for max and one for min
    chooser: Function | None  # a function that returns the move
    roles: Mapping[str, Mapping[str, str]]  # function -> parameter -> what it is for
    view: str  # "maximizer", or "mover" as in negamax: values are for the side to move
    counts: str  # "down" if depth is what is left, "up" if it is the ply, "none"
    has_window: bool
    names: frozenset[str]  # the recursive functions, whose calls are nodes

    def as_dict(self) -> dict[str, object]:
        """For reports."""
        return {
            "values": [one.title for one in self.values],
            "moves": None if self.chooser is None else self.chooser.title,
            "view": self.view,
            "depth": self.counts,
            "alpha_beta": self.has_window,
        }


def find_shape(
    source: str,
    path: str,
    rules_classes: Sequence[str],
    *,
    function: str | None = None,
    parameters: Sequence[str] | None = None,
    view: str | None = None,
) -> Shape:
    """The search in a file. Raises UnknownGameError if there is none."""
    functions = _functions(ast.parse(source))
    known = ", ".join(sorted({one.title for one in functions})) or "none"
    named = [one for one in functions if function in (one.name, one.title)]
    if function is not None and not named:
        raise UnknownGameError("no_such_function", path=path, name=function, known=known)
    recursive = _recursive(functions)
    values = _values(named or functions, recursive)
    chooser = _chooser(named or functions, values)
    if named and not values and chooser is None:
        chooser = named[0]
    if not values and chooser is None:
        raise UnknownGameError("no_search_found", path=path, known=known)
    roles = {
        one.title: _roles(one, parameters, rules_classes)
        for one in (*values, *([chooser] if chooser else ()))
    }
    if values and all("position" not in roles[one.title].values() for one in values):
        values = ()
    given = {role for one in values for role in roles[one.title].values()}
    names = frozenset(one.name for one in (values or recursive))
    if view not in (None, "mover", "maximizer"):
        raise LimitError("bad_setting", name="view", value=view, expected="mover or maximizer")
    is_negamax = any("nega" in one.name.casefold() for one in values) or "sign" in given
    return Shape(
        values,
        chooser,
        roles,
        view or ("mover" if is_negamax else "maximizer"),
        _counts(values, given),
        {"alpha", "beta"} <= given,
        names,
    )


def _counts(values: Sequence[Function], given: set[str]) -> str:
    if "ply" in given:
        return "up"
    if "depth" not in given:
        return "none"
    return "down" if any(one.has_depth_test for one in values) else "up"


def plain(name: str) -> str:
    """A name without underscores and capitals."""
    return name.casefold().replace("_", "")


def _values(functions: Sequence[Function], recursive: Sequence[Function]) -> tuple[Function, ...]:
    """The recursive functions that return values, the more usual names first."""
    wanted = [one for one in recursive if one in functions and not one.is_nested]
    for name in _VALUES:
        for one in wanted:
            if name not in plain(one.name):
                continue
            partner = _partner(one, recursive)
            return (one,) if partner is None else (one, partner)
    for one in wanted:
        partner = _partner(one, recursive)
        if partner is not None:
            return one, partner
        if {"depth", "alpha", "maximizing"} & set(_roles(one, None, ()).values()):
            return (one,)
    return ()


def _partner(one: Function, recursive: Sequence[Function]) -> Function | None:
    """For the function of the maximizing side, that of the minimizing one."""
    twin = plain(one.name).replace("max", "min", 1)
    if "minimax" in plain(one.name) or twin == plain(one.name):
        return None
    return next(
        (other for other in recursive if plain(other.name) == twin and other.name in one.calls),
        None,
    )


def _chooser(functions: Sequence[Function], values: Sequence[Function]) -> Function | None:
    outer = [one for one in functions if not one.is_nested and one not in values]
    for name in _MOVES:
        for one in outer:
            if plain(one.name) == name:
                return one
    for one in outer:
        is_search = plain(one.name) in _VALUES and one.name not in one.calls
        if is_search and (not values or any(value.name in one.calls for value in values)):
            return one
    return None


def _recursive(functions: Sequence[Function]) -> list[Function]:
    """The functions that call themselves, directly or through one another."""
    by_name = {one.name: one for one in functions}
    found = []
    for one in functions:
        seen: set[str] = set()
        pending = [name for name in one.calls if name in by_name]
        while pending:
            name = pending.pop()
            if name not in seen:
                seen.add(name)
                pending += [other for other in by_name[name].calls if other in by_name]
        if one.name in seen:
            found.append(one)
    return found


def _roles(
    function: Function, given: Sequence[str] | None, rules_classes: Sequence[str]
) -> dict[str, str]:
    """What each parameter of a function is for. Those without a role have a default."""
    names = function.parameters
    if given is not None:
        unknown = [word for word in given if word not in WORDS]
        if unknown or len(given) > len(names):
            expected = f"{', '.join(names)} in words of {', '.join(WORDS)}"
            raise LimitError("bad_setting", name="parameters", value=",".join(given),
                             expected=expected)  # fmt: skip
        return dict(zip(names, given, strict=False))
    roles: dict[str, str] = {}
    is_pair = {"a", "b"} <= {plain(name) for name in names}
    for name in names:
        for role, words in WORDS.items():
            word = plain(name)
            if word in words and (word not in ("a", "b") or is_pair):
                roles[name] = role
                break
    is_rules = function.owner in rules_classes
    if names and not is_rules and "position" not in roles.values():
        first = names[0]
        if first not in roles:
            roles[first] = "position"
    if is_rules:
        roles = {"self": "position"} | roles
    for name in names:
        if name not in roles and name in function.required:
            raise UnknownGameError(
                "unknown_parameter",
                parameter=name,
                function=function.title,
                known=", ".join(WORDS),
            )
    return roles


def _functions(tree: ast.Module) -> list[Function]:
    found: list[Function] = []

    def visit(node: ast.AST, owner: str | None, is_nested: bool) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef):
                found.append(_read(child, owner, is_nested))
                visit(child, None, True)
            elif isinstance(child, ast.ClassDef):
                visit(child, child.name, is_nested)
            else:
                visit(child, owner, is_nested)

    visit(tree, None, False)
    return found


def _read(node: ast.FunctionDef, owner: str | None, is_nested: bool) -> Function:
    params = [one.arg for one in (*node.args.posonlyargs, *node.args.args)]
    static = any(isinstance(one, ast.Name) and one.id == "staticmethod"
                 for one in node.decorator_list)  # fmt: skip
    count = len(params) - len(node.args.defaults)
    required = set(params[:count])
    if owner is not None and not static:
        params = params[1:]
    calls = {
        one.func.id if isinstance(one.func, ast.Name) else one.func.attr
        for one in ast.walk(node)
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Name | ast.Attribute)
    }
    return Function(
        node.name,
        owner,
        node.lineno,
        tuple(params),
        frozenset(required),
        is_nested,
        frozenset(calls),
        any(_is_depth_test(one) for one in ast.walk(node)),
        _returned(node),
    )


def _is_depth_test(node: ast.AST) -> bool:
    """Whether it is `depth == 0`, `depth <= 1` or `not depth`."""

    def is_depth(value: ast.AST) -> bool:
        return isinstance(value, ast.Name) and plain(value.id) in WORDS["depth"]

    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return is_depth(node.operand)
    if not isinstance(node, ast.Compare):
        return False
    sides = [node.left, *node.comparators]
    return any(map(is_depth, sides)) and any(
        isinstance(one, ast.Constant | ast.UnaryOp) for one in sides
    )


def _returned(node: ast.FunctionDef) -> str | None:
    """What pairs in the return statements suggest: a value and a move, or the reverse."""
    for one in ast.walk(node):
        if isinstance(one, ast.Return) and isinstance(one.value, ast.Tuple):
            texts = [plain(ast.unparse(part)) for part in one.value.elts[:2]]
            if len(texts) == 2 and any("move" in text or text in ("none", "-1") for text in texts):
                first = "move" in texts[0] or texts[0] in ("none", "-1")
                return "move,value" if first and "move" not in texts[1] else "value,move"
    return None
