"""Pairings: who sits where in which game, by the game's number alone.

Two players: every pair of contestants plays every opening from both sides, in two games with
neighbouring numbers. Several players: every choice of contestants plays every opening in every
rotation of the seats; the order around the board is shuffled from opening to opening. Where there
are fewer contestants than seats they take turns, and then change places.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game: its opening and its contestants."""

    opening: int
    seats: tuple[int, ...]  # the contestant of every player


def pairing(contestants: int, players: int, seed: int, number: int) -> Pairing:
    """Who plays game `number`.

    >>> [pairing(2, 2, 0, number).seats for number in range(4)]
    [(0, 1), (1, 0), (0, 1), (1, 0)]
    """
    lineups = _lineups(contestants, players)
    group, turn = divmod(number, players)
    opening, index = divmod(group, len(lineups))
    seats: Sequence[int] = lineups[index]
    if players > 2:
        seats = list(seats)
        random.Random(f"{seed}/seats/{opening}").shuffle(seats)  # noqa: S311 - no secret
        if any(seats[turn:] + seats[:turn] == seats for turn in range(1, players)):
            seats.sort()  # or turning the seats would give the same game twice
    return Pairing(opening, (*seats[turn:], *seats[:turn]))


@cache
def _lineups(contestants: int, players: int) -> tuple[tuple[int, ...], ...]:
    """The choices of contestants that play together."""
    if contestants >= players:
        return tuple(combinations(range(contestants), players))
    return tuple(
        tuple((seat + shift) % contestants for seat in range(players))
        for shift in range(contestants if players % contestants else 1)
    )
