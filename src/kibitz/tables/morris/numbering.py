"""An index of all placements of stones on a Morris board.

A placement of the mover's and the other side's stones is numbered by the class of the mover's
stones and by the rank of the other side's stones among the placements on the remaining points.
Symmetric sets form one class; its leader is the least of them. If the mover's set is itself
symmetric, a placement has several ranks: the least is used, the others stay unused.

All data about a board that the kernels need is in one array of numbers, `facts`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import Any

from kibitz.core.bits import popcount
from kibitz.games.morris.boards import Board

MOST_POINTS = 24
MOST_SYMMETRIES = 16
MOST_STONES = 12
MILLS = 4  # maximum through one point

# Offsets in `facts`.
POINTS = 0  # points of the board
SYMMETRIES = 1
NEIGHBOURS = 2  # a bitboard for each point
THROUGH = NEIGHBOURS + MOST_POINTS  # for each point MILLS mills, without the point; ABSENT if fewer
CHOICES = THROUGH + MOST_POINTS * MILLS  # the number of placements, by points and stones
FIRST_CLASS = CHOICES + (MOST_POINTS + 1) * (MOST_STONES + 1)  # the first class, by stones
LEADERS = FIRST_CLASS + MOST_STONES + 2  # offset of the leaders, by class
STABILISERS = LEADERS + 1  # offset of the symmetries of the leaders, as bit sets, by class
CLASS_OF = LEADERS + 2  # offset of class << 4 | the symmetry that maps to its leader, by set
IMAGES = LEADERS + 3  # the image of a byte of a set, by symmetry, byte number and value
FACTS = IMAGES + MOST_SYMMETRIES * 3 * 256  # the data at those three offsets start here
ABSENT = 1 << 30

# Dense facts have more entries before those data.
DIRECTORY = FACTS  # offset of a subspace's codes, by stones on board and in hand
SIDE = MOST_STONES + 1
FIRST_SET = DIRECTORY + SIDE**4  # offset of the classes of sets, by number of stones
DENSE = FIRST_SET + SIDE


@dataclass(frozen=True, slots=True, eq=False)
class Numbering:
    """The index of one board, for sides of up to `stones` stones."""

    board: Board
    facts: Any  # int32

    def classes(self, stones: int) -> int:
        """The number of classes of sets of `stones` stones."""
        return int(self.facts[FIRST_CLASS + stones + 1] - self.facts[FIRST_CLASS + stones])

    def size(self, mover: int, other: int) -> int:
        """The size of the index for these numbers of stones."""
        return self.classes(mover) * comb(self.board.count - mover, other)


@lru_cache(maxsize=8)
def numbering(board: Board, stones: int) -> Numbering:
    """The index of `board`, for sides of up to `stones` stones."""
    import numpy as np

    found = _classes(board, stones)
    class_of = np.full(1 << board.count, -1, np.int32)
    for sets, entries in zip(found.sets, found.entries, strict=True):
        class_of[sets] = entries
    return Numbering(board, np.concatenate((*found.parts, class_of)))


@dataclass(frozen=True, slots=True, eq=False)
class _Classes:
    """The classes of a board's sets, by number of stones."""

    parts: tuple[Any, ...]  # the start of `facts`, before the classes of sets
    sets: list[Any]  # in the order of their ranks
    entries: list[Any]  # for every set its class << 4 | the symmetry that maps it to its leader


def _classes(board: Board, stones: int, begin: int = FACTS) -> _Classes:
    """The classes of sets of up to `stones` stones; their data start at `begin`."""
    import numpy as np

    facts = np.zeros(begin, np.int32)
    count = board.count
    facts[POINTS] = count
    facts[SYMMETRIES] = len(board.symmetries)
    facts[NEIGHBOURS : NEIGHBOURS + count] = board.neighbours
    for point in range(count):
        own = [mill & ~(1 << point) for mill in board.mills if mill >> point & 1]
        assert len(own) <= MILLS
        place = THROUGH + point * MILLS
        facts[place : place + MILLS] = own + [ABSENT] * (MILLS - len(own))
    for points in range(MOST_POINTS + 1):
        for placed in range(MOST_STONES + 1):
            facts[CHOICES + points * (MOST_STONES + 1) + placed] = comb(points, placed)
    for number, symmetry in enumerate(board.symmetries):
        for byte in range(3):
            for value in range(256):
                moved = sum(
                    1 << symmetry[byte * 8 + bit]
                    for bit in range(8)
                    if value >> bit & 1 and byte * 8 + bit < count
                )
                facts[IMAGES + (number * 3 + byte) * 256 + value] = moved
    every = _sets(count, stones)
    entries, found = [], []
    for size, sets in enumerate(every):
        least, symmetry_to = _least_images(board, facts, sets)
        chosen, numbers = np.unique(least, return_inverse=True)
        entries.append((numbers << 4 | symmetry_to).astype(np.int32))
        facts[FIRST_CLASS + size + 1] = facts[FIRST_CLASS + size] + len(chosen)
        found.append(chosen)
    leaders = np.concatenate(found)
    stabilisers = np.zeros(len(leaders), np.int32)
    for number in range(len(board.symmetries)):
        stabilisers |= (image(facts, leaders, number) == leaders).astype(np.int32) << number
    facts[LEADERS : CLASS_OF + 1] = begin + np.array([0, 1, 2]) * len(leaders)
    return _Classes((facts, leaders, stabilisers), every, entries)


def _sets(count: int, stones: int) -> list[Any]:
    """The sets of up to `stones` of `count` points, by size and in the order of their ranks."""
    import numpy as np

    found = [np.zeros(1, np.int32)]
    for _ in range(stones):
        last = found[-1]
        grown = [last[last < 1 << point] | 1 << point for point in range(count)]
        found.append(np.concatenate(grown).astype(np.int32))
    return found


def _least_images(board: Board, facts: Any, sets: Any) -> tuple[Any, Any]:
    """The least image of each set under the board's symmetries, and the symmetry used."""
    import numpy as np

    least, chosen = sets.copy(), np.zeros(len(sets), np.int32)
    for symmetry in range(1, len(board.symmetries)):
        moved = image(facts, sets, symmetry)
        smaller = moved < least
        least[smaller] = moved[smaller]
        chosen[smaller] = symmetry
    return least, chosen


@lru_cache(maxsize=8)
def dense_facts(board: Board, stones: int) -> Any:
    """Compact facts for lookups, in which the class of a set is found by its rank.

    For movers with up to `stones` stones. The directory is not filled in.
    """
    import numpy as np

    found = _classes(board, stones, DENSE)
    facts = np.concatenate((*found.parts, *found.entries)).astype(np.int64)
    first = facts[CLASS_OF]
    for size, entries in enumerate(found.entries):
        facts[FIRST_SET + size] = first
        first += len(entries)
    return facts


def dense_size(facts: Any, mover: int, other: int) -> int:
    """Like `Numbering.size`, from dense facts."""
    classes = int(facts[FIRST_CLASS + mover + 1] - facts[FIRST_CLASS + mover])
    return classes * comb(int(facts[POINTS]) - mover, other)


def image(facts: Any, stones: Any, symmetry: int) -> Any:
    """The image of `stones` under a symmetry of the board; also for arrays of sets."""
    base = IMAGES + symmetry * 768
    return (
        facts[base + (stones & 255)]
        | facts[base + 256 + (stones >> 8 & 255)]
        | facts[base + 512 + (stones >> 16)]
    )


def choices(facts: Any, points: int, stones: int) -> int:
    """The number of ways to place `stones` on `points`."""
    count: int = facts[CHOICES + points * (MOST_STONES + 1) + stones]
    return count


def rank(facts: Any, stones: int, taken: int) -> int:
    """The number of `stones` among the placements on the points that are not `taken`."""
    found = 0
    place = 1
    while stones:
        lowest = stones & -stones
        stones ^= lowest
        found += choices(facts, popcount(~taken & (lowest - 1)), place)
        place += 1
    return found


def unrank(facts: Any, number: int, taken: int, points: int, stones: int) -> int:
    """The placement with this number; `points` is the number of points that are not taken."""
    found = 0
    point = facts[POINTS] - 1
    while stones > 0:
        if taken >> point & 1 == 0:
            points -= 1
            below = choices(facts, points, stones)
            if number >= below:
                found |= 1 << point
                number -= below
                stones -= 1
        point -= 1
    return found


def least_rank(facts: Any, stones: int, leader: int, stabiliser: int) -> int:
    """The least rank of `stones` under the symmetries of the mover's stones."""
    found = rank(facts, stones, leader)
    stabiliser >>= 1
    symmetry = 1
    while stabiliser:
        if stabiliser & 1:
            found = min(found, rank(facts, image(facts, stones, symmetry), leader))
        stabiliser >>= 1
        symmetry += 1
    return found


def number_of(facts: Any, mover: int, movers: int, other: int, others: int) -> int:
    """The number of a placement of `movers` and `others` stones."""
    return _number(facts, facts[facts[CLASS_OF] + mover], movers, other, others)


def dense_number_of(facts: Any, mover: int, movers: int, other: int, others: int) -> int:
    """Like `number_of`, from dense facts."""
    entry = facts[facts[FIRST_SET + movers] + rank(facts, mover, 0)]
    return _number(facts, entry, movers, other, others)


def _number(facts: Any, entry: int, movers: int, other: int, others: int) -> int:
    kind = facts[FIRST_CLASS + movers] + (entry >> 4)
    moved = image(facts, other, entry & 15)
    first: int = (entry >> 4) * choices(facts, facts[POINTS] - movers, others)
    leader, stabiliser = facts[facts[LEADERS] + kind], facts[facts[STABILISERS] + kind]
    return first + least_rank(facts, moved, leader, stabiliser)
