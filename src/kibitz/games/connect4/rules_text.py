"""The rules of Connect Four for its players, on a board of any size."""

from __future__ import annotations

from kibitz.core.rules_text import board_block
from kibitz.games.connect4.board import COLOURS, LENGTH, LETTERS

_DIAGONAL = ("..XO.", ".XXO.", "XOOXO")  # the lowest rows before d completes the diagonal


def rules_text(rows: int, columns: int) -> str:
    """The rules on a board of `rows` x `columns`."""
    return "\n\n".join(
        [
            "## Goal",
            "Be the first to have four of your discs in a straight line: across, upwards or "
            "diagonally.",
            "## Set-up",
            f"The board stands upright. It has {rows} rows and {columns} columns, named "
            f"a to {LETTERS[columns - 1]}, and is empty. X has the {COLOURS[0]} discs and O the "
            f"{COLOURS[1]} ones. X moves first.",
            "## Moves",
            "X and O take turns. On your turn you drop one of your discs into a column. It falls "
            "to the lowest free cell of that column. A full column cannot be chosen.",
            _falling(rows, columns),
            "## The end",
            "The game ends as soon as one player has four discs in a line: that player wins. A "
            "longer line wins too.",
            *_wins(rows, columns),
            "## Draws",
            "If all columns are full and no player has four in a line, the game is drawn.",
        ]
    )


def _falling(rows: int, columns: int) -> str:
    """A disc that lands on another one, if there are two rows."""
    column = LETTERS[min(1, columns - 1)]
    if rows == 1:
        return board_block(move=column, caption=f"X drops a disc into column {column}.")
    caption = f"O drops a disc into column {column}. It lands on the disc that is there."
    return board_block(moves=column, move=column, caption=caption)


def _wins(rows: int, columns: int) -> list[str]:
    """Winning moves in a row or a column, and in a diagonal, where they fit."""
    found = []
    if columns >= LENGTH and rows >= 2:
        position = _position(rows, columns, ("OOO.", "XXX."))
        caption = "X drops a disc into column d and has four in a row."
        found.append(board_block(position=position, move="d", caption=caption))
    elif rows >= LENGTH and columns >= 2:
        caption = "X drops a disc into column a and has four on top of each other."
        found.append(board_block(moves="a b a b a b", move="a", caption=caption))
    if columns >= len(_DIAGONAL[0]) and rows >= LENGTH:
        caption = "X completes the diagonal from a1 to d4."
        position = _position(rows, columns, _DIAGONAL)
        found.append(board_block(position=position, move="d", caption=caption))
    return found


def _position(rows: int, columns: int, lowest: tuple[str, ...]) -> str:
    """The position with these lowest rows, at the left edge."""
    padded = [f"{row:.<{columns}}" for row in lowest]
    return "/".join([*["." * columns] * (rows - len(lowest)), *padded])
