"""Explain why a rule does not compile: which function, which line, and what to write instead."""

from __future__ import annotations

import inspect
import re
from types import FunctionType
from typing import Any

from numba import types
from numba.core.errors import NumbaError

from kibitz.compiling.compiler import Copies
from kibitz.compiling.mixing import LARGE, mixture, wrong_field
from kibitz.core.contract import Game
from kibitz.core.errors import CompileError
from kibitz.core.states import position_words, state_functions
from kibitz.core.weights import WeightedRule

# Patterns in Numba's messages, each with what to write instead. The first match is used.
_ADVICE = (
    (r"No definition for lowering .*\.\w+ =", "States are immutable: return a new one"),
    (r"it returns none", "Return an integer on every path"),
    (r"[Cc]annot modify readonly array", "Weights are read-only"),
    (r"_replace", "Build states with State(field=...) instead of state._replace(...)"),
    (r"bit_count", "Count bits with kibitz.bits.popcount(board)"),
    (r"bit_length", "Find bits with kibitz.bits.lowest(board) or kibitz.bits.highest(board)"),
    (r"YIELD_FROM", "Write a for loop that yields instead of yield from"),
    (r"yield in a closure", "Write a for loop instead of a generator expression"),
    (r"exception_match|SETUP_FINALLY", "Check for the case instead of catching an exception"),
    (r"name '\w+' is not defined|Untyped global name '\w+'.*(?:NameError|undefined)", "Define it"),
    (r"unify return type", "Return the same kind of value on every path"),
    (r"Unknown attribute .* of type \w+\((?:int64|U?n?i?Tuple)", "Use a field that the state has"),
    (r"global name .*dict|DICT_|Dict", "Use a tuple of integers, looked up by number"),
    (r"reflected (?:set|list)|type, assigned to variable", "Use a tuple of integers"),
    (r"class 'type'|class type", "Use a module constant instead of a class attribute"),
    (
        r"module 'random'|random\.",
        "Move chance into the start: Game(name, a function of a seed, ...)",
    ),
    (r"unicode_type|str\b|print", "Keep text out of the rules: it belongs in the notation"),
    (r"Type of variable .* cannot be determined", "Assign with = on a separate line, not :="),
    (r"float", "Count in integers, and say how many make one point with Game(unit=...)"),
    (r"uint64", LARGE),
)
# The rules that are compiled, with the number of arguments that each takes after the state.
_ROLES = {
    "moves": 0,
    "play": 1,
    "payoff": 1,
    "evaluate": 1,
    "drawn": 0,
    "noisy": 1,
    "rank": 1,
    "margin": 1,
    "null_move": 0,
    "symmetries": 0,
}
_GENERAL = "Write it with integers, loops, tuples of integers and the helpers of kibitz.bits"


def explain_failure(game: Game, failure: Exception) -> CompileError:
    """A CompileError that names the rule of `game` that does not compile, and the reason."""
    unpack = state_functions(game).unpack
    fields = position_words(game)
    for role, arguments in _ROLES.items():
        rule = getattr(game, role)
        if rule is None:
            continue
        if isinstance(rule, WeightedRule):
            rule = rule.function
        if not isinstance(rule, FunctionType):
            return _error(game, role, rule, "it is not a plain function", "Write it with def")
        found = _check_rule(game, role, rule, unpack, fields, arguments)
        if found:
            return _error(game, role, rule, *found)
    # Every rule compiles on its own, so report the error from compiling the search.
    role, rule = _rule_in(game, str(failure))
    problem, advice = mixture(str(failure)) or (str(failure), _advice(str(failure)))
    return _error(game, role, rule, problem, advice, str(failure))


def _rule_in(game: Game, text: str) -> tuple[str, Any]:
    """The rule that the search's error message points to; `moves` if it points to none."""
    places = [(_base(path), int(number)) for path, number in _places(text)]
    for role in _ROLES:
        rule = getattr(game, role)
        code = getattr(rule, "__code__", None)
        if code is None:
            continue
        lines = {line for *_, line in code.co_lines() if line is not None}
        if any(base == _base(code.co_filename) and number in lines for base, number in places):
            return role, rule
    return "moves", game.moves


def _check_rule(
    game: Game, role: str, rule: Any, unpack: Any, fields: int, arguments: int
) -> tuple[str, ...] | None:
    """Compile `rule` on its own; None if it compiles.

    Returns the problem, the advice, and the complete message, if there is one.
    """

    def call_moves(position: tuple[int, ...]) -> int:
        last = 0
        for move in rule(unpack(position)):
            last = move
        return last

    def call_state(position: tuple[int, ...]) -> Any:
        return rule(unpack(position))

    def call_both(position: tuple[int, ...], number: int) -> Any:
        return rule(unpack(position), number)

    def call_weighted(position: tuple[int, ...], number: int, weights: Any) -> Any:
        return rule(unpack(position), number, weights)

    caller: Any = call_moves if role == "moves" else call_both if arguments else call_state
    signature = (types.UniTuple(types.int64, fields), *[types.int64] * arguments)
    if role == "evaluate" and isinstance(game.evaluate, WeightedRule):
        item = getattr(types, game.evaluate.weights.element)
        caller, signature = call_weighted, (*signature, types.Array(item, 1, "C", readonly=True))
    try:
        compiled = Copies().of(caller)
        compiled.compile(signature)
    except NumbaError as failure:
        text = str(failure)
        if role == "moves" and "Cannot unify" in text and "'last" in text:
            return "it yields values that are not integers", "Yield integers from 0 up"
        return (*(mixture(text) or (text, _advice(text))), text)
    except Exception as failure:  # Numba cannot parse the rule
        return f"{type(failure).__name__}: {failure}", _advice(str(failure))
    answer = compiled.overloads[signature].signature.return_type
    if role in ("play", "null_move", "symmetries"):
        State = type(game.initial())
        if getattr(answer, "instance_class", None) is not State:
            return f"it returns {answer}", f"Return {State.__name__}(field=...) on every path"
        wrong = wrong_field(game.initial(), answer)
        return (wrong, "Keep the type that each field has at the start") if wrong else None
    if not isinstance(answer, types.Integer | types.Boolean):
        return f"it returns {answer}", _advice(f"it returns {answer}")
    return None


def _advice(text: str) -> str:
    """What to write instead: the advice that matches the summary, or else the full message."""
    for searched in (_summary(text), text):
        for pattern, advice in _ADVICE:
            if re.search(pattern, searched):
                return advice
    return _GENERAL


def _summary(text: str) -> str:
    """The first informative line of a Numba message."""
    noise = (
        "Failed in",
        "During:",
        "File ",
        "There are",
        "- ",
        "Overload",
        "Unknown failure",
    )
    for line in text.splitlines():
        line = line.strip()
        if len(line) > 3 and not line.startswith(noise) and set(line) - set("^-~ "):
            line = re.sub(r" at 0x[0-9a-f]+|[. ]*Raised from \S+ \(\d+\)", "", line)
            return re.sub(r"\s+", " ", line).rstrip(".:")[:160]
    return "Numba gives no reason"


def _error(
    game: Game, role: str, rule: Any, text: str, advice: str, message: str = ""
) -> CompileError:
    """The error, located at the first line of the rule's file that `message` mentions."""
    code = getattr(rule, "__code__", None)
    file = code.co_filename if code else "?"
    line = code.co_firstlineno if code else 0
    own = inspect.getsourcefile(_error) or ""
    for path, number in _places(message or text):
        if code and _base(path) == _base(file) and path != own:
            line = int(number)
            break
    name = getattr(rule, "__name__", role)
    return CompileError(
        "not_compilable",
        function=role if name == role else f"{role} ({name})",
        game=game.name,
        file=file,
        line=line,
        problem=_summary(text),
        advice=advice,
    )


def _places(text: str) -> list[tuple[str, str]]:
    """The files and lines that a Numba message mentions."""
    return re.findall(r'File "([^"]+)", line (\d+)', text) + re.findall(
        r"(?:typing of .*? at|[Rr]aised from) (\S+) \((\d+)\)", text
    )


def _base(path: str) -> str:
    """The name of a file without its folder."""
    return path.replace("\\", "/").rsplit("/", 1)[-1]
