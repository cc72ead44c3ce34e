"""Pairings: the contestants and seats of each game, determined by its number.

Games for two: every pair of contestants plays every opening from both sides, in two consecutive
games. Games for three or more: every combination of contestants plays every opening in every
rotation of the seats, and each opening shuffles their order around the board. If there are fewer
contestants than seats, some fill several seats; the seats rotate all the same.
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
    seats: tuple[int, ...]  # the contestant of every side


def pairing(contestants: int, players: int, seed: int, number: int) -> Pairing:
    """The opening and the contestants of game `number`.

    >>> [pairing(2, 2, 0, number).seats for number in range(4)]
    [(0, 1), (1, 0), (0, 1), (1, 0)]
    """
    lineups = _lineups(contestants, players)
    group, turn = divmod(number, players)
    opening, index = divmod(group, len(lineups))
    seats: Sequence[int] = lineups[index]
    if players > 2:
        seats = list(seats)
        random.Random(f"{seed}/seats/{opening}").shuffle(seats)  # noqa: S311 - not a secret
        if any(seats[turn:] + seats[:turn] == seats for turn in range(1, players)):
            seats.sort()  # this shuffle has two equal rotations, which would repeat a game
    return Pairing(opening, (*seats[turn:], *seats[:turn]))


@cache
def _lineups(contestants: int, players: int) -> tuple[tuple[int, ...], ...]:
    """The combinations of contestants that play together."""
    if contestants >= players:
        return tuple(combinations(range(contestants), players))
    return tuple(
        tuple((seat + shift) % contestants for seat in range(players))
        for shift in range(contestants if players % contestants else 1)
    )
