"""Who plays: the players' own marks, found in a stranger's object, and whose turn it is."""

from __future__ import annotations

import inspect
import random
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from types import CodeType, FunctionType
from typing import Any

from kibitz.classes.calling import Access, is_askable, takes_player

# A person's mark and the machine's, as classes name them.
ROLES = tuple(
    (f"human{suffix}", f"ai{suffix}")
    for suffix in ("_player_mark", "_player_piece", "_player", "_mark", "_piece", "_symbol", "")
)
NUMBERED = (("player1", "player2"), ("player_1", "player_2"), ("player_one", "player_two"))
LISTS = ("players", "PLAYERS", "turn_order", "player_order", "num_players", "player_count")
TURNS = (
    "current_player",
    "to_move",
    "current_turn",
    "player_to_move",
    "active_player",
    "whose_turn",
    "turn",
)
ASKED_TURNS = ("current_player", "to_move", "player_to_move", "whose_turn", "get_current_player")
NAMES = ("name", "mark", "piece", "symbol", "color", "colour", "id", "player_id", "turn_order")
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
_PLAYOUTS = 2  # random games that are played to see how a class names the turn
_PLIES = 40
_MOST_PLAYERS = 16


def is_same(one: object, other: object) -> bool:
    """Whether two marks are one; True is not 1."""
    if one is other:
        return True
    if isinstance(one, bool) != isinstance(other, bool):
        return False
    return bool(one == other)


def seat_of(
    value: object,
    players: Sequence[object],
    roles: Mapping[str, int] | None = None,
    *,
    are_numbered: bool = True,
) -> int | None:
    """The number of the player that `value` means: a mark, a name, a role or that number."""
    if value is None:
        return None
    for seat, player in enumerate(players):
        if player is value:
            return seat
    for seat, player in enumerate(players):
        if is_same(player, value):
            return seat
    if isinstance(value, str) and roles and value.casefold() in roles:
        return roles[value.casefold()]
    for seat, player in enumerate(players):
        for name in NAMES:
            if is_same(getattr(player, name, None), value):
                return seat
            # A copy of a player is the same player.
            own = getattr(value, name, None)
            if own is not None and not callable(own) and is_same(getattr(player, name, None), own):
                return seat
    is_number = are_numbered and type(value) is int
    if is_number and not any(type(player) is int for player in players):
        return value if value in range(len(players)) else None  # type: ignore[return-value]
    return None


def turn_value(position: Any) -> object:
    """What `position` says about whose turn it is; None where it says nothing."""
    for name in TURNS:
        value = getattr(position, name, None)
        if value is not None and not callable(value):
            return value
    # Only methods that are named like a question: a `turn()` may well take one.
    for name in ASKED_TURNS:
        method = getattr(position, name, None)
        if callable(method) and is_askable(method) and not takes_player(method):
            return method()
    return None


@dataclass(frozen=True, slots=True)
class Seats:
    """The players as the object names them, in the order of their turns."""

    players: tuple[Any, ...]
    roles: Mapping[str, int] = field(default_factory=dict)  # "human" and "ai", where known
    source: str | None = None  # the attribute that lists them
    shift: int = 0  # how far the list was turned, so that the first to move stands first

    def begun_by(self, seat: int) -> Seats:
        """The same players, `seat` first."""
        count = len(self.players)
        return Seats(
            self.players[seat:] + self.players[:seat],
            {role: (place - seat) % count for role, place in self.roles.items()},
            self.source,
            self.shift + seat,
        )

    def of(self, position: Any, players: tuple[Any, ...]) -> tuple[Any, ...]:
        """The players that belong to `position`, a copy; `players` where it lists none itself."""
        if self.source is None:
            return players
        listed = _listed(position, getattr(position, self.source, None))
        if len(listed) != len(players):
            return players
        shift = self.shift % len(listed)
        return listed[shift:] + listed[:shift]


def find_seats(position: Any, access: Access) -> Seats | None:
    """The players of `position`, from its attributes, its turns or its code; None if unknown."""
    for names in (*ROLES, *NUMBERED):
        marks = tuple(getattr(position, name, None) for name in names)
        # An attribute `ai` may hold the very program that plays.
        if all(isinstance(mark, str | int | Enum) for mark in marks) and not is_same(*marks):
            found = Seats(marks, {"human": 0, "ai": 1} if names in ROLES else {})
            if _is_fitting(position, found):
                return found
    for name in LISTS:
        listed = _listed(position, getattr(position, name, None))
        if len(listed) > 1 and _is_fitting(position, Seats(listed)):
            return Seats(listed, source=name)
    seen = watched_turns(position, access)
    if len(seen) > 1:
        return Seats(tuple(seen))
    names_held = " ".join(vars(position)) if hasattr(position, "__dict__") else ""
    if not seen and "white_" in names_held and "black_" in names_held:
        return Seats(("white", "black"))
    return _guessed(type(position), seen[0] if seen else None)


def _is_fitting(position: Any, seats: Seats) -> bool:
    """Whether the turn can be one of these players': they may be people's names, and not marks."""
    value = turn_value(position)
    is_count = type(value) is int and not any(type(mark) is int for mark in seats.players)
    return value is None or is_count or seat_of(value, seats.players, seats.roles) is not None


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


def _listed(position: Any, value: Any) -> tuple[Any, ...]:
    """The players that an attribute lists, or counts."""
    if type(value) is int and 2 <= value <= _MOST_PLAYERS:
        first = 1 if turn_value(position) == 1 else 0
        return tuple(range(first, first + value))
    if not isinstance(value, list | tuple | Mapping):
        return ()
    players = tuple(value)
    if all(type(getattr(player, "turn_order", None)) is int for player in players):
        players = tuple(sorted(players, key=lambda player: player.turn_order))
    return players


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


def watched_turns(position: Any, access: Access, seats: Seats | None = None) -> list[Any]:
    """The different turns that a random game names, in the order in which they come up.

    They are seats where `seats` are known, None for a turn that names nobody. A turn that comes up
    again ends the game, for nobody new is to be expected; where there are many and none comes up
    again they are a count, and name nobody.
    """
    longest: list[Any] = []
    for playout in range(_PLAYOUTS):
        seen: list[Any] = []
        chance = random.Random(playout)  # noqa: S311 - chosen for its repeatability
        for value in _turns(position, access, seats, chance):
            known = next((i for i, one in enumerate(seen) if is_same(one, value)), None)
            if known is None:
                seen.append(value)
            elif known < len(seen) - 1:
                return seen
        longest = max(longest, seen, key=len)
    return longest if len(longest) <= 2 else []


def _turns(
    position: Any, access: Access, seats: Seats | None, chance: random.Random
) -> Iterator[Any]:
    """What one random game says about the turn, position by position."""
    players = seats.players if seats else ()
    seat = 0
    for _ in range(_PLIES):
        value = turn_value(position)
        if value is None:
            return
        named: Any = seat_of(value, players, seats.roles) if seats else value
        yield named
        if seats is None:
            players = (value,)
        else:
            seat = (seat + 1) % len(players) if named is None else int(named)
        try:
            move = chance.choice(access.legal(position, players[seat]) or [None])
            if move is None:
                return
            position, players = access.made(position, players, seat, move)
        except Exception:  # a class may refuse moves once it is over; there is no more to see
            return
        players = seats.of(position, players) if seats else players


def is_turn_kept(position: Any, access: Access, seats: Seats) -> bool:
    """Whether the moves of a class change what it says about the turn, and name players by it.

    Some classes have a `current_player` that only their main loop changes.
    """
    seen = watched_turns(position, access, seats)
    return len(seen) > 1 and None not in seen
