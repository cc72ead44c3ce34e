"""The values of positions and moves for one player, and how a proof changes them."""

from __future__ import annotations

from typing import NamedTuple

from kibitz.core.types import Ply
from kibitz.teaching.review.chances import EVEN


class PositionValue(NamedTuple):
    """The value of a position or a move for one player."""

    chances: float
    is_certain: bool  # whether this is the proven result
    plies: Ply = 0  # until a forced win or loss

    def from_before(self, *, is_same: bool) -> PositionValue:
        """The value one move earlier, for the same player or for the opponent."""
        chances = self.chances if is_same else 1.0 - self.chances
        return PositionValue(chances, self.is_certain, self.plies + 1)

    def is_as_good_as(self, other: PositionValue) -> bool:
        """Whether the value is at least that of `other`; forced ends are compared by distance."""
        if self.chances != other.chances or not (self.is_certain and other.is_certain):
            return self.chances >= other.chances and not other.is_certain
        if self.chances == EVEN:
            return True
        return self.plies <= other.plies if self.chances else self.plies >= other.plies


def settle(best: PositionValue, played: PositionValue) -> tuple[PositionValue, PositionValue, bool]:
    """The values of the best and the played move, and whether the played one is equally good.

    A proof overrules an estimate, and no move has a higher value than the position.
    """
    if best.is_certain and best.chances < played.chances:
        return best, best, False
    if played.chances < best.chances:
        return best, played, False
    return played, played, played.is_as_good_as(best)
