"""The bitboards of draughts: the dark squares, as seen by the side that moves first.

    8x8   32   33   34   35 |       10x10      50 51 52 53 54
        27   28   29   30   |               44 45 46 47 48
          23   24   25   26 |                  39 40 41 42 43
        18   19   20   21   |               33 34 35 36 37
          14   15   16   17 |                  28 29 30 31 32
         9   10   11   12   |               22 23 24 25 26
           5    6    7    8 |                  17 18 19 20 21
         0    1    2    3   |               11 12 13 14 15
                                               6  7  8  9 10
                                             0  1  2  3  4

The drawing shows bit numbers, which count from left to right and from the first side's back rank
upwards. One bit after every second row is never set. Therefore, from any square, a step up and left
is a shift by `step` bits, a step up and right is a shift by `step + 1`, and a step over the edge
ends off the board. Boards with the dark corner on the right are mirrored, so the rules handle only
one orientation.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

SQUARES = 64  # table entries per direction

# (rows up, columns to the right). In both tuples, the second half leads to lower bits.
DIAGONALS = ((1, -1), (1, 1), (-1, 1), (-1, -1))
EIGHT_WAYS = ((1, -1), (1, 1), (0, 2), (2, 0), (-1, 1), (-1, -1), (0, -2), (-2, 0))


@dataclass(frozen=True, slots=True)
class Board:
    """The squares of a board of a given size, as bits.

    `places`: the (row, column) of each bit, as seen by the first side; None for unused bits.
    `step`: the shift for a step up and left; a step up and right shifts by one more.
    """

    size: int
    step: int
    places: tuple[tuple[int, int] | None, ...]

    @property
    def every(self) -> int:
        """All squares."""
        return sum(1 << bit for bit, place in enumerate(self.places) if place)

    @property
    def bits(self) -> dict[tuple[int, int], int]:
        """The bit for each (row, column)."""
        return {place: bit for bit, place in enumerate(self.places) if place}

    def rows(self, first: int, last: int) -> int:
        """The squares in the rows from `first` to `last`, counted from the first side."""
        return self.where(lambda row, column: first <= row <= last)

    def where(self, condition: Callable[[int, int], object]) -> int:
        """The squares for which `condition(row, column)` is true."""
        return sum(1 << bit for (row, column), bit in self.bits.items() if condition(row, column))

    def rays(self, ways: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
        """All squares in each direction from each bit, at index `way * SQUARES + bit`."""
        table = [0] * (len(ways) * SQUARES)
        bits = self.bits
        for way, (up, right) in enumerate(ways):
            for (row, column), bit in bits.items():
                place = (row + up, column + right)
                while place in bits:
                    table[way * SQUARES + bit] |= 1 << bits[place]
                    place = (place[0] + up, place[1] + right)
        return tuple(table)

    def neighbours(self, ways: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
        """The next square in each direction, as a bitboard, at index `way * SQUARES + bit`."""
        table = [0] * (len(ways) * SQUARES)
        bits = self.bits
        for way, (up, right) in enumerate(ways):
            for (row, column), bit in bits.items():
                place = (row + up, column + right)
                if place in bits:
                    table[way * SQUARES + bit] = 1 << bits[place]
        return tuple(table)


@cache
def board(size: int) -> Board:
    """The board of `size` x `size`.

    >>> board(8).step, board(8).bits[7, 7], board(10).bits[9, 9]
    (4, 35, 54)
    """
    half = size // 2
    period = 2 * half + 1  # bits per two rows
    places: list[tuple[int, int] | None] = [None] * (period * half)
    for row in range(size):
        start = row // 2 * period + (half + 1 if row % 2 else 0)
        for index in range(half):
            places[start + index] = (row, 2 * index + row % 2)
    return Board(size, half, tuple(places))
