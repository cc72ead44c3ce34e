"""Finding the players of a stranger's object: in its attributes, its turns and its code."""

from __future__ import annotations

import inspect
from collections.abc import Hashable, Iterator
from dataclasses import replace
from enum import Enum
from types import CodeType, FunctionType
from typing import Any

from kibitz.adapters.calling import Access
from kibitz.adapters.seats import Seats, is_same, listed_players
from kibitz.adapters.turns import named_turns, turn_value, understood

# A person's mark and the machine's, as classes name them. Those of the first group are what the
# methods take; the others may be people's names.
_MARKS, _PEOPLE = (
    tuple((f"human{suffix}", f"ai{suffix}") for suffix in suffixes)
    for suffixes in (
        ("_player_mark", "_player_piece", "_mark", "_piece", "_symbol"),
        ("_player", ""),
    )
)
_NUMBERED = (("player1", "player2"), ("player_1", "player_2"), ("player_one", "player_two"))
_LISTS = ("players", "PLAYERS", "turn_order", "player_order", "num_players", "player_count")
PAIRS: tuple[tuple[Hashable, Hashable], ...] = (
    ("X", "O"),
    ("x", "o"),
    ("white", "black"),
    ("WHITE", "BLACK"),
    ("White", "Black"),
    ("W", "B"),
    ("w", "b"),
    (1, -1),
    (1, 2),
    (0, 1),
    ("red", "black"),
    ("R", "B"),
    ("red", "yellow"),
    ("R", "Y"),
)


def find_seats(position: Any, access: Access, moves_first: Any = None) -> Seats | None:
    """The players of `position`, from its attributes, its turns or its code; None if unknown.

    Players who are found, though it cannot be told which of them the turn means, are not `is_told`.
    """
    for seats, is_certain in _written(position):
        first = seats.seat_of(moves_first)
        found = understood(position, access, seats, is_certain=is_certain, first=first)
        if found is not None:
            return found
        if is_certain:
            return replace(seats, is_told=False)
    named = _unwritten(position, access)
    return None if named is None else told_seats(position, access, named, moves_first)


def given_seats(
    position: Any, access: Access, players: tuple[Any, ...], moves_first: Any = None
) -> Seats:
    """The players that were given, with what the object says about them besides."""
    seats = Seats(players)
    for written, _ in _written(position):
        turned = [written.begun_by(seat) for seat in range(len(written.players))]
        seats = next((one for one in turned if _are_same(one.players, players)), seats)
        if seats.players is not players:
            break
    return told_seats(position, access, replace(seats, players=players), moves_first)


def told_seats(position: Any, access: Access, seats: Seats, moves_first: Any) -> Seats:
    """Players whom the methods take, with what the turn says about them."""
    first = seats.seat_of(moves_first)
    found = understood(position, access, seats, is_certain=True, first=first)
    return replace(seats, is_told=False) if found is None else found


def _are_same(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    return len(one) == len(other) and all(map(is_same, one, other))


def _written(position: Any) -> Iterator[tuple[Seats, bool]]:
    """The players that attributes name, and whether they are certainly what the methods take."""
    for names in (*_MARKS, *_PEOPLE, *_NUMBERED):
        marks = tuple(getattr(position, name, None) for name in names)
        # An attribute `ai` may hold the very program that plays.
        if all(isinstance(mark, str | int | Enum) for mark in marks) and not is_same(*marks):
            roles = {} if names in _NUMBERED else {"human": 0, "ai": 1}
            yield Seats(marks, roles), names in _MARKS
    for name in _LISTS:
        listed = listed_players(getattr(position, name, None), turn_value(position))
        if len(listed) > 1:
            yield Seats(listed, source=name), False


def _unwritten(position: Any, access: Access) -> Seats | None:
    """The players that no attribute names: whom the turns name, or the code speaks of."""
    seen = named_turns(position, access)
    if len(seen) > 1:
        return Seats(tuple(seen))
    names_held = " ".join(vars(position)) if hasattr(position, "__dict__") else ""
    if not seen and "white_" in names_held and "black_" in names_held:
        return Seats(("white", "black"))
    return _guessed(type(position), seen[0] if seen else None)


def _guessed(kind: type, mark: object) -> Seats | None:
    """The pair of marks that `mark` belongs to, or that the class's code speaks of."""
    constants = set(_constants(kind))
    for pair in PAIRS:
        are_named = {(type(one), one) for one in pair} <= constants
        is_text = isinstance(pair[0], str)
        if mark is None:
            # Numbers stand in all code for all things, but one and minus one are mostly players.
            is_fitting = are_named and (is_text or pair == (1, -1))
        else:
            is_fitting = any(is_same(mark, one) for one in pair) and (are_named or is_text)
        if is_fitting:
            return Seats(pair)
    return Seats((1, -1)) if is_same(mark, 1) or is_same(mark, -1) else None


def codes_of(kind: type) -> Iterator[CodeType]:
    """The code of a class's methods, those that it inherits included."""
    members = [inspect.getattr_static(kind, name) for name in dir(kind)]
    # A property and a static method have their function inside.
    functions = [getattr(one, "fget", None) or getattr(one, "__func__", one) for one in members]
    codes = [one.__code__ for one in functions if isinstance(one, FunctionType)]
    while codes:
        code = codes.pop()
        yield code
        codes += [inner for inner in code.co_consts if isinstance(inner, CodeType)]


def _constants(kind: type) -> Iterator[tuple[type, object]]:
    """The strings and numbers in the code of a class."""
    for code in codes_of(kind):
        for constant in code.co_consts:
            for one in constant if isinstance(constant, tuple) else (constant,):
                if isinstance(one, str | int):
                    yield type(one), one
