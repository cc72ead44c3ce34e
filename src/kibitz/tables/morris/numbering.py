"""The number of every placement of stones on a Morris board, without gaps.

A placement of the mover's and the other side's stones is numbered by the class of the mover's
stones (sets that mirror each other are one class, and the least of them stands for it) and by the
rank of the other side's stones among the placements on the points that are left. A set of the
mover's stones with symmetries of its own has several ranks for one placement: the least one counts,
the others are not used.

What the kernels need to know of a board stands in one block of numbers, `facts`.
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
MILLS = 4  # through one point at most

# Where things stand in `facts`.
POINTS = 0  # points of the board
SYMMETRIES = 1
NEIGHBOURS = 2  # by point, a set of bits
THROUGH = NEIGHBOURS + MOST_POINTS  # by point, MILLS mills without the point; ABSENT for none
CHOICES = THROUGH + MOST_POINTS * MILLS  # by points and stones, how many placements
FIRST_CLASS = CHOICES + (MOST_POINTS + 1) * (MOST_STONES + 1)  # by stones, the first class's number
LEADERS = FIRST_CLASS + MOST_STONES + 2  # where this begins: by class, the set that stands for it
STABILISERS = LEADERS + 1  # likewise: by class, its symmetries as a set of bits
CLASS_OF = LEADERS + 2  # likewise: by set, its class << 4 | the symmetry that leads to its leader
IMAGES = LEADERS + 3  # by symmetry, byte of a set and its value
FACTS = IMAGES + MOST_SYMMETRIES * 3 * 256  # here those three begin, one after the other
ABSENT = 1 << 30


@dataclass(frozen=True, slots=True, eq=False)
class Numbering:
    """The numbers of one board, for sides of up to `stones` stones."""

    board: Board
    facts: Any  # int32

    def classes(self, stones: int) -> int:
        """How many classes of so many stones there are."""
        return int(self.facts[FIRST_CLASS + stones + 1] - self.facts[FIRST_CLASS + stones])

    def size(self, mover: int, other: int) -> int:
        """How many numbers the placements of so many stones take."""
        return self.classes(mover) * comb(self.board.count - mover, other)


@lru_cache(maxsize=8)
def numbering(board: Board, stones: int) -> Numbering:
    """The numbers of `board`, for sides of up to `stones` stones."""
    import numpy as np

    facts = np.zeros(FACTS, np.int32)
    count = board.count
    facts[POINTS] = count
    facts[SYMMETRIES] = len(board.symmetries)
    facts[NEIGHBOURS : NEIGHBOURS + count] = board.neighbours
    for point in range(count):
        own = [mill & ~(1 << point) for mill in board.mills if mill >> point & 1]
        assert len(own) <= MILLS
        begin = THROUGH + point * MILLS
        facts[begin : begin + MILLS] = own + [ABSENT] * (MILLS - len(own))
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
    sets = _sets(count, stones)
    least, symmetry_to = _least_images(board, facts, sets)
    class_of = np.full(1 << count, -1, np.int32)
    sizes = _counts(sets)
    found = []
    for size in range(stones + 1):
        here = sizes == size
        chosen, numbers = np.unique(least[here], return_inverse=True)
        class_of[sets[here]] = numbers << 4 | symmetry_to[here]
        facts[FIRST_CLASS + size + 1] = facts[FIRST_CLASS + size] + len(chosen)
        found.append(chosen)
    leaders = np.concatenate(found)
    stabilisers = np.zeros(len(leaders), np.int32)
    for number in range(len(board.symmetries)):
        stabilisers |= (image(facts, leaders, number) == leaders).astype(np.int32) << number
    facts[LEADERS : CLASS_OF + 1] = FACTS + np.array([0, 1, 2]) * len(leaders)
    return Numbering(board, np.concatenate((facts, leaders, stabilisers, class_of)))


def _counts(sets: Any) -> Any:
    """How many stones each of `sets` has."""
    import numpy as np

    of_byte = np.array([value.bit_count() for value in range(256)], np.int8)
    return of_byte[sets & 255] + of_byte[sets >> 8 & 255] + of_byte[sets >> 16]


def _sets(count: int, stones: int) -> Any:
    """Every set of up to `stones` of `count` points."""
    import numpy as np

    every = np.arange(1 << count, dtype=np.int32)
    return every[_counts(every) <= stones]


def _least_images(board: Board, facts: Any, sets: Any) -> tuple[Any, Any]:
    """The least image of each of `sets` under the board's symmetries, and which one gives it."""
    import numpy as np

    least, chosen = sets.copy(), np.zeros(len(sets), np.int32)
    for symmetry in range(1, len(board.symmetries)):
        moved = image(facts, sets, symmetry)
        smaller = moved < least
        least[smaller] = moved[smaller]
        chosen[smaller] = symmetry
    return least, chosen


def image(facts: Any, stones: Any, symmetry: int) -> Any:
    """The set that `stones` go to by a symmetry of the board; of many sets at once in arrays."""
    base = IMAGES + symmetry * 768
    return (
        facts[base + (stones & 255)]
        | facts[base + 256 + (stones >> 8 & 255)]
        | facts[base + 512 + (stones >> 16)]
    )


def choices(facts: Any, points: int, stones: int) -> int:
    """How many ways there are to place `stones` on `points`."""
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
    """The placement with this number; `points` are not taken."""
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
    """The rank that counts, under the symmetries of the mover's stones."""
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
    """The number of a placement, whose sides have `movers` and `others` stones."""
    entry = facts[facts[CLASS_OF] + mover]
    kind = facts[FIRST_CLASS + movers] + (entry >> 4)
    moved = image(facts, other, entry & 15)
    first: int = (entry >> 4) * choices(facts, facts[POINTS] - movers, others)
    leader, stabiliser = facts[facts[LEADERS] + kind], facts[facts[STABILISERS] + kind]
    return first + least_rank(facts, moved, leader, stabiliser)
