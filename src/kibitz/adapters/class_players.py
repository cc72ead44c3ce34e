"""The players of an object: their marks, their order, and which player a value stands for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from kibitz.adapters.method_calls import Methods

# Attributes of a player object that may identify the player.
LABELS = ("name", "mark", "piece", "symbol", "color", "colour", "id", "player_id", "turn_order")
# Attributes for the marks of the human and the AI. Values in the first group are what the methods
# take as the player; values in the second group may be people's names instead.
_MARKS, _PEOPLE = (
    tuple((f"human{suffix}", f"ai{suffix}") for suffix in suffixes)
    for suffixes in (
        ("_player_mark", "_player_piece", "_mark", "_piece", "_symbol"),
        ("_player", ""),
    )
)
_NUMBERED = (("player1", "player2"), ("player_1", "player_2"), ("player_one", "player_two"))
_LISTS = ("players", "PLAYERS", "turn_order", "player_order", "num_players", "player_count")
_SCORES = (("white_score", "black_score"), ("white", "black"))  # attributes and their players
# Pairs of marks that usually oppose each other. Marks with several usual opponents, such as 2 or
# red, are left out.
_PAIRS: tuple[tuple[str | int, str | int], ...] = (
    ("X", "O"),
    ("x", "o"),
    ("white", "black"),
    ("WHITE", "BLACK"),
    ("White", "Black"),
    ("W", "B"),
    ("w", "b"),
    (1, -1),
)
_FIRSTS = ("X", "x", "white", "WHITE", "White", "W", "w", 1)
_MOST_PLAYERS = 16
_PLIES = 40  # played from the start to see how the turn changes


def is_same(one: object, other: object) -> bool:
    """Whether two marks are equal; True does not equal 1."""
    if one is other:
        return True
    if isinstance(one, bool) != isinstance(other, bool):
        return False
    return bool(one == other)


def usual_opponent(mark: object) -> Any:
    """The mark that usually opposes `mark`; None if there is no usual one."""
    for pair in _PAIRS:
        for one, other in (pair, pair[::-1]):
            if is_same(one, mark):
                return other
    return None


def usual_first(players: Sequence[Any]) -> int:
    """The seat of the player who usually moves first: X, white or 1, otherwise seat 0."""
    usual = [seat for seat, mark in enumerate(players) if any(is_same(mark, x) for x in _FIRSTS)]
    return usual[0] if usual else 0


@dataclass(frozen=True, slots=True)
class PlayerOrder:
    """The players as the object names them, in turn order."""

    players: tuple[Any, ...]
    roles: Mapping[str, int] = field(default_factory=dict)  # the seats of "human" and "ai"
    source: str | None = None  # the attribute that lists the players
    shift: int = 0  # the index of the first player in the class's own order
    is_indexed: bool = False  # whether the turn is an index in the class's own order
    is_turn_kept: bool = False  # whether moves update the object's turn
    is_turn_clear: bool = True  # whether the turn identifies a player

    def begun_by(self, seat: int) -> PlayerOrder:
        """The same players, starting with `seat`."""
        count = len(self.players)
        return replace(
            self,
            players=self.players[seat:] + self.players[:seat],
            roles={role: (place - seat) % count for role, place in self.roles.items()},
            shift=(self.shift + seat) % count,
        )

    def of(self, position: Any, players: tuple[Any, ...]) -> tuple[Any, ...]:
        """The players listed in `position`, a copied object; `players` if it lists none."""
        if self.source is None:
            return players
        listed = _listed(getattr(position, self.source, None), None)
        if len(listed) != len(players) or type(listed[0]) is int:
            return players
        return listed[self.shift :] + listed[: self.shift]

    def seat_of(self, value: object, players: Sequence[object] | None = None) -> int | None:
        """The seat of the player identified by `value`: a mark, role, label or index."""
        players = self.players if players is None else players
        if value is None:
            return None
        for seat, player in enumerate(players):
            if player is value:
                return seat
        for seat, player in enumerate(players):
            if is_same(player, value):
                return seat
        if isinstance(value, str) and value.casefold() in self.roles:
            return self.roles[value.casefold()]
        for seat, player in enumerate(players):
            if any(_is_label(player, value, name) for name in LABELS):
                return seat
        if self.is_indexed and type(value) is int and 0 <= value < len(players):
            return (value - self.shift) % len(players)
        return None

    def turn_of(self, value: object, players: Sequence[object] | None = None) -> int | None:
        """The seat of the player to move, identified by `value`; similar texts are accepted."""
        players = self.players if players is None else players
        seat = self.seat_of(value, players)
        return like_seat(value, players) if seat is None else seat


def _is_label(player: object, value: object, name: str) -> bool:
    """Whether `value` is a label of `player`, or a copy of the player with that label."""
    label = getattr(player, name, None)
    copied = getattr(value, name, None)
    is_copy = copied is not None and not callable(copied) and is_same(label, copied)
    return label is not None and (is_same(label, value) or is_copy)


def like_seat(value: object, players: Sequence[object]) -> int | None:
    """The seat of the only player whose text resembles `value`: "white", "w" and "W" are alike."""
    wanted, texts = _text(value), [_text(player) for player in players]
    if not wanted or not all(texts):
        return None
    for is_like in (str.__eq__, lambda one, other: one[0] == other[0]):
        fitting = [seat for seat, text in enumerate(texts) if is_like(wanted, text)]
        if len(fitting) == 1:
            return fitting[0]
    return None


def _text(value: object) -> str:
    """A mark in lower case; empty if it is not a string."""
    value = value.name if isinstance(value, Enum) else value
    return value.strip().casefold() if isinstance(value, str) else ""


def find_players(
    position: Any, methods: Methods, given: tuple[Any, ...] | None = None
) -> PlayerOrder | None:
    """The players of `position`: `given`, or found in its attributes or its turn; None if unknown.

    `is_turn_clear` is false if the turn names none of these players.
    """
    turn = methods.turn(position)
    certain = [_with_roles(position, methods, given)] if given else _candidates(position, _MARKS)
    for order in certain:
        return _with_turn(position, methods, order) or replace(order, is_turn_clear=False)
    for order in (*_candidates(position, (*_PEOPLE, *_NUMBERED)), *_listing(position, turn)):
        found = _with_turn(position, methods, order, is_alike=False)
        if found is not None:
            return found
    named = _players_from_turns(position, methods)
    if len(named) > 1:
        return PlayerOrder(named, is_turn_kept=True)
    if isinstance(turn, str) and usual_opponent(turn) is not None:
        return PlayerOrder((turn, usual_opponent(turn)))
    return None


def _candidates(position: Any, pairs: Sequence[tuple[str, str]]) -> list[PlayerOrder]:
    """The players named by pairs of attributes."""
    found = []
    for names in pairs:
        marks = tuple(getattr(position, name, None) for name in names)
        # An attribute `ai` may hold the AI object instead of a mark.
        if all(isinstance(mark, str | int | Enum) for mark in marks) and not is_same(*marks):
            roles = {} if names in _NUMBERED else {"human": 0, "ai": 1}
            found.append(PlayerOrder(marks, roles))
    return found


def _listing(position: Any, turn: object) -> Iterator[PlayerOrder]:
    """The players that an attribute lists, or whose number it stores."""
    for name in _LISTS:
        listed = _listed(getattr(position, name, None), turn)
        if len(listed) > 1:
            are_numbers = type(listed[0]) is int
            yield PlayerOrder(listed, source=name, is_indexed=type(turn) is int and not are_numbers)
    attributes, players = _SCORES
    if all(hasattr(position, name) for name in attributes):
        yield PlayerOrder(players)


def _listed(value: Any, turn: object) -> tuple[Any, ...]:
    """The players in the value of an attribute: a list of players, or their number."""
    if type(value) is int and 2 <= value <= _MOST_PLAYERS:
        start = 1 if turn == 1 else 0
        return tuple(range(start, start + value))
    if not isinstance(value, list | tuple | Mapping):
        return ()
    players = tuple(value)
    if all(type(getattr(player, "turn_order", None)) is int for player in players):
        players = tuple(sorted(players, key=lambda player: player.turn_order))
    return players


def _with_roles(position: Any, methods: Methods, players: tuple[Any, ...]) -> PlayerOrder:
    """The given players, with the roles and the order from the object's attributes."""
    turn = methods.turn(position)
    pairs = _candidates(position, (*_MARKS, *_PEOPLE, *_NUMBERED))
    for order in (*pairs, *_listing(position, turn)):
        for seat in range(len(order.players)):
            turned = order.begun_by(seat)
            if len(players) == len(turned.players) and all(map(is_same, turned.players, players)):
                return replace(turned, players=players)
    return PlayerOrder(players)


def _with_turn(
    position: Any, methods: Methods, order: PlayerOrder, *, is_alike: bool = True
) -> PlayerOrder | None:
    """`order` with `is_turn_kept` set; None if the turn names none of its players."""
    turn = methods.turn(position)
    if turn is None:
        return order
    seat = order.turn_of(turn) if is_alike else order.seat_of(turn)
    if seat is None:
        return None
    for value, players in _first_line(position, methods, order):
        found = order.turn_of(value, players)
        if found is not None and found != seat:
            return replace(order, is_turn_kept=True)
    return order


def _players_from_turns(position: Any, methods: Methods) -> tuple[Any, ...]:
    """The players named by the turn along a line of first legal moves, until one repeats.

    Empty if more than two values appear and none repeats: then the turn is a move counter.
    """
    seen: list[Any] = []
    for value, _ in _first_line(position, methods, None):
        known = next((place for place, one in enumerate(seen) if is_same(one, value)), None)
        if known is None:
            seen.append(value)
        elif known < len(seen) - 1:
            return tuple(seen)
    return tuple(seen) if len(seen) == 2 else ()


def _first_line(
    position: Any, methods: Methods, order: PlayerOrder | None
) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """The turn and the players at each position of a line of first legal moves.

    If `order` is None, the value of the turn is passed as the player.
    """
    players = order.players if order else ()
    for ply in range(_PLIES):
        value = methods.turn(position)
        if value is None:
            return
        yield value, players
        here = players if order else (value,)
        seat = (order.turn_of(value, players) if order else 0) or 0
        try:
            moves = methods.legal(position, here[seat])
            if not moves:
                return
            position, here = methods.made(position, here, seat, moves[0])
        except Exception:
            if ply == 0:
                raise
            return  # a class may reject moves once the game is over
        players = order.of(position, here) if order else ()
