"""The names of a variant's squares: numbers or letters, with White at the bottom."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kibitz.core.geometry import Cell
from kibitz.games.draughts.board import Board
from kibitz.games.draughts.variants import BOTTOM_LEFT, BOTTOM_RIGHT, TOP_LEFT, Variant

LETTERS = "abcdefghij"


@dataclass(frozen=True, slots=True, eq=False)
class Squares:
    """The names of the squares.

    `cells`: every square by number, with its name and place in the drawing.
    `bits`: the bit of each cell.
    `names`: the name of each bit.
    `read`: the bit of each name; numbers and letters are both accepted.
    """

    cells: tuple[Cell, ...]
    bits: tuple[int, ...]
    names: dict[int, str]
    read: dict[str, int]

    @property
    def span(self) -> str:
        """The range of names, such as 1-32 or a1-h8."""
        names = sorted(self.names.values(), key=lambda name: (len(name), name))
        return f"{names[0]}-{names[-1]}"

    def parse(self, text: str) -> int:
        """The bit of the square named `text`; raises ValueError if there is no such square.

        A number may have a leading zero.
        """
        name = text.strip().lower()
        if re.fullmatch(r"0[1-9]", name):
            name = name[1:]
        if name not in self.read:
            raise ValueError(f"no square {text.strip()!r}: squares are {self.span}")
        return self.read[name]


def squares_of(board: Board, variant: Variant) -> Squares:
    """The names of the squares of `board` in `variant`."""
    size = board.size
    corner = TOP_LEFT if variant.letters else variant.first_square
    ordered = sorted(_seen_by_starter(board, variant), key=lambda place: _rank(place, corner))
    cells, bits, names, read = [], [], {}, {}
    for number, (row, column, bit) in enumerate(ordered, start=1):
        if variant.starter == "white":
            x, y = column, size - 1 - row
        else:
            x, y = size - 1 - column, row
        letters = f"{LETTERS[x]}{size - y}"
        name = letters if variant.letters else str(number)
        cells.append(Cell(name, x, y))
        bits.append(bit)
        names[bit] = name
        read[str(number)] = read[letters] = bit
    return Squares(tuple(cells), tuple(bits), names, read)


def _seen_by_starter(board: Board, variant: Variant) -> list[tuple[int, int, int]]:
    """(row, column, bit) of every square, counting from the first side's left corner."""
    is_mirrored = variant.dark_corner == "right"
    return [
        (row, board.size - 1 - column if is_mirrored else column, bit)
        for (row, column), bit in board.bits.items()
    ]


def _rank(place: tuple[int, int, int], corner: int) -> tuple[int, int]:
    """The sort key of a square when squares are numbered row by row from `corner`."""
    row, column, _ = place
    is_left = corner in (BOTTOM_LEFT, TOP_LEFT)
    is_bottom = corner in (BOTTOM_LEFT, BOTTOM_RIGHT)
    return (row if is_bottom else -row), (column if is_left else -column)
