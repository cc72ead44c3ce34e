"""Patterns: small groups of neighbouring cells, whose contents together get a weight."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from kibitz.training.board_layout import BoardLayout

_MOST_ENTRIES = 8000  # of the table of one pattern
MOST_PATTERNS = 64
_SHORTEST_LINE = 4
_STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))


def pattern_size(digits: int) -> int:
    """How many cells a pattern has if each cell has this many different contents.

    >>> pattern_size(3), pattern_size(5)
    (8, 5)
    """
    size = 1
    while digits ** (size + 1) <= _MOST_ENTRIES:
        size += 1
    return size


def choose_patterns(layout: BoardLayout, digits: int) -> list[tuple[int, ...]]:
    """The patterns of a board: its lines and blocks, or the neighbourhoods of its points."""
    size = min(pattern_size(digits), layout.cells)
    if layout.links:
        found = list(_neighbourhoods(layout, size))
    else:
        is_full = _is_full(layout.places)
        lines = list(_lines(layout.places, size)) if is_full else []
        found = [*lines, *_blocks(layout.places, size, room=MOST_PATTERNS - len(lines))]
    unique = list(dict.fromkeys(tuple(sorted(cells)) for cells in found))
    return unique[:MOST_PATTERNS]


def _is_full(places: Sequence[tuple[int, int]]) -> bool:
    """Whether the cells fill their rectangle; the dark squares of a checkered board do not."""
    return len(places) == (max(x for x, _ in places) + 1) * (max(y for _, y in places) + 1)


def _lines(places: Sequence[tuple[int, int]], size: int) -> Iterator[tuple[int, ...]]:
    """Rows, columns and diagonals; lines longer than `size` in overlapping parts."""
    at = {place: cell for cell, place in enumerate(places)}
    for dx, dy in _STEPS:
        for x, y in places:
            if (x - dx, y - dy) in at:
                continue
            line = []
            while (x, y) in at:
                line.append(at[x, y])
                x, y = x + dx, y + dy
            if len(line) < min(_SHORTEST_LINE, size):
                continue
            starts = {*range(0, max(len(line) - size, 0) + 1, max(size // 2, 1))}
            for start in sorted(starts | {max(len(line) - size, 0)}):
                yield tuple(line[start : start + size])


def _blocks(places: Sequence[tuple[int, int]], size: int, room: int) -> Iterator[tuple[int, ...]]:
    """Rectangles with nearly `size` cells, close to squares, that cover the board."""
    at = {place: cell for cell, place in enumerate(places)}
    columns, rows = max(x for x, _ in places) + 1, max(y for _, y in places) + 1
    shapes = []
    for width, height in itertools.product(range(1, columns + 1), range(1, rows + 1)):
        counts = [len(block) for block in _placed(at, columns, rows, width, height, 1, 1)]
        if counts and max(counts) <= size and max(width, height) <= 2 * min(width, height):
            shapes.append((-max(counts), abs(width - height), width, height))
    shapes.sort()
    best = [shape for shape in shapes if shape[:2] == shapes[0][:2]]
    for stride in range(1, max(columns, rows) + 1):
        found = [
            block
            for _, _, width, height in best
            for block in _placed(at, columns, rows, width, height, stride, stride)
            if len(block) > 1
        ]
        if len(found) <= room or stride >= size:
            yield from found
            return


def _placed(
    at: dict[tuple[int, int], int],
    columns: int,
    rows: int,
    width: int,
    height: int,
    across: int,
    down: int,
) -> Iterator[tuple[int, ...]]:
    """The cells of a rectangle at every `across`-th column and `down`-th row, and at the edges."""
    lefts = sorted({*range(0, columns - width + 1, across), columns - width})
    tops = sorted({*range(0, rows - height + 1, down), rows - height})
    for top, left in itertools.product(tops, lefts):
        yield tuple(
            at[x, y]
            for y in range(top, top + height)
            for x in range(left, left + width)
            if (x, y) in at
        )


def _neighbourhoods(layout: BoardLayout, size: int) -> Iterator[tuple[int, ...]]:
    """For each point the nearest points along the lines."""
    near: list[list[int]] = [[] for _ in range(layout.cells)]
    for one, other in layout.links:
        near[one].append(other)
        near[other].append(one)
    for start in range(layout.cells):
        x, y = layout.places[start]
        found, edge = [start], [start]
        while edge and len(found) < size:
            edge = sorted(
                {other for cell in edge for other in near[cell]} - set(found),
                key=lambda cell: (
                    (layout.places[cell][0] - x) ** 2 + (layout.places[cell][1] - y) ** 2,
                    cell,
                ),
            )
            found += edge
        yield tuple(found[:size])
