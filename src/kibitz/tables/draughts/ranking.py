"""The numbering of positions: every slice is numbered without gaps.

A position is numbered as seen by the side to move, whose men move to higher bits; with the other
side to move, the board is turned around first.

A slice is divided into parts by the rows of the most advanced man of both sides. Within a part,
numbers count the placements of the mover's men, then of the other men on the squares left to them,
then of the mover's kings, then of the other kings. Each placement is numbered in colexicographic
order, seen from its own side, so that the placements with the same most advanced row follow each
other.

`facts` is an array of words, which compiled code can read:

    entry of a slice     where its positions start, or NOWHERE
    entry of two counts  of men: where their table starts, and its width
    tables               for each row of the other side's most advanced man and each placement of
                         the mover's men: the number of placements of men before it in the slice
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

from kibitz.core.bits import highest, lowest, popcount
from kibitz.core.types import Memory
from kibitz.games.draughts.board import SQUARES, Board, board
from kibitz.tables.draughts.slices import Slice

MOST_PIECES = 8
NOWHERE = -1
_SIDE = MOST_PIECES + 1  # values of a number of pieces
_MEN = _SIDE**4  # the entries of pairs of numbers of men start here
CODE_BITS = _MEN + 2 * _SIDE * _SIDE  # a word for the width of codes, if they follow the facts
PIECES = CODE_BITS + 1  # a word for the most pieces of any position
_TABLES = PIECES + 1
_MOST_SQUARES = 50
# Masks to reverse the bits of a board: swap neighbours, pairs, nibbles and so on.
_SWAPS = tuple(((1 << 64) - 1) // ((1 << width) + 1) for width in (1, 2, 4, 8, 16, 32))


class Place(NamedTuple):
    """The pieces of a position, as seen by the side to move."""

    mine: int
    theirs: int
    kings: int


class RankingFunctions(NamedTuple):
    """The functions for one board, to be compiled."""

    number_of: Callable[[Memory, int, int, int], int]  # (facts, mine, theirs, kings) -> number
    place_at: Callable[[Memory, int, int, int, int, int, int, int, int], Place]
    turned: Callable[[int], int]  # a bitboard, with the board turned around


@dataclass(frozen=True, slots=True)
class Part:
    """The positions of a slice whose most advanced men have reached given rows."""

    of: Slice
    row: int  # of the mover's most advanced man, counted from its own side; 0 without men
    other_row: int
    first: int  # its numbers within the slice
    last: int  # the number after the last one


class Ranking:
    """The numbering of all slices on one board.

    >>> from kibitz.tables.draughts.slices import slices
    >>> sum(Ranking.on(8).size(one) for one in slices(4))
    6209316
    """

    def __init__(self, size: int) -> None:
        self._board: Board = board(size)
        self.rows: int = size - 1  # the rows on which men can stand
        self._squares = len(self._board.bits)

    @staticmethod
    @lru_cache(maxsize=4)
    def on(size: int) -> Ranking:
        """The ranking on a board of this size; cached."""
        return Ranking(size)

    @cached_property
    def functions(self) -> RankingFunctions:
        """The functions on positions."""
        return ranking_functions(self._board)

    def size(self, one: Slice) -> int:
        """The number of positions of a slice."""
        return self._men(one.men, one.other_men) * self.kings(one)

    def _men(self, men: int, other: int) -> int:
        """The number of placements of the men of both sides."""
        row = self._squares // (self.rows + 1)
        middle = self._squares - 2 * row  # squares for men of both sides
        return sum(
            comb(row, men - shared) * comb(middle, shared) * comb(middle - shared + row, other)
            for shared in range(min(men, middle) + 1)
        )

    def kings(self, one: Slice) -> int:
        """The number of placements of kings for each placement of men."""
        free = self._squares - one.all_men
        return comb(free, one.kings) * comb(free - one.kings, one.other_kings)

    def parts(self, one: Slice) -> list[Part]:
        """The parts of a slice in the order of their numbers."""
        table = self._placed(one.men, one.other_men)
        kings = self.kings(one)
        found = []
        for row, other_row, first, _ in self._blocks(one.men, one.other_men):
            begin = int(table[other_row, first]) * kings
            found.append((row, other_row, begin))
        ends = [begin for _, _, begin in found[1:]] + [self.size(one)]
        return [
            Part(one, row, other_row, begin, end)
            for (row, other_row, begin), end in zip(found, ends, strict=True)
        ]

    def span(self, part: Part) -> tuple[int, int]:
        """The ranks of the placements of the mover's men in a part."""
        return _span(self._squares // (self.rows + 1), part.of.men, part.row)

    def facts(self, starts: Mapping[Slice, int]) -> Any:
        """The facts for positions whose values start at these places."""
        import numpy as np

        found = np.full(_TABLES, NOWHERE, np.int64)
        tables: list[Any] = [found]
        end = _TABLES
        for men, other in sorted({(one.men, one.other_men) for one in starts}):
            table = self._placed(men, other)
            entry = _MEN + 2 * (men * _SIDE + other)
            found[entry : entry + 2] = end, table.shape[1]
            tables.append(table.reshape(-1))
            end += table.size
        for one, start in starts.items():
            found[_entry(*one)] = start
        found[PIECES] = max((one.pieces for one in starts), default=0)
        return np.concatenate(tables)

    def _blocks(self, men: int, other: int) -> list[tuple[int, int, int, int]]:
        """Row of the mover's most advanced man, row of the other side's, and a range of ranks."""
        own = self._squares // (self.rows + 1)
        rows = range((men - 1) // own, self.rows) if men else range(1)
        others = range((other - 1) // own, self.rows) if other else range(1)
        return [(row, other_row, *_span(own, men, row)) for row in rows for other_row in others]

    @lru_cache(maxsize=128)  # noqa: B019 - rankings are cached for the life of the process
    def _placed(self, men: int, other: int) -> Any:
        """The table of two numbers of men."""
        import numpy as np

        own = self._squares // (self.rows + 1)  # squares of a row
        # The mover's men in each row, seen from the other side, for every placement.
        every = np.array(list(combinations(range(own * self.rows), men)), np.int64)
        every = every.reshape(comb(own * self.rows, men), men)
        every = every[np.lexsort(every.T)] if men else every
        rows = self.rows - every // own
        blocked = np.array([(rows <= row).sum(axis=1) for row in range(self.rows)])
        choices = np.array([comb(free, other) for free in range(_MOST_SQUARES + 1)], np.int64)
        free = own * (1 + np.arange(self.rows))[:, None] - blocked
        up_to = choices[np.maximum(free, 0)]
        exactly = np.diff(up_to, axis=0, prepend=np.zeros((1, len(every)), np.int64))
        if other == 0:
            exactly = np.ones((1, len(every)), np.int64)
        table = np.zeros((self.rows, len(every)), np.int64)
        total = 0
        for _, other_row, first, last in self._blocks(men, other):
            counts = exactly[other_row, first:last]
            table[other_row, first:last] = total + counts.cumsum() - counts
            total += int(counts.sum())
        return table


def _span(own: int, men: int, row: int) -> tuple[int, int]:
    """The ranks of the placements whose most advanced man is in a row of `own` squares."""
    return (comb(own * row, men), comb(own * (row + 1), men)) if men else (0, 1)


def _entry(men: int, kings: int, other_men: int, other_kings: int) -> int:
    """The index of the entry of a slice."""
    return ((men * _SIDE + kings) * _SIDE + other_men) * _SIDE + other_kings


@lru_cache(maxsize=4)
def ranking_functions(on: Board) -> RankingFunctions:
    """The functions for one board. `facts` must contain the slice of every position."""
    every = on.every
    size = on.size
    top = len(on.places) - 1  # the highest bit
    rows = tuple(place[0] if place else 0 for place in on.places) + (0,) * SQUARES
    men_squares = on.rows(0, size - 2)
    other_squares = on.rows(1, size - 1)
    ahead = tuple(on.rows(row + 1, size - 1) for row in range(size))  # rows above
    choices = tuple(
        comb(free, chosen) for free in range(_MOST_SQUARES + 1) for chosen in range(_SIDE)
    )
    squares = len(on.bits)

    def turned(pieces: int) -> int:
        """The pieces with the board turned around."""
        width = 1
        for mask in _SWAPS:
            pieces = (pieces & mask) << width | pieces >> width & mask
            width *= 2
        return pieces >> 63 - top & every

    def upward(pieces: int, free: int) -> int:
        """The rank of some of the squares `free`, with the highest counting most."""
        rank, count = 0, 0
        while pieces:
            low = pieces & -pieces
            pieces ^= low
            count += 1
            rank += choices[popcount(free & (low - 1)) * _SIDE + count]
        return rank

    def downward(pieces: int, free: int) -> int:
        """The rank of some of the squares `free`, with the lowest counting most."""
        rank, count = 0, 0
        while pieces:
            high = highest(pieces)
            pieces ^= 1 << high
            count += 1
            rank += choices[popcount(free >> high >> 1) * _SIDE + count]
        return rank

    def placed_upward(rank: int, count: int, free: int) -> int:
        """The inverse of `upward`, for `count` pieces."""
        found, left = 0, popcount(free)
        while count:
            high = highest(free)
            free ^= 1 << high
            left -= 1
            before = choices[left * _SIDE + count]
            if rank >= before:
                rank -= before
                found |= 1 << high
                count -= 1
        return found

    def placed_downward(rank: int, count: int, free: int) -> int:
        """The inverse of `downward`."""
        found, left = 0, popcount(free)
        while count:
            low = lowest(free)
            free &= free - 1
            left -= 1
            before = choices[left * _SIDE + count]
            if rank >= before:
                rank -= before
                found |= 1 << low
                count -= 1
        return found

    def number_of(facts: Memory, mine: int, theirs: int, kings: int) -> int:
        """The number of a position; NOWHERE if `facts` do not contain its slice."""
        men, others = mine & ~kings, theirs & ~kings
        own, other = popcount(men), popcount(others)
        own_kings, other_kings = popcount(mine) - own, popcount(theirs) - other
        start = facts[_entry(own, own_kings, other, other_kings)]
        if start == NOWHERE:
            return NOWHERE
        entry = _MEN + 2 * (own * _SIDE + other)
        line = facts[entry]
        rank = 0
        if others:
            row = rows[lowest(others)]
            line += (size - 1 - row) * facts[entry + 1]
            free = other_squares & ~men
            rank = downward(others, free) - choices[popcount(free & ahead[row]) * _SIDE + other]
        rank += facts[line + (upward(men, men_squares) if men else 0)]
        free = every & ~(men | others)
        count = squares - own - other
        rank = rank * choices[count * _SIDE + own_kings] + upward(mine & kings, free)
        rank *= choices[(count - own_kings) * _SIDE + other_kings]
        rank += upward(theirs & kings, free & ~mine)
        number: int = start + rank
        return number

    def place_at(
        facts: Memory,
        number: int,
        own: int,
        own_kings: int,
        other: int,
        other_kings: int,
        other_row: int,
        first: int,
        last: int,
    ) -> Place:
        """The inverse of `number_of`, with numbers counted from the start of the slice.

        The position is in a part with this `other_row`, and the mover's men have a rank from
        `first` to `last` - 1.
        """
        count = squares - own - other
        own_placed = choices[count * _SIDE + own_kings]
        other_placed = choices[(count - own_kings) * _SIDE + other_kings]
        rank = number // (own_placed * other_placed)
        left = number - rank * own_placed * other_placed
        entry = _MEN + 2 * (own * _SIDE + other)
        line = facts[entry] + other_row * facts[entry + 1]
        while last - first > 1:
            middle = (first + last) // 2
            if facts[line + middle] <= rank:
                first = middle
            else:
                last = middle
        men = placed_upward(first, own, men_squares)
        others = 0
        if other:
            free = other_squares & ~men
            before = choices[popcount(free & ahead[size - 1 - other_row]) * _SIDE + other]
            others = placed_downward(rank - facts[line + first] + before, other, free)
        free = every & ~(men | others)
        own_rank = left // other_placed
        royal = placed_upward(own_rank, own_kings, free)
        other_royal = placed_upward(left - own_rank * other_placed, other_kings, free & ~royal)
        return Place(mine=men | royal, theirs=others | other_royal, kings=royal | other_royal)

    return RankingFunctions(number_of, place_at, turned)
