"""A board as text."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.core.geometry import Cell, Geometry
from kibitz.core.types import State


def draw(geometry: Geometry, state: State) -> str:
    """The board as text, with the caption below it."""
    drawers = {"grid": _draw_grid, "checkered": _draw_checkered, "points": _draw_points}
    board = drawers[geometry.kind](geometry, state)
    caption = geometry.caption(state) if geometry.caption else ""
    return f"{board}\n{caption}" if caption else board


def _shown(geometry: Geometry, state: State) -> dict[tuple[int, int], str]:
    """The text of every cell, by column and row."""
    return {
        (cell.x, cell.y): letter or (cell.name if geometry.numbered else ".")
        for cell, letter in zip(geometry.cells, geometry.occupants(state), strict=True)
    }


def _draw_grid(geometry: Geometry, state: State) -> str:
    """Framed cells, with the files below and the ranks beside them."""
    shown = _shown(geometry, state)
    width = max(len(text) for text in (*shown.values(), *geometry.files))
    margin = max((len(rank) for rank in geometry.ranks), default=0)

    def line(texts: Sequence[str], between: str, rank: str) -> str:
        cells = between.join(f" {text:>{width}} " for text in texts)
        return f"{rank:>{margin}}{cells}".rstrip()

    rows = [
        line(
            [shown.get((x, y), "") for x in range(geometry.columns)],
            "|",
            geometry.ranks[y] if geometry.ranks else "",
        )
        for y in range(geometry.rows)
    ]
    rule = " " * margin + "-" * (geometry.columns * (width + 3) - 1)
    board = f"\n{rule}\n".join(rows)
    return f"{board}\n{line(geometry.files, ' ', '')}" if geometry.files else board


def _draw_checkered(geometry: Geometry, state: State) -> str:
    """A framed board with pieces on the dark squares, blank light squares, and labels outside."""
    shown = _shown(geometry, state)
    width = max(len(text) for text in (*shown.values(), *geometry.files))
    margin = max((len(rank) for rank in geometry.ranks), default=0)

    def line(texts: Sequence[str], rank: str, edge: str) -> str:
        cells = " ".join(f"{text:>{width}}" for text in texts)
        return f"{rank:>{margin}} {edge} {cells} {edge}".rstrip()

    rows = [
        line(
            [shown.get((x, y), "") for x in range(geometry.columns)],
            geometry.ranks[y] if geometry.ranks else "",
            "|",
        )
        for y in range(geometry.rows)
    ]
    rule = " " * margin + " +" + "-" * (geometry.columns * (width + 1) + 1) + "+"
    lines = [rule, *rows, rule]
    if geometry.files:
        lines.append(line(geometry.files, "", " "))
    return "\n".join(lines)


def _draw_points(geometry: Geometry, state: State) -> str:
    """Points and the lines that link them, with the files below and the ranks beside them."""
    shown = _shown(geometry, state)
    step = max(map(len, shown.values())) + 3  # columns of text from one file to the next
    drawn: dict[tuple[int, int], str] = {}  # by column and row of text; a rank has two rows
    for one, other in geometry.links:
        _draw_line(drawn, step, geometry.cells[one], geometry.cells[other])
    for (x, y), text in shown.items():
        drawn.update({(x * step + place, 2 * y): letter for place, letter in enumerate(text)})
    width = max(column for column, _ in drawn) + 1
    margin = max((len(rank) + 1 for rank in geometry.ranks), default=0)

    def line(row: int) -> str:
        rank = geometry.ranks[row // 2] if geometry.ranks and row % 2 == 0 else ""
        letters = "".join(drawn.get((column, row), " ") for column in range(width))
        return f"{rank:<{margin}}{letters}".rstrip()

    rows = [line(row) for row in range(2 * geometry.rows - 1)]
    if geometry.files:
        rows.append((" " * margin + "".join(f"{file:<{step}}" for file in geometry.files)).rstrip())
    return "\n".join(rows)


def _draw_line(drawn: dict[tuple[int, int], str], step: int, one: Cell, other: Cell) -> None:
    """Draw the line between two points if it runs along a file, a rank or a diagonal."""
    start, end = sorted(((one.y, one.x), (other.y, other.x)))
    down, right = end[0] - start[0], end[1] - start[1]
    if down == 0:
        for column in range(start[1] * step + 1, end[1] * step):
            drawn[column, 2 * start[0]] = "-"
    elif abs(right) in (0, down):
        sign = "|" if right == 0 else "\\" if right > 0 else "/"
        for row in range(1, 2 * down):
            drawn[start[1] * step + right * step * row // (2 * down), 2 * start[0] + row] = sign
