"""A line found by the search, with its score and how certain that is.

The score of a sampled line is its mean result in thousandths: 1000 is a win.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kibitz.core.types import Depth, Move, Score


class Variation(NamedTuple):
    """A line from the root, with its score for the side to move at the root."""

    line: tuple[Move, ...]
    score: Score
    depth: Depth
    is_complete: bool  # every line below was searched to the end of the game
    is_proven: bool  # the score holds against any play, at any depth
    is_by_table: bool = False  # endgame tables contributed
    is_final: bool = False  # a deeper search cannot change it
    playouts: int = 0  # of a Monte Carlo search
    interval: tuple[float, float] | None = None  # of a sampled score, at 95 %
    share: float | None = None  # of the playouts

    @property
    def move(self) -> Move:
        """The move at the root."""
        return self.line[0]


def reach(lines: Sequence[Variation]) -> tuple[bool, Depth]:
    """The progress of a search with these `lines`: whether they are final, and their depth.

    The progress of a Monte Carlo search is its number of playouts instead.

    >>> reach(()) < reach([Variation((3,), 0, 7, False, False)])
    True
    """
    if not lines:
        return (False, 0)
    return all(line.is_final for line in lines), lines[0].playouts or lines[0].depth
