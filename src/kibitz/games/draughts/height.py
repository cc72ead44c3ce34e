"""How far men have come: the sum of their rows."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.core.bits import popcount
from kibitz.games.draughts.board import Board


def height_function(board: Board) -> Callable[[int], int]:
    """The function for `board`, for compiling."""
    # The squares in whose row's number a bit is set: counted, they add up to the rows.
    ones, twos, fours, eights = (board.where(lambda y, x, n=n: y >> n & 1) for n in range(4))

    def height(men: int) -> int:
        """The sum of the men's rows, counted from the player who starts."""
        return (
            popcount(men & ones)
            + 2 * popcount(men & twos)
            + 4 * popcount(men & fours)
            + 8 * popcount(men & eights)
        )

    return height
