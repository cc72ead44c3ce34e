"""The layout of a board, from which the text board, the SVG and the web board are drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from kibitz.core.piece import Piece, piece_problems
from kibitz.core.setup import Setup, setup_problems
from kibitz.core.types import Move, State

__all__ = ["Cell", "Geometry", "Piece", "geometry_problems", "grid_cells"]


class Cell(NamedTuple):
    """One place on the board: its name and coordinates, x to the right and y downwards."""

    name: str
    x: int
    y: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Geometry:
    """A board.

    `cells`: every cell, in the order in which the rules number them.
    `kind`: "grid" for framed cells; "checkered" for a board whose dark squares are the cells;
        "points" for cells at the intersections of lines.
    `links`: pairs of neighbouring cells, by number; the lines of a board of points.
    `pieces`: every kind of piece.
    `occupants(state)`: for every cell the letter of its piece, another mark such as a value, or ""
        if the cell is empty.
    `files`: labels below the columns.
    `ranks`: labels beside the rows.
    `numbered`: whether empty cells show their names, because moves are written with them.
    `caption(state)`: a line below the board, such as scores or stones in hand.
    `path(state, move)`: the cells that a user selects to enter a legal move, in order, if the text
        of the move does not name them all.
    `entry`: "cells" if a user enters a move by selecting its cells; "columns" if any cell of a
        column stands for the move to that column.
    `falls`: whether a piece that is placed falls down its column.
    `blocked`: the marks of cells that are out of play.
    `must_capture(state)`: whether the side to move has to capture although it has pieces that could
        move without capturing.
    `counts(state)`: for every side, what the board does not show, by name, such as
        {"points": 16} or {"in hand": 3}. A first count called "points" is the result of the game.
    `winning_lines(state)`: the lines of cells that won a finished game, each from end to end.
    `ending(state)`: how a game ended by its rules, such as "four in a row" or "Black cannot move".
    `setup`: how a position is set up by placing pieces; without it, positions are written as text.
    """

    cells: Sequence[Cell]
    occupants: Callable[[State], Sequence[str]]
    kind: Literal["grid", "checkered", "points"] = "grid"
    links: Sequence[tuple[int, int]] = ()
    pieces: Sequence[Piece] = ()
    files: Sequence[str] = ()
    ranks: Sequence[str] = ()
    numbered: bool = False
    caption: Callable[[State], str] | None = None
    path: Callable[[State, Move], Sequence[int]] | None = None
    entry: Literal["cells", "columns"] = "cells"
    falls: bool = False
    blocked: Sequence[str] = ()
    must_capture: Callable[[State], bool] | None = None
    counts: Callable[[State], Sequence[Mapping[str, int]]] | None = None
    winning_lines: Callable[[State], Sequence[Sequence[int]]] | None = None
    ending: Callable[[State], str] | None = None
    setup: Setup | None = None

    @property
    def columns(self) -> int:
        """How many columns the cells span."""
        return max(cell.x for cell in self.cells) + 1

    @property
    def rows(self) -> int:
        """How many rows the cells span."""
        return max(cell.y for cell in self.cells) + 1


def grid_cells(rows: int, columns: int, name: Callable[[int, int], str]) -> tuple[Cell, ...]:
    """The cells of a rectangle, row by row from the top, named by `name(row, column)`."""
    return tuple(
        Cell(name(row, column), column, row) for row in range(rows) for column in range(columns)
    )


def geometry_problems(geometry: Geometry) -> list[str]:
    """The problems with a geometry, in words."""
    found = [problem for piece in geometry.pieces for problem in piece_problems(piece)]
    kinds, entries = ("grid", "checkered", "points"), ("cells", "columns")
    for role, value, known in (
        ("kind", geometry.kind, kinds),
        ("entry", geometry.entry, entries),
    ):
        if value not in known:
            found.append(f"the geometry's {role} is {value!r}: expected {' or '.join(known)}")
    return found if geometry.setup is None else [*found, *setup_problems(geometry.setup)]
