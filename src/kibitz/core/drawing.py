"""A board as text."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.core.geometry import Geometry
from kibitz.core.types import State


def draw(geometry: Geometry, state: State) -> str:
    """The board as text."""
    return _draw_grid(geometry, state)


def _shown(geometry: Geometry, state: State) -> dict[tuple[int, int], str]:
    """What stands at every place."""
    return {
        (cell.x, cell.y): letter or (cell.name if geometry.numbered else ".")
        for cell, letter in zip(geometry.cells, geometry.occupants(state), strict=True)
    }


def _draw_grid(geometry: Geometry, state: State) -> str:
    """Framed cells, the files under them and the ranks beside them."""
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
