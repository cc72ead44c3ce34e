"""Plain minimax of a position, which claims are made from: what anybody can compute again.

Past the last ply noisy moves are followed, so that nobody is credited with a piece that is taken
back at once.
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

SETTLED = Plain(quiescence=True)  # how its engine searches
COMPILED_NODES = 200_000  # of one question
INTERPRETED_NODES = 4_000


@dataclass(frozen=True, slots=True)
class Seen:
    """A line, and to how many plies its value is that of plain minimax."""

    line: Line
    depth: Depth

    @property
    def is_decided(self) -> bool:
        """Whether it ends in a won or lost game."""
        return self.line.score is None

    @property
    def is_draw(self) -> bool:
        """Whether every line was looked at to its end, and the best one is a draw."""
        return self.line.warrant.kind == "proven" and self.line.score == 0


class Probe:
    """Asks for plain values of the moves of one position, and gives up what takes too long."""

    def __init__(self, plain: Engine, position: Position) -> None:
        self._plain = plain
        self._position = position
        self._nodes = COMPILED_NODES if plain.is_compiled else INTERPRETED_NODES

    def deepest(self, only: Sequence[Move], depth: Depth) -> Seen | None:
        """The best of the moves `only`, as deep as can be afforded, at most `depth` plies."""
        found = None
        limit = Limit(depth=depth, nodes=self._nodes)
        with self._plain.analysis(self._position, limit, only=only) as analysis:
            for lines in analysis:
                # A search that was cut short has used up its nodes: its last line says nothing.
                if lines[0].nodes < self._nodes:
                    found = lines[0]
            is_done = analysis.wait()[0].nodes < self._nodes
        if found is None:
            return None
        # One that ended before its depth has nothing left to find: deeper the value is the same.
        return Seen(found, depth if is_done else found.depth)

    def exactly(self, only: Sequence[Move], depth: Depth) -> Seen | None:
        """The best of the moves `only`, `depth` plies deep; None where that takes too long."""
        found = self.deepest(only, depth)
        return found if found is not None and found.depth == depth else None
