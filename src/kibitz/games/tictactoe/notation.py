"""Notation for moves and positions in Tic-Tac-Toe.

A move is the number of a cell. A position lists its rows from the top, with `.` for a free cell:
`X../.O./...`. The number of marks determines the side to move.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from kibitz.core.bits import popcount
from kibitz.core.messages import Message, own_message
from kibitz.core.notation import Notation
from kibitz.games.tictactoe.board import occupants_of
from kibitz.games.tictactoe.rules import Rules, State

REASONS = {"cell_taken": "Cell {cell} is taken."}


def notation_for(rows: int, columns: int, rules: Rules, sides: Sequence[str]) -> Notation:
    """The notation for a board of `rows` x `columns`."""
    cells = rows * columns
    occupants = occupants_of(cells, sides)

    def parse_move(state: State, text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,2}", text) or int(text) >= cells:
            raise ValueError(f"cells are 0 to {cells - 1}")
        return int(text)

    def expected(state: State) -> str:
        return "free cells are " + ", ".join(map(str, rules.moves(state)))

    def format_state(state: State) -> str:
        marks = [mark or "." for mark in occupants(state)]
        return "/".join("".join(marks[row * columns : (row + 1) * columns]) for row in range(rows))

    return Notation(
        parse_move=parse_move,
        format_state=format_state,
        parse_state=state_parser(rows, columns, rules, sides),
        expected=expected,
    )


def state_parser(
    rows: int, columns: int, rules: Rules, sides: Sequence[str]
) -> Callable[[str], State]:
    """A parser for positions, which rejects those that cannot occur."""
    first, second = sides
    example = "/".join(["." * columns] * rows)

    def parse_state(text: str) -> State:
        board = [row for row in re.sub(r"[\s|]", "", text).upper().split("/") if row]
        if len(board) != rows or any(len(row) != columns for row in board):
            raise ValueError(f"expected {rows} rows of {columns} cells, for example {example}")
        marks = "".join(board)
        if set(marks) - set("XO."):
            raise ValueError(f"expected X, O and . for a free cell, for example {example}")
        firsts = sum(1 << cell for cell, mark in enumerate(marks) if mark == first)
        seconds = sum(1 << cell for cell, mark in enumerate(marks) if mark == second)
        turn = popcount(firsts) - popcount(seconds)
        if turn not in (0, 1):
            raise ValueError(
                f"expected as many {first} as {second} or one {first} more, "
                f"got {popcount(firsts)} {first} and {popcount(seconds)} {second}"
            )
        mine, theirs = (seconds, firsts) if turn else (firsts, seconds)
        if rules.has_won(mine):
            raise ValueError("this position cannot occur: the game ended a move earlier")
        return State(mine=mine, theirs=theirs, turn=turn)

    return parse_state


def why_not(state: State, move: int) -> Message | None:
    """The reason why a move is illegal."""
    if (state.mine | state.theirs) >> move & 1:
        return own_message(REASONS, "cell_taken", cell=move)
    return None
