"""The board of Connect Four: its lines of four, mirror symmetry and geometry."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.core.geometry import Geometry, Piece, grid_cells
from kibitz.games.connect4.rules import State
from kibitz.games.n_in_a_row import SIDES, complete_rows, ending

LETTERS = "abcdefghijklmnopqrstuvwxyz"
LENGTH = 4  # cells in a winning line
COLOURS = ("red", "blue")  # of the sides


def fours(rows: int, columns: int) -> tuple[int, ...]:
    """Every line of four cells, each as a bitboard."""
    found = []
    for column in range(columns):
        for row in range(rows):
            for right, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if column + 3 * right < columns and 0 <= row + 3 * up < rows:
                    cells = [(column + i * right, row + i * up) for i in range(LENGTH)]
                    found.append(sum(1 << x * (rows + 1) + y for x, y in cells))
    return tuple(found)


def symmetries(rows: int, columns: int) -> Callable[[State], State]:
    """A function that maps a state to itself or its mirror image, whichever is smaller."""
    height = rows + 1

    def smallest(state: State) -> State:
        mine = 0
        theirs = 0
        for column in range(columns):
            shift = (columns - 1 - column) * height
            mine |= (state.mine >> column * height & (1 << rows) - 1) << shift
            theirs |= (state.theirs >> column * height & (1 << rows) - 1) << shift
        if mine < state.mine or (mine == state.mine and theirs < state.theirs):
            return State(mine=mine, theirs=theirs, turn=state.turn)
        return state

    return smallest


def bits_by_cell(rows: int, columns: int) -> list[int]:
    """The bit of every cell, row by row from the top."""
    return [column * (rows + 1) + row for row in reversed(range(rows)) for column in range(columns)]


def occupants_of(rows: int, columns: int) -> Callable[[State], list[str]]:
    """A function that returns the mark on each cell, row by row from the top."""
    bits = bits_by_cell(rows, columns)

    def occupants(state: State) -> list[str]:
        crosses, noughts = (
            (state.mine, state.theirs) if state.turn == 0 else (state.theirs, state.mine)
        )
        return ["X" if crosses >> bit & 1 else "O" if noughts >> bit & 1 else "" for bit in bits]

    return occupants


def geometry(rows: int, columns: int) -> Geometry:
    """How the board is drawn."""
    winning = fours(rows, columns)

    def number(bit: int) -> int:
        column, row = divmod(bit, rows + 1)
        return (rows - 1 - row) * columns + column

    def winning_lines(state: State) -> list[list[int]]:
        return complete_rows(winning, state.theirs, number)

    return Geometry(
        cells=grid_cells(rows, columns, lambda row, column: f"{LETTERS[column]}{rows - row}"),
        pieces=tuple(
            Piece(mark, "disc", side, colour=colour, symbol="rings")
            for side, (mark, colour) in enumerate(zip(SIDES, COLOURS, strict=True))
        ),
        entry="columns",
        falls=True,
        occupants=occupants_of(rows, columns),
        files=tuple(LETTERS[:columns]),
        winning_lines=winning_lines,
        ending=lambda state: ending(LENGTH, is_won=bool(winning_lines(state))),
    )
