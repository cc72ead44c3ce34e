"""Positions of self-play, with their search scores and results, as NumPy records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

# The flags of a record.
QUIET = 1  # no legal move is noisy
RANDOM = 2  # a random move was played instead of the best one
PROVEN = 4  # the score is a proven result

# The reasons for the end of a game.
REASONS = ("rules", "clock", "repetition", "length", "tables", "score")


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game of self-play: its result, and a record for every position that was searched."""

    number: int
    payoffs: tuple[int, ...]  # WIN, DRAW or LOSS of each side
    plies: int
    reason: int  # an index of REASONS
    nodes: int  # of all searches
    records: Any  # a NumPy array of `record_type`


def record_type(words: int) -> Any:
    """The NumPy type of a record of a game whose positions have this many words.

    - `position`: the words of the position
    - `score`: of the search, for the side to move; wins and losses are clamped to 30,000,000
    - `result`: 1 if the side to move won the game, 0 for a draw, -1 if it lost
    - `side`: the side to move
    - `flags`: 1 quiet, 2 a random move was played, 4 the score is a proven result
    - `ply`: number of moves played before
    - `move`: the best move by the search

    >>> record_type(3).itemsize
    44
    """
    import numpy as np

    return np.dtype(
        [
            ("position", "<i8", (words,)),
            ("move", "<i8"),
            ("score", "<i4"),
            ("ply", "<i2"),
            ("result", "i1"),
            ("side", "i1"),
            ("flags", "u1"),
            ("reserved", "u1", (3,)),
        ]
    )
