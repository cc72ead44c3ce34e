"""The rules of Tic-Tac-Toe for its players, on a board of any size."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.core.rules_text import board_block


def rules_text(rows: int, columns: int, length: int, sides: Sequence[str]) -> str:
    """The rules on a board of `rows` x `columns`, for `length` in a row."""
    first, second = sides
    marks = "one mark" if length == 1 else f"{length} of your marks"
    line = "" if length == 1 else " in a straight line: across, down or diagonally"
    longer = " A longer line wins too." if 1 < length < max(rows, columns) else ""
    return "\n\n".join(
        [
            "## Goal",
            f"Be the first to have {marks}{line}.",
            "## Set-up",
            f"The board has {rows} x {columns} cells and is empty. {first} moves first.",
            "## Moves",
            f"{first} and {second} take turns. On your turn you put your mark on any free cell. "
            "Marks stay where they are until the end of the game.",
            board_block(caption="Cells are numbered row by row from the top left."),
            "## The end",
            f"The game ends as soon as one player has {length} in a line: that player wins."
            f"{longer}",
            *_wins(rows, columns, length, first, second),
            "## Draws",
            f"If the board is full and no player has {length} in a line, the game is drawn.",
            *_draw(rows, columns, length, first, second),
        ]
    )


def _wins(rows: int, columns: int, length: int, first: str, second: str) -> list[str]:
    """Boards with a winning move, in a row or a column and in a diagonal, where they fit."""
    straight = (0, 1) if columns >= length else (1, 0)
    found = []
    for (down, right), name in ((straight, "line"), ((1, 1), "diagonal")):
        if length == 1 or not (rows > down * (length - 1) and columns > right * (length - 1)):
            continue
        cells = [(down * columns + right) * place for place in range(length)]
        others = [cell for cell in range(rows * columns) if cell not in cells]
        others = others[len(others) - (length - 1) :]
        if len(others) == length - 1:
            position = _position(rows, columns, {first: cells[:-1], second: others})
            caption = f"{first} completes a {name} of {length} and wins."
            found.append(board_block(position=position, move=cells[-1], caption=caption))
    return found


def _draw(rows: int, columns: int, length: int, first: str, second: str) -> list[str]:
    """A full board without a winner, for the usual game."""
    if (rows, columns, length) != (3, 3, 3):
        return []
    position = _position(rows, columns, {first: [0, 2, 3, 7, 8], second: [1, 4, 5, 6]})
    return [board_block(position=position, caption="The board is full: a draw.")]


def _position(rows: int, columns: int, marks: dict[str, list[int]]) -> str:
    """The text of the position with these marks."""
    owners = {cell: mark for mark, cells in marks.items() for cell in cells}
    texts = [owners.get(cell, ".") for cell in range(rows * columns)]
    return "/".join("".join(texts[row * columns :][:columns]) for row in range(rows))
