"""Text for the moves and positions of an object."""

from __future__ import annotations

import contextlib
import io
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from kibitz.adapters.content import fields_of
from kibitz.adapters.method_calls import is_askable

_BLANKS = {None, "", " "}
_WIDEST = 64  # the largest row or column number of a board that is drawn


def words_of(text: str) -> tuple[str, ...]:
    """The numbers and words of a move's text, without separators.

    >>> words_of("(5, 0) -> (4, 1)") == words_of("5,0-4,1")
    True
    """
    return tuple(re.findall(r"[0-9]+|[^\W\d_]+", text.casefold()))


def move_text(move: object) -> str:
    """The text of a move, without spaces.

    >>> move_text(((5, 0), (4, 1))), move_text((1, 2)), move_text({"row": 1, "column": 2})
    ('5,0-4,1', '1,2', 'row=1;column=2')
    """
    return re.sub(r"\s+", "_", _text(move).strip()) or "-"


def _text(move: object) -> str:
    if isinstance(move, str | int | float) or move is None:
        return str(move)
    if isinstance(move, Mapping):
        return ";".join(f"{_text(key)}={_text(value)}" for key, value in move.items())
    if isinstance(move, list | tuple) and not hasattr(move, "_fields"):
        is_deep = any(isinstance(part, list | tuple | Mapping) for part in move)
        return ("-" if is_deep else ",").join(_text(part) for part in move)
    if _has_own_text(move):
        return str(move)
    # A move object without a text of its own: its plain fields, but not a board it may refer to.
    plain = (str, int, float, list, tuple, type(None))
    held = [_text(value) for value in fields_of(move).values() if isinstance(value, plain)]
    return f"{type(move).__name__.casefold()}:{';'.join(held)}" if held else type(move).__name__


def _has_own_text(value: object) -> bool:
    """Whether the class of `value` defines `__str__` or `__repr__`."""
    kind: Any = type(value)
    return kind.__str__ is not object.__str__ or kind.__repr__ is not object.__repr__


def distinct_texts(moves: Sequence[object]) -> list[str]:
    """The texts of moves; duplicates are numbered."""
    counted: dict[str, int] = {}
    texts = []
    for move in moves:
        text = move_text(move)
        key = text.casefold()
        counted[key] = counted.get(key, 0) + 1
        texts.append(text if counted[key] == 1 else f"{text}#{counted[key]}")
    return texts


def board_text(position: Any) -> str:
    """The position as its class shows it: its text, the output of print_board, or its rows."""
    if _has_own_text(position):
        return str(position)
    show = getattr(position, "print_board", None)
    if callable(show) and is_askable(show):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            show()
        if printed.getvalue().strip():
            return printed.getvalue().rstrip("\n")
    rows = rows_of(getattr(position, "board", None))
    if rows:
        return "\n".join(" ".join(_cell(cell) for cell in row) for row in rows)
    held = {name: value for name, value in fields_of(position).items() if not callable(value)}
    grid = _grid(held.get("board"))
    if grid:
        del held["board"]
    fields = " ".join(f"{name}={value!r}" for name, value in held.items())
    return "\n".join([*grid, fields] if fields else grid)


def line_text(position: Any) -> str:
    """The position in one line."""
    rows = [] if _has_own_text(position) else rows_of(getattr(position, "board", None))
    cells = [[_cell(cell) for cell in row] for row in rows]
    if cells:
        between = "" if all(len(cell) == 1 for row in cells for cell in row) else " "
        return "/".join(between.join(row) for row in cells)
    lines = [" ".join(line.split()) for line in board_text(position).splitlines()]
    return " / ".join(line for line in lines if line)


def rows_of(board: Any) -> list[Sequence[Any]]:
    """The rows of a board that is a list of rows or a flat list of cells."""
    if not isinstance(board, list | tuple) or not board:
        return []
    if all(isinstance(row, list | tuple | str) and len(row) > 1 for row in board):
        return list(board)
    side = math.isqrt(len(board))
    width = side if side * side == len(board) else len(board)
    return [board[start : start + width] for start in range(0, len(board), width)]


def _grid(board: Any) -> list[str]:
    """The rows of a board that is a dict with (row, column) keys."""
    if not isinstance(board, Mapping) or not board or not all(map(_is_square, board)):
        return []
    rows, columns = (range(min(part), max(part) + 1) for part in zip(*board, strict=True))
    width = max(len(_cell(cell)) for cell in board.values())
    return [
        " ".join(_cell(board.get((row, column), " ")).rjust(width) for column in columns)
        for row in rows
    ]


def _is_square(key: object) -> bool:
    is_pair = isinstance(key, tuple) and len(key) == 2
    return is_pair and all(type(part) is int and abs(part) <= _WIDEST for part in key)  # type: ignore[attr-defined]


def _cell(cell: object) -> str:
    return "." if isinstance(cell, str | None) and cell in _BLANKS else str(cell)
