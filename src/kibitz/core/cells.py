"""Rows of small numbers, for the fields of a state: pieces on squares, stones in pits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from kibitz.core.packed import MOST_WORDS, WORD_BITS, Packed

MOST_VALUE_BITS = 32


class Cells(Packed):
    """`count` numbers of `width` bits each, from 0 to 2**width - 1.

    Cells never change: `put` returns new ones. Rules with cells compile.

    >>> pits = Cells(14, 6, (4, 4, 4, 4, 4, 4, 0) * 2)
    >>> pits.get(2), pits.put(2, 0).get(2), list(pits.put(0, 9).values())[:3]
    (4, 0, [9, 4, 4])
    """

    __slots__ = ()

    def __init__(self, count: int, width: int, values: Iterable[int] = ()) -> None:
        if type(count) is not int or count < 1:
            raise ValueError(f"cells have a count of {count!r}: expected a number from 1")
        if type(width) is not int or not 1 <= width <= MOST_VALUE_BITS:
            raise ValueError(
                f"cells have a width of {width!r} bits: expected 1 to {MOST_VALUE_BITS}"
            )
        object.__setattr__(self, "shape", (count, width))
        if self.words > MOST_WORDS:
            raise ValueError(f"{count} cells of {width} bits do not fit in {MOST_WORDS} words")
        bits = 0
        for index, value in enumerate(values):
            bits |= self._checked_value(value) << self._place(index)
        object.__setattr__(self, "bits", bits)

    @property
    def per_word(self) -> int:
        """How many numbers a word holds."""
        return WORD_BITS // self.shape[1]

    @property
    def words(self) -> int:
        """The number of words."""
        return -(-self.shape[0] // self.per_word)

    def _place(self, index: int) -> int:
        """The lowest bit of a number."""
        if isinstance(index, Packed):
            raise self.refused(index, "combine")
        if not 0 <= index < self.shape[0]:
            raise IndexError(f"{self.kind} has no number {index}: the last is {self.shape[0] - 1}")
        word, place = divmod(index, self.per_word)
        return word * WORD_BITS + place * self.shape[1]

    def _checked_value(self, value: int) -> int:
        if not 0 <= value < 1 << self.shape[1]:
            most = (1 << self.shape[1]) - 1
            raise ValueError(f"{value} does not fit in {self.kind}: expected 0 to {most}")
        return value

    def get(self, index: int) -> int:
        """The number at `index`."""
        return self.bits >> self._place(index) & (1 << self.shape[1]) - 1

    def put(self, index: int, value: int) -> Self:
        """These cells with `value` at `index`."""
        place = self._place(index)
        rest = self.bits & ~((1 << self.shape[1]) - 1 << place)
        return self.with_bits(rest | self._checked_value(value) << place)

    def values(self) -> tuple[int, ...]:
        """All numbers, for the text and the drawing of a state; rules that compile use `get`."""
        return tuple(map(self.get, range(self.shape[0])))

    def __repr__(self) -> str:
        return f"Cells({self.shape[0]}, {self.shape[1]}, {self.values()})"
