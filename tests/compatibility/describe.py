"""What a session, a game or an OpenAPI document holds, as plain JSON: written once, compared later.

Only public names of Kibitz are used, so that the version that wrote the files runs this too.
"""

from __future__ import annotations

import ast
import inspect
import json
import random
import textwrap
from collections.abc import Iterator
from typing import Any

import kibitz

Json = dict[str, Any]

DRAUGHTS = (
    "german",
    "english",
    "russian",
    "brazilian",
    "pool",
    "italian",
    "spanish",
    "czech",
    "thai",
    "international",
    "killer",
    "frisian",
    "frysk",
    "breakthrough",
    "antidraughts",
    "azubi",
)
MORRIS = (
    "three",
    "six",
    "seven",
    "nine",
    "lasker",
    "twelve",
    "morabaraba",
    "russian",
    "dooz",
    "cheng_san_qi",
    "da_san_qi",
    "zhi_qi",
    "experimental",
)
VARIANTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("tictactoe", {}),
    ("tictactoe", {"rows": 4, "columns": 5, "length": 4}),
    ("connect4", {}),
    ("connect4", {"rows": 4, "columns": 4}),
    *(("draughts", {"variant": variant}) for variant in DRAUGHTS),
    ("draughts", {"variant": "german", "landing": "behind", "majority": "yes"}),
    *(("morris", {"variant": variant}) for variant in MORRIS),
    ("horses", {}),
    ("horses", {"players": 3}),
    ("horses", {"players": 4, "ending": "both"}),
    ("tiles", {}),
    ("tiles", {"rows": 3, "columns": 5, "players": 3}),
)
PLIES = (0, 7, 24)  # of the positions of every game that are looked at
SEED = 11


def plain(value: object) -> Any:
    """The value as it is after a trip through JSON."""
    return json.loads(json.dumps(value))


def session_facts(session: kibitz.Session) -> Json:
    """All that the public interface shows of a session."""
    outcome = session.outcome()
    return {
        "game": [session.game.name, dict(session.game.settings), session.game.version],
        "seed": session.seed,
        "position": session.position,
        "board": str(session),
        "state": plain(session.state),
        "side": session.side,
        "moves": session.moves,
        "line": session.line,
        "branches": session.branches,
        "legal_moves": session.legal_moves,
        "outcome": None if outcome is None else [str(outcome), outcome.reason, outcome.payoffs],
        "history": [
            [
                played.move,
                played.number,
                played.side,
                played.seconds,
                None if played.evaluation is None else _line_facts(played.evaluation),
                played.clock,
            ]
            for played in session.history
        ],
        "seats": [
            [
                seat.kind,
                seat.name,
                seat.level,
                seat.seed,
                None if seat.limit is None else vars_of(seat.limit, "time", "depth", "nodes"),
                seat.threads,
                seat.memory,
                seat.opponents,
                seat.skill,
                seat.title,
            ]
            for seat in session.seats
        ],
        "clock": None if session.clock is None else str(session.clock),
        "readings": session.readings,
        "takebacks": session.takebacks,
        "offers": [
            [offer.kind, offer.side, offer.count, sorted(offer.accepted)]
            for offer in session.offers
        ],
    }


def vars_of(value: object, *names: str) -> list[object]:
    """The values of some attributes."""
    return [getattr(value, name) for name in names]


def _line_facts(line: kibitz.Line) -> list[object]:
    return [
        *vars_of(line, "move", "score", "win_in", "loss_in", "value", "depth", "nodes", "seconds"),
        str(line.warrant),
        line.line,
        line.compiled,
    ]


def random_line(game: kibitz.Game, seed: int, most: int) -> Iterator[tuple[Any, list[int]]]:
    """States of a random game, each with its legal moves; the list is empty after the end."""
    lot = random.Random(seed)
    state = game.initial(seed)
    for _ in range(most + 1):
        moves = list(game.moves(state))
        yield state, moves
        if not moves:
            return
        state = game.play(state, moves[lot.randrange(len(moves))])


def game_facts(game: kibitz.Game) -> Json:
    """What files, clients and notes rely on: numbers and texts of moves, positions, names."""
    found = []
    for ply, (state, moves) in enumerate(random_line(game, SEED, max(PLIES))):
        if ply in PLIES or not moves:
            session = kibitz.Session(game, state)
            image = state if game.symmetries is None else game.symmetries(state)
            is_over = session.outcome() is not None
            found.append(
                {
                    "ply": ply,
                    "position": session.position,
                    "state": plain(state),
                    "key": plain(game.identity(state)),
                    "book_key": plain(game.identity(image)),
                    "moves": {} if is_over else dict(zip(session.legal_moves, moves, strict=True)),
                    "payoffs": None
                    if moves
                    else [game.payoff(state, n) for n in range(game.players)],
                }
            )
    return {
        "game": [game.name, dict(game.settings), game.version],
        "sides": game.sides,
        "options": [[one.name, one.default] for one in game.options],
        "levels": [one.name for one in game.levels],
        "evaluations": sorted(game.evaluations),
        "cells": None if game.geometry is None else [cell.name for cell in game.geometry.cells],
        "positions": found,
    }


# What a client may rely on in an OpenAPI document.


def api_facts(document: Json) -> Json:
    """Every method and path: its parameters, and the fields of what is sent and answered.

    Fields are kept once each, in the list "fields", and named by their place in it.
    """
    fields: list[Json] = []
    operations: Json = {}

    def content(holder: Json) -> dict[str, int]:
        found = {}
        for kind, part in holder.get("content", {}).items():
            inside = dict(sorted(_fields(document, part.get("schema", {}), "", ())))
            if inside not in fields:
                fields.append(inside)
            found[kind] = fields.index(inside)
        return found

    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            parameters = operation.get("parameters", ())
            operations[f"{method.upper()} {path}"] = {
                "parameters": sorted(f"{one['in']} {one['name']}" for one in parameters),
                "required": sorted(one["name"] for one in parameters if one.get("required")),
                "request": content(operation.get("requestBody", {})),
                "answers": {
                    status: content(answer) for status, answer in operation["responses"].items()
                },
            }
    return {"operations": operations, "fields": fields}


def _fields(
    document: Json, schema: Json, place: str, above: tuple[str, ...]
) -> Iterator[tuple[str, Json]]:
    """Every field below `schema` by its place, such as seats[].name, and what it may be."""
    for one in _alternatives(document, schema):
        reference = one.get("$ref", "")
        if reference and reference in above:
            continue  # a tree: its nodes hold nodes
        inner = _resolved(document, one)
        inside = (*above, reference)
        if "items" in inner:
            yield from _fields(document, inner["items"], f"{place}[]", inside)
        extra = inner.get("additionalProperties")
        if isinstance(extra, dict):
            yield from _fields(document, extra, f"{place}.*", inside)
        for name, part in inner.get("properties", {}).items():
            where = f"{place}.{name}".lstrip(".")
            kinds = [_resolved(document, kind) for kind in _alternatives(document, part)]
            choices = {
                value
                for kind in kinds
                for value in kind.get("enum", [kind["const"]] if "const" in kind else [])
            }
            found: Json = {"kinds": sorted({str(kind.get("type", "any")) for kind in kinds})}
            if name in inner.get("required", ()):
                found["required"] = True
            if choices:
                found["choices"] = sorted(choices)
            yield where, found
            yield from _fields(document, part, where, inside)


def _alternatives(document: Json, schema: Json) -> list[Json]:
    found = schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf")
    if not found:
        return [schema]
    return [inner for one in found for inner in _alternatives(document, one)]


def _resolved(document: Json, schema: Json) -> Json:
    found: Any = schema
    if "$ref" in schema:
        found = document
        for part in schema["$ref"].removeprefix("#/").split("/"):
            found = found[part]
    result: Json = found
    return result


# The attributes and arguments of public names.


def parameters_of(value: Any) -> list[str]:
    """The names of arguments that may be passed by name."""
    try:
        parameters = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return []
    by_name = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return [
        one.name for one in parameters if one.kind in by_name and one.name not in ("self", "cls")
    ]


def members_of(cls: type) -> dict[str, list[str]]:
    """The public attributes of a class and its objects; of methods, also the arguments."""
    found: dict[str, list[str]] = {}
    for base in cls.__mro__:
        if base.__module__.partition(".")[0] != "kibitz":
            continue
        for name, value in vars(base).items():
            method = getattr(value, "__func__", value)
            found.setdefault(name, parameters_of(method) if callable(method) else [])
        found.update((name, []) for name in _assigned(base) if name not in found)
    return {name: found[name] for name in found if not name.startswith("_")}


def _assigned(cls: type) -> Iterator[str]:
    """The attributes that a class declares, and those that its methods assign to `self`."""
    yield from vars(cls).get("__annotations__", ())
    for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(cls)))):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield from [node.attr] if ast.unparse(node.value) == "self" else []
