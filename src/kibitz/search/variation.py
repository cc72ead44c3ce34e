"""A line found by the search, with its score and how certain that is."""

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

    @property
    def move(self) -> Move:
        """The move at the root."""
        return self.line[0]


def reach(lines: Sequence[Variation]) -> tuple[bool, Depth]:
    """The progress of a search with these `lines`: whether they are final, and their depth.

    >>> reach(()) < reach([Variation((3,), 0, 7, False, False)])
    True
    """
    return (all(line.is_final for line in lines), lines[0].depth) if lines else (False, 0)
