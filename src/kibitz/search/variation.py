"""A line of play that a search has found, and how much is known of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kibitz.core.types import Depth, Move, Score


class Variation(NamedTuple):
    """A move at the root, what it is worth to the mover, and best play after it."""

    line: tuple[Move, ...]
    score: Score
    depth: Depth
    is_complete: bool  # every line was searched to the end of the game
    is_proven: bool  # whatever the others play, and however long one searches
    is_by_table: bool = False  # tables of perfect play had a part in it
    is_final: bool = False  # to search deeper cannot change it

    @property
    def move(self) -> Move:
        """The move at the root."""
        return self.line[0]


def reach(lines: Sequence[Variation]) -> tuple[bool, Depth]:
    """How far the search of `lines` came: whether to the end of what there is to find, its depth.

    >>> reach(()) < reach([Variation((3,), 0, 7, False, False)])
    True
    """
    return (all(line.is_final for line in lines), lines[0].depth) if lines else (False, 0)
