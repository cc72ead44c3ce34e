"""The reference search over the evaluations of an object: fractions, infinities, any size."""

from __future__ import annotations

from kibitz.core.types import Score, State
from kibitz.search.reference import Reference


class ObjectSearch(Reference):
    """The reference search without limits for evaluations, which it only compares."""

    def evaluation(self, state: State) -> Score:
        """The evaluation, unchanged."""
        return self.game.evaluate(state, self.side)
