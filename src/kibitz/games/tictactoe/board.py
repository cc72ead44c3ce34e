"""The board of Tic-Tac-Toe: its winning rows, symmetries and geometry."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kibitz.core.geometry import Geometry, Piece, grid_cells
from kibitz.games.n_in_a_row import complete_rows, ending
from kibitz.games.tictactoe.rules import DIRECTIONS, State

NAMES = {"X": "cross", "O": "nought"}
SHAPES = {"X": "cross", "O": "ring"}


def winning_rows(rows: int, columns: int, length: int) -> tuple[int, ...]:
    """Every row of `length` cells in a straight line, each as a bitboard."""
    found = set()
    for row in range(rows):
        for column in range(columns):
            for down, right in DIRECTIONS:
                ends = row + down * (length - 1), column + right * (length - 1)
                if ends[0] < rows and 0 <= ends[1] < columns:
                    found.add(
                        sum(
                            1 << (row + down * i) * columns + column + right * i
                            for i in range(length)
                        )
                    )
    return tuple(sorted(found))


def symmetries(rows: int, columns: int) -> Callable[[State], State]:
    """A function that maps a state to its smallest image under the symmetries of the board."""
    cells = rows * columns
    mirrors = _mirrors(rows, columns)
    mirror_count = len(mirrors) // cells

    def smallest(state: State) -> State:
        best = state
        for mirror in range(mirror_count):
            mine = 0
            theirs = 0
            for cell in range(cells):
                image = mirrors[mirror * cells + cell]
                mine |= (state.mine >> cell & 1) << image
                theirs |= (state.theirs >> cell & 1) << image
            if mine < best.mine or (mine == best.mine and theirs < best.theirs):
                best = State(mine=mine, theirs=theirs, turn=state.turn)
        return best

    return smallest


def _mirrors(rows: int, columns: int) -> tuple[int, ...]:
    """The image of every cell under each symmetry of the board, in one flat tuple."""
    images = []
    for down in (False, True):
        for across in (False, True):
            for turned in (False, True) if rows == columns else (False,):
                for row in range(rows):
                    for column in range(columns):
                        y = rows - 1 - row if down else row
                        x = columns - 1 - column if across else column
                        images.append(x * columns + y if turned else y * columns + x)
    return tuple(images)


def occupants_of(cells: int, sides: Sequence[str]) -> Callable[[State], list[str]]:
    """A function that returns the mark on each cell."""
    first, second = sides

    def occupants(state: State) -> list[str]:
        own, other = (first, second) if state.turn == 0 else (second, first)
        return [
            own if state.mine >> cell & 1 else other if state.theirs >> cell & 1 else ""
            for cell in range(cells)
        ]

    return occupants


def geometry(rows: int, columns: int, length: int, sides: Sequence[str]) -> Geometry:
    """How the board is drawn."""
    winning = winning_rows(rows, columns, length)

    def winning_lines(state: State) -> list[list[int]]:
        return complete_rows(winning, state.theirs, lambda cell: cell)

    return Geometry(
        cells=grid_cells(rows, columns, lambda row, column: str(row * columns + column)),
        links=_links(rows, columns),
        pieces=tuple(
            Piece(mark, NAMES[mark], side, shape=SHAPES[mark]) for side, mark in enumerate(sides)
        ),
        occupants=occupants_of(rows * columns, sides),
        numbered=True,
        winning_lines=winning_lines,
        ending=lambda state: ending(length, is_won=bool(winning_lines(state))),
    )


def _links(rows: int, columns: int) -> tuple[tuple[int, int], ...]:
    """Pairs of cells that share an edge."""
    pairs = []
    for cell in range(rows * columns):
        if cell % columns < columns - 1:
            pairs.append((cell, cell + 1))
        if cell + columns < rows * columns:
            pairs.append((cell, cell + columns))
    return tuple(pairs)
