"""Whose turn it is: what a stranger's object says about it, and whom that means."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from enum import Enum
from typing import Any, TypeAlias

from kibitz.adapters.calling import Access, is_askable, takes_player
from kibitz.adapters.seats import Seats, is_same, like_seat, marked_seat, usual_first

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
_PLAYOUTS = 2  # random games that are played to see how a class names the turn
_PLIES = 40

Words: TypeAlias = list[tuple[Any, int]]  # what the turn says, and the seat that it means
# The seat that a new value of the turn means, in view of the words before it; None where nobody's.
Reading: TypeAlias = Callable[[Any, tuple[Any, ...], Words], int | None]


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


def understood(
    position: Any, access: Access, seats: Seats, *, is_certain: bool, first: int | None = None
) -> Seats | None:
    """`seats` with what the class's words for the turn mean; None where that cannot be told.

    The words are marks, roles or names, or like them, or places in the list of players; or random
    games show which player has to move under which word for the words to change. `is_certain`: the
    methods take these very players. `first`: the seat of the one who moves in `position`, if known.
    """
    if turn_value(position) is None:
        return seats
    heard = []
    for read, places in (
        (_by_mark(seats), None),
        (_by_likeness, None),
        (_by_place(seats, 0), _places(seats, 0)),
        (_by_place(seats, 1), _places(seats, 1)),
    ):
        words, is_kept = _heard(position, access, seats, read)
        words = words and (places or words)  # places mean players who have not come up, too
        if words is not None and is_kept:
            return replace(seats, words=words, is_turn_kept=True)
        heard.append(words)
    starts = range(len(seats.players)) if first is None else [first]
    by_order = [_heard(position, access, seats, _in_order(start)) for start in starts]
    changing = [words for words, is_kept in by_order if words is not None and is_kept]
    if len(changing) == 1:
        return replace(seats, words=changing[0], is_turn_kept=True)
    if changing:
        return None
    marked, alike, placed, _ = heard
    for words in (marked, alike if is_certain else None, placed):
        if words is not None:
            return replace(seats, words=words)
    counted, _ = _heard(position, access, seats, _by_count(seats))
    if counted is not None:  # a count of the moves says who moves here, and no more
        return replace(seats, words=counted[:1])
    return None if isinstance(turn_value(position), str | Enum) and first is None else seats


def _by_mark(seats: Seats) -> Reading:
    return lambda value, players, words: marked_seat(value, players, seats.roles)


def _by_place(seats: Seats, base: int) -> Reading:
    return lambda value, players, words: seats.counted(value, base)


def _places(seats: Seats, base: int) -> tuple[tuple[Any, int], ...]:
    count = len(seats.players)
    return tuple((base + place, (place - seats.shift) % count) for place in range(count))


def _by_likeness(value: Any, players: tuple[Any, ...], words: Words) -> int | None:
    seat = like_seat(value, players)
    return None if any(seat == other for _, other in words) else seat


def _in_order(start: int) -> Reading:
    """Words mean the players in the order in which they come up."""

    def read(value: Any, players: tuple[Any, ...], words: Words) -> int | None:
        is_new = len(words) < len(players)
        return (start + len(words)) % len(players) if is_new else None

    return read


def _by_count(seats: Seats) -> Reading:
    """Numbers that grow by one with every move."""
    first = usual_first(seats.players) if len(seats.players) == 2 else 0

    def read(value: Any, players: tuple[Any, ...], words: Words) -> int | None:
        is_count = type(value) is int and (not words or value in (words[0][0], words[-1][0] + 1))
        return (value + first) % len(players) if is_count else None

    return read


def _heard(
    position: Any, access: Access, seats: Seats, read: Reading
) -> tuple[tuple[tuple[Any, int], ...] | None, bool]:
    """What random games say about the turn, each player moving as `read` has it.

    The words that come up, none where one of them means nobody, and whether several players do.
    Once all have come up, and one again, no more is to be heard.
    """
    words: Words = []
    is_kept = False
    for playout in range(_PLAYOUTS):
        turns: list[int] = []
        for value, seat in _playout(position, access, seats, read, words, playout):
            if seat is None:
                return None, False
            is_plain = isinstance(value, str | int | Enum)  # an object is copied with its board
            if is_plain and not any(is_same(word, value) for word, _ in words):
                words.append((value, seat))
            is_back = seat in turns[:-1] and seat != turns[-1]
            if is_back and len(set(turns)) == len(seats.players):
                return tuple(words), True
            turns.append(seat)
        is_kept = is_kept or len(set(turns)) > 1
    return tuple(words), is_kept


def _playout(
    position: Any, access: Access, seats: Seats, read: Reading, words: Words, seed: int
) -> Iterator[tuple[Any, int | None]]:
    """What one random game says about the turn, position by position, and whom that means."""
    chance = random.Random(seed)  # noqa: S311 - chosen for its repeatability
    players = seats.players
    for _ in range(_PLIES):
        value = turn_value(position)
        if value is None:
            return
        known = next((seat for word, seat in words if is_same(word, value)), None)
        seat = read(value, players, words) if known is None else known
        yield value, seat
        try:
            moves = access.legal(position, players[seat or 0])
            if not moves:
                return
            move = chance.choice(moves)
            position, players = access.made(position, players, seat or 0, move)
        except Exception:  # a class may refuse moves once it is over; there is no more to see
            return
        players = seats.of(position, players)


def named_turns(position: Any, access: Access) -> list[Any]:
    """The different turns that a random game names, in the order in which they come up.

    Where there are many and none comes up again they are a count, and name nobody.
    """
    longest: list[Any] = []
    for playout in range(_PLAYOUTS):
        seen: list[Any] = []
        chance = random.Random(playout)  # noqa: S311 - chosen for its repeatability
        for value in _own_words(position, access, chance):
            known = next((i for i, one in enumerate(seen) if is_same(one, value)), None)
            if known is None:
                seen.append(value)
            elif known < len(seen) - 1:
                return seen
        longest = max(longest, seen, key=len)
    return longest if len(longest) <= 2 else []


def _own_words(position: Any, access: Access, chance: random.Random) -> Iterator[Any]:
    """What one random game says about the turn, each player moving under that very name."""
    for _ in range(_PLIES):
        value = turn_value(position)
        if value is None:
            return
        yield value
        try:
            moves = access.legal(position, value)
            if not moves:
                return
            position, _ = access.made(position, (value,), 0, chance.choice(moves))
        except Exception:  # a class may refuse moves once it is over; there is no more to see
            return
