"""Who plays: the players' own marks, and whom a name, a role, a number or a word means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

NAMES = ("name", "mark", "piece", "symbol", "color", "colour", "id", "player_id", "turn_order")
_FIRSTS = ("X", "x", "white", "WHITE", "White", "W", "w", 1)
_MOST_PLAYERS = 16


def is_same(one: object, other: object) -> bool:
    """Whether two marks are one; True is not 1."""
    if one is other:
        return True
    if isinstance(one, bool) != isinstance(other, bool):
        return False
    return bool(one == other)


def usual_first(players: Sequence[Any]) -> int:
    """The seat of the player who moves first by custom: X, white or 1, else the first."""
    usual = [seat for seat, mark in enumerate(players) if any(is_same(mark, x) for x in _FIRSTS)]
    return usual[0] if usual else 0


def marked_seat(
    value: object, players: Sequence[object], roles: Mapping[str, int] | None = None
) -> int | None:
    """The seat of the player whom `value` names: by the mark, the role, or a name."""
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
    return None


def like_seat(value: object, players: Sequence[object]) -> int | None:
    """The seat of the one player whose text is like that of `value`: white, w and W are alike."""
    wanted, texts = _text(value), [_text(player) for player in players]
    if not wanted or not all(texts):
        return None
    for is_like in (str.__eq__, lambda one, other: one[0] == other[0]):
        fitting = [seat for seat, text in enumerate(texts) if is_like(wanted, text)]
        if len(fitting) == 1:
            return fitting[0]
    return None


def _text(value: object) -> str:
    """A mark in small letters; nothing where it has none."""
    value = value.name if isinstance(value, Enum) else value
    return value.strip().casefold() if isinstance(value, str) else ""


def listed_players(value: Any, first: object) -> tuple[Any, ...]:
    """The players that an attribute lists, or counts; `first` is what the turn says."""
    if type(value) is int and 2 <= value <= _MOST_PLAYERS:
        start = 1 if first == 1 else 0
        return tuple(range(start, start + value))
    if not isinstance(value, list | tuple | Mapping):
        return ()
    players = tuple(value)
    if all(type(getattr(player, "turn_order", None)) is int for player in players):
        players = tuple(sorted(players, key=lambda player: player.turn_order))
    return players


@dataclass(frozen=True, slots=True)
class Seats:
    """The players as the object names them, in the order of their turns."""

    players: tuple[Any, ...]
    roles: Mapping[str, int] = field(default_factory=dict)  # "human" and "ai", where known
    source: str | None = None  # the attribute that lists them
    shift: int = 0  # how far the class's own order was turned
    words: tuple[tuple[Any, int], ...] = ()  # what else the turn may say, and whom it means
    is_turn_kept: bool = False  # whether moves change what the class says about the turn
    is_told: bool = True  # whether it is known whom the turn means

    def begun_by(self, seat: int) -> Seats:
        """The same players, `seat` first."""
        count = len(self.players)
        return replace(
            self,
            players=self.players[seat:] + self.players[:seat],
            roles={role: (place - seat) % count for role, place in self.roles.items()},
            shift=(self.shift + seat) % count,
            words=tuple((word, (place - seat) % count) for word, place in self.words),
        )

    def of(self, position: Any, players: tuple[Any, ...]) -> tuple[Any, ...]:
        """The players that belong to `position`, a copy; `players` where it lists none itself."""
        if self.source is None:
            return players
        listed = listed_players(getattr(position, self.source, None), None)
        if len(listed) != len(players) or type(listed[0]) is int:
            return players
        return listed[self.shift :] + listed[: self.shift]

    def seat_of(
        self, value: object, players: Sequence[object] | None = None, *, are_numbered: bool = True
    ) -> int | None:
        """The seat of the player whom `value` means, by mark, role, name, word or number."""
        players = self.players if players is None else players
        seat = marked_seat(value, players, self.roles)
        if seat is None and (are_numbered or type(value) is not int):
            seat = self._said(value)
            are_words = any(type(word) is int for word, _ in self.words)
            if seat is None and not are_words and not any(type(one) is int for one in players):
                seat = self.counted(value, 0)
        return seat

    def turn_of(self, value: object, players: Sequence[object]) -> int | None:
        """The seat of the player whose turn it is, by what the class says about it."""
        seat = self._said(value)
        return self.seat_of(value, players) if seat is None else seat

    def counted(self, value: object, base: int) -> int | None:
        """The seat of a place in the class's own order of players, which begins at `base`."""
        count = len(self.players)
        if type(value) is not int or not base <= value < base + count:
            return None
        return (value - base - self.shift) % count

    def _said(self, value: object) -> int | None:
        return next((seat for word, seat in self.words if is_same(word, value)), None)
