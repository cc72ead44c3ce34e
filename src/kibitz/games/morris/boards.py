"""The boards of the Morris family: points, the lines between them, and their symmetries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from kibitz.core.geometry import Cell

BYTE = 256


@dataclass(frozen=True)
class Board:
    """Points, and the lines of two or three points that connect them.

    Points are numbered row by row from the top left corner, and named by file and rank from the
    bottom left corner. Adjacent points on a line are linked; a line of three points is a mill.
    """

    cells: tuple[Cell, ...]
    lines: tuple[tuple[int, ...], ...]

    @property
    def count(self) -> int:
        """The number of points."""
        return len(self.cells)

    @property
    def size(self) -> int:
        """The number of files, and of ranks."""
        return max(cell.x for cell in self.cells) + 1

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each point, by its name."""
        return {cell.name: number for number, cell in enumerate(self.cells)}

    @cached_property
    def links(self) -> tuple[tuple[int, int], ...]:
        """Pairs of adjacent points."""
        return tuple(
            sorted({(min(pair), max(pair)) for line in self.lines for pair in pairwise(line)})
        )

    @cached_property
    def mills(self) -> tuple[int, ...]:
        """Every line of three points, as a bitboard."""
        return tuple(
            sorted(sum(1 << point for point in line) for line in self.lines if len(line) == 3)
        )

    @cached_property
    def neighbours(self) -> tuple[int, ...]:
        """For each point, its adjacent points as a bitboard."""
        found = [0] * self.count
        for one, other in self.links:
            found[one] |= 1 << other
            found[other] |= 1 << one
        return tuple(found)

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The points of every row, from the top."""
        return tuple(
            tuple(number for number, cell in enumerate(self.cells) if cell.y == y)
            for y in range(self.size)
        )

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """Every permutation of the points that preserves links and mills; the identity first."""
        order = self._nearby_order()
        found: list[tuple[int, ...]] = []
        image: dict[int, int] = {}

        def fits(point: int, candidate: int) -> bool:
            near, there = self.neighbours[point], self.neighbours[candidate]
            return near.bit_count() == there.bit_count() and all(
                near >> other & 1 == there >> image[other] & 1 for other in image
            )

        def extend() -> None:
            if len(image) == self.count:
                if {_moved(mill, image) for mill in self.mills} == set(self.mills):
                    found.append(tuple(image[point] for point in range(self.count)))
                return
            point = order[len(image)]
            for candidate in range(self.count):
                if candidate not in image.values() and fits(point, candidate):
                    image[point] = candidate
                    extend()
                    del image[point]

        extend()
        return tuple(sorted(found))

    def _nearby_order(self) -> list[int]:
        """All points, each adjacent to an earlier one, so that mismatches are found early."""
        order = [0]
        for point in order:
            for other in range(self.count):
                if self.neighbours[point] >> other & 1 and other not in order:
                    order.append(other)
        return order


def by_bytes(board: Board, value: Callable[[int], int]) -> tuple[int, ...]:
    """A lookup table of the union of `value` over the points in each byte of a bitboard.

    With it, `looked_up` finds the union over any set of points with one lookup per byte.
    """
    table = []
    for first in range(0, board.count, 8):
        found = [0]
        for point in range(first, first + 8):
            own = value(point) if point < board.count else 0
            found += [others | own for others in found]
        table += found
    return tuple(table)


def looked_up(table: tuple[int, ...], first: int, byte_count: int, points: int) -> int:
    """The union over `points`, from entries of a `by_bytes` table that start at byte `first`."""
    found = 0
    for index in range(byte_count):
        found |= table[(first + index) * BYTE + (points >> 8 * index & BYTE - 1)]
    return found


def _moved(points: int, image: dict[int, int]) -> int:
    return sum(1 << image[point] for point in image if points >> point & 1)


def _board(size: int, drawn: list[list[tuple[int, int]]]) -> Board:
    """The board with these lines of (x, y) coordinates, counted from the top left corner."""
    places = sorted({place for line in drawn for place in line}, key=lambda place: place[::-1])
    cells = tuple(Cell(f"{'abcdefg'[x]}{size - y}", x, y) for x, y in places)
    return Board(cells, tuple(tuple(places.index(place) for place in line) for line in drawn))


def _square() -> Board:
    """Nine points in a square, joined in rows, columns and both diagonals."""
    steps = range(3)
    rows = [[(x, y) for x in steps] for y in steps]
    columns = [[(x, y) for y in steps] for x in steps]
    return _board(3, [*rows, *columns, [(i, i) for i in steps], [(i, 2 - i) for i in steps]])


def _rings(count: int, *, diagonals: bool = False, centre: bool = False) -> Board:
    """`count` nested squares, joined at the midpoints of their sides.

    `diagonals` also joins the corners; `centre` adds a point joined to the innermost midpoints.
    """
    lines: list[list[tuple[int, int]]] = []
    for low in range(count):
        high = 2 * count - low
        across = (low, count, high)
        lines += [[(x, y) for x in across] for y in (low, high)]
        lines += [[(x, y) for y in across] for x in (low, high)]
    outside_in = range(count)
    for near in (outside_in, [2 * count - step for step in outside_in]):
        lines += [[(count, step) for step in near], [(step, count) for step in near]]
        if diagonals:
            lines += [[(step, step) for step in near], [(step, 2 * count - step) for step in near]]
    if centre:
        middle = (count - 1, count, count + 1)
        lines += [[(step, count) for step in middle], [(count, step) for step in middle]]
    return _board(2 * count + 1, lines)


SQUARE = _square()
TWO_RINGS = _rings(2)
TWO_RINGS_AND_CENTRE = _rings(2, centre=True)
THREE_RINGS = _rings(3)
THREE_RINGS_AND_DIAGONALS = _rings(3, diagonals=True)
