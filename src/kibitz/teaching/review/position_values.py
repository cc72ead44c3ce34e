"""What positions and moves are worth to a player, and what follows from a proof."""

from __future__ import annotations

from typing import NamedTuple

from kibitz.core.types import Ply
from kibitz.teaching.review.chances import EVEN


class Worth(NamedTuple):
    """What a position or a move is worth to one player."""

    chances: float
    is_certain: bool  # whether this is how the game ends with best play
    plies: Ply = 0  # until a forced win or loss

    def from_before(self, *, is_same: bool) -> Worth:
        """What it is worth a move earlier, to the same player or to the other one of two."""
        chances = self.chances if is_same else 1.0 - self.chances
        return Worth(chances, self.is_certain, self.plies + 1)

    def is_as_good_as(self, other: Worth) -> bool:
        """Whether nothing is lost against `other`, time included."""
        if self.chances != other.chances or not (self.is_certain and other.is_certain):
            return self.chances >= other.chances and not other.is_certain
        if self.chances == EVEN:
            return True
        return self.plies <= other.plies if self.chances else self.plies >= other.plies


def settle(found: Worth, after: Worth) -> tuple[Worth, Worth, bool]:
    """What the best move and the one played are worth, and whether the one is as good.

    A proof overrules what only looks so: nothing is better than a win, nothing worse than a loss,
    and no move is worth more than the position.
    """
    if found.is_certain and found.chances < after.chances:
        return found, found, False
    if after.chances < found.chances:
        return found, after, False
    return after, after, after.is_as_good_as(found)
