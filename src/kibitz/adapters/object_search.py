"""The reference search over an object's own evaluations: fractions, infinities, any size."""

from __future__ import annotations

from kibitz.core.types import Score, State
from kibitz.search.reference import Reference


class ObjectSearch(Reference):
    """The reference search without clamping; evaluations are only compared."""

    def evaluation(self, state: State) -> Score:
        """The evaluation, unchanged."""
        return self.game.evaluate(state, self.side)
