"""The advancement of men: the sum of their rows."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.core.bits import popcount
from kibitz.games.draughts.board import Board


def height_function(board: Board) -> Callable[[int], int]:
    """The function for `board`, to be compiled."""
    # The row numbers as bit planes: popcounts weighted by powers of two add up to the sum of rows.
    ones, twos, fours, eights = (_rows_with_bit(board, bit) for bit in range(4))

    def height(men: int) -> int:
        """The sum of the men's rows, counted from the first side."""
        return (
            popcount(men & ones)
            + 2 * popcount(men & twos)
            + 4 * popcount(men & fours)
            + 8 * popcount(men & eights)
        )

    return height


def _rows_with_bit(board: Board, bit: int) -> int:
    return board.where(lambda row, column: row >> bit & 1)
