"""Plain minimax of a position, the basis of claims: its values can be verified independently.

A quiescence search follows the last ply, so that a piece does not count as won if it is
immediately recaptured.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.core.types import Depth, Move
from kibitz.engine.engine import Engine
from kibitz.engine.lines import Line
from kibitz.engine.position import Position
from kibitz.search.limits import Limit
from kibitz.search.switches import Plain

WITH_QUIESCENCE = Plain(quiescence=True)  # the search of the engine for plain minimax
COMPILED_NODES = 200_000  # the node limit of one search
INTERPRETED_NODES = 4_000


@dataclass(frozen=True, slots=True)
class PlainLine:
    """A line, and the depth of plain minimax that gives its value."""

    line: Line
    depth: Depth

    @property
    def is_decided(self) -> bool:
        """Whether the line ends in a won or lost game."""
        return self.line.score is None

    @property
    def is_draw(self) -> bool:
        """Whether every line was searched to its end, and the best one is a draw."""
        return self.line.warrant.kind == "proven" and self.line.score == 0


class PlainSearch:
    """Searches moves of one position by plain minimax, and gives up at a node limit."""

    def __init__(self, plain: Engine, position: Position) -> None:
        self._plain = plain
        self._position = position
        self._nodes = COMPILED_NODES if plain.is_compiled else INTERPRETED_NODES

    def deepest(self, only: Sequence[Move], depth: Depth) -> PlainLine | None:
        """The best of the moves `only`, searched to at most `depth` plies within the node limit."""
        found = None
        limit = Limit(depth=depth, nodes=self._nodes)
        with self._plain.analysis(self._position, limit, only=only) as analysis:
            for lines in analysis:
                # A search that reached its node limit was cut short: its last line does not count.
                if lines[0].nodes < self._nodes:
                    found = lines[0]
            is_done = analysis.wait()[0].nodes < self._nodes
        if found is None:
            return None
        # A search that ended early has searched everything: its value holds at any depth.
        return PlainLine(found, depth if is_done else found.depth)

    def exactly(self, only: Sequence[Move], depth: Depth) -> PlainLine | None:
        """The best of the moves `only`, searched to `depth` plies; None if that takes too long."""
        found = self.deepest(only, depth)
        return found if found is not None and found.depth == depth else None
