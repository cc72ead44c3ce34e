"""Boards of any size: sets of cells, for the fields of a state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Self

from kibitz.core.packed import MOST_WORDS, WORD_BITS, Packed

NEIGHBOURS: dict[int, tuple[tuple[int, int], ...]] = {
    4: ((0, 1), (1, 0), (0, -1), (-1, 0)),
    6: ((0, 1), (1, 0), (0, -1), (-1, 0), (1, -1), (-1, 1)),
    8: ((0, 1), (1, 0), (0, -1), (-1, 0), (1, -1), (-1, 1), (1, 1), (-1, -1)),
}


class Board(Packed):
    """A set of cells of a board with `rows` and `columns`. Cell = row * columns + column.

    A board never changes: `add` and the others return a new one. Rules with boards compile; each
    board is held in as many 64-bit words as it needs.

    >>> board = Board(8, 8, (27, 36))
    >>> board.add(28).popcount(), board.has(28), list(board.shift(1, 0).squares())
    (3, False, [35, 44])
    >>> board | Board(8, 8, [0])
    Board(8, 8, (0, 27, 36))
    """

    __slots__ = ()

    def __init__(self, rows: int, columns: int, cells: Iterable[int] = ()) -> None:
        if type(rows) is not int or type(columns) is not int or rows < 1 or columns < 1:
            raise ValueError(f"a board has {rows!r} x {columns!r} cells: expected numbers from 1")
        if rows * columns > MOST_WORDS * WORD_BITS:
            raise ValueError(
                f"a board has {rows * columns} cells: expected at most {MOST_WORDS * WORD_BITS}"
            )
        object.__setattr__(self, "shape", (rows, columns))
        bits = 0
        for cell in cells:
            bits |= 1 << self._checked(cell)
        object.__setattr__(self, "bits", bits)

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.shape[0] * self.shape[1]

    @property
    def words(self) -> int:
        """The number of words."""
        return -(-self.size // WORD_BITS)

    def _checked(self, cell: int) -> int:
        if isinstance(cell, Packed):
            raise self.refused(cell, "combine")
        if not 0 <= cell < self.size:
            raise IndexError(f"cell {cell} is not on a {self.kind}, whose last is {self.size - 1}")
        return cell

    def empty(self) -> Self:
        """A board of this size without cells."""
        return self.with_bits(0)

    def full(self) -> Self:
        """A board of this size with all cells."""
        return self.with_bits((1 << self.size) - 1)

    def has(self, cell: int) -> bool:
        """Whether `cell` is set."""
        return self.bits >> self._checked(cell) & 1 == 1

    def add(self, cell: int) -> Self:
        """This board with `cell`."""
        return self.with_bits(self.bits | 1 << self._checked(cell))

    def remove(self, cell: int) -> Self:
        """This board without `cell`."""
        return self.with_bits(self.bits & ~(1 << self._checked(cell)))

    def popcount(self) -> int:
        """How many cells are set."""
        return self.bits.bit_count()

    def lowest(self) -> int:
        """The lowest cell that is set; the board must not be empty."""
        return _lowest(self._bits_if_any())

    def highest(self) -> int:
        """The highest cell that is set; the board must not be empty."""
        return self._bits_if_any().bit_length() - 1

    def _bits_if_any(self) -> int:
        if self.bits == 0:
            raise ValueError("an empty board has no lowest or highest cell")
        return self.bits

    def squares(self) -> Iterator[int]:
        """Every cell that is set, lowest first."""
        rest = self.bits
        while rest:
            yield _lowest(rest)
            rest &= rest - 1

    def shift(self, rows: int, columns: int) -> Self:
        """Every cell moved by that many rows and columns. Cells that leave the board vanish."""
        height, width = self.shape
        if abs(rows) >= height or abs(columns) >= width:
            return self.with_bits(0)
        distance = rows * width + columns
        moved = self.bits << distance if distance >= 0 else self.bits >> -distance
        return self.with_bits(moved & column_masks(height, width)[width + columns])

    def neighbours(self, count: int = 4) -> Self:
        """The cells next to those of this board, which may include cells of this board.

        `count`: 4 for the cells beside, above and below; 8 with those at the corners; 6 for a board
        of hexagons, in which (row, column) also touches (row + 1, column - 1) and
        (row - 1, column + 1).
        """
        if count not in NEIGHBOURS:
            raise ValueError(f"a cell has {count!r} neighbours: expected 4, 6 or 8")
        bits = 0
        for rows, columns in NEIGHBOURS[count]:
            bits |= self.shift(rows, columns).bits
        return self.with_bits(bits)

    def flood(self, seeds: Self, count: int = 4) -> Self:
        """The cells of this board that are connected to its cells in `seeds`."""
        found = self & seeds
        while True:
            grown = (found | found.neighbours(count)) & self
            if grown == found:
                return found
            found = grown

    def __and__(self, other: Self) -> Self:
        return self.with_bits(self.bits & self._bits_of(other, "combine"))

    def __or__(self, other: Self) -> Self:
        return self.with_bits(self.bits | self._bits_of(other, "combine"))

    def __xor__(self, other: Self) -> Self:
        return self.with_bits(self.bits ^ self._bits_of(other, "combine"))

    def __sub__(self, other: Self) -> Self:
        """The cells of this board that are not in `other`."""
        return self.with_bits(self.bits & ~self._bits_of(other, "combine"))

    def __invert__(self) -> Self:
        return self.with_bits(self.bits ^ (1 << self.size) - 1)

    def __bool__(self) -> bool:
        return self.bits != 0

    def __repr__(self) -> str:
        cells = tuple(self.squares())
        return f"Board({self.shape[0]}, {self.shape[1]}{f', {cells}' if cells else ''})"


def _lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1


@lru_cache(maxsize=256)
def column_masks(rows: int, columns: int) -> tuple[int, ...]:
    """The cells that a shift by n columns can lead to, at index n + `columns`."""
    masks = []
    for step in range(-columns, columns + 1):
        line = sum(1 << column for column in range(columns) if 0 <= column - step < columns)
        masks.append(sum(line << row * columns for row in range(rows)))
    return tuple(masks)
