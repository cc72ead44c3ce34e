"""Notation for moves and positions in Connect Four.

A move is the letter of a column. A position lists its rows from the top, with `.` for a free cell:
`......./......./......./......./...O.../..XX...`. The number of discs determines the side to move.
"""

from __future__ import annotations

from collections.abc import Callable

from kibitz.core.bits import popcount
from kibitz.core.messages import Message, own_message
from kibitz.core.notation import Notation
from kibitz.games.connect4.board import LETTERS, occupants_of
from kibitz.games.connect4.rules import Rules, State

REASONS = {"column_full": "Column {column} is full."}


def notation_for(rows: int, columns: int, rules: Rules) -> Notation:
    """The notation for a board of `rows` x `columns`."""
    span = f"a-{LETTERS[columns - 1]}" if columns > 1 else "a"
    occupants = occupants_of(rows, columns)

    def parse_move(state: State, text: str) -> int:
        column = LETTERS.find(text.casefold()) if len(text) == 1 else -1
        if not 0 <= column < columns:
            raise ValueError(f"columns are {span}")
        return column

    def format_move(state: State, move: int) -> str:
        return LETTERS[move]

    def expected(state: State) -> str:
        return "open columns are " + ", ".join(sorted(LETTERS[move] for move in rules.moves(state)))

    def format_state(state: State) -> str:
        marks = [mark or "." for mark in occupants(state)]
        return "/".join("".join(marks[row * columns : (row + 1) * columns]) for row in range(rows))

    return Notation(
        parse_move=parse_move,
        format_move=format_move,
        format_state=format_state,
        parse_state=state_parser(rows, columns, rules),
        expected=expected,
    )


def state_parser(rows: int, columns: int, rules: Rules) -> Callable[[str], State]:
    """A parser for positions, which rejects those that cannot occur."""
    example = "/".join(["." * columns] * rows)

    def parse_state(text: str) -> State:
        board = [row for row in "".join(text.split()).upper().split("/") if row]
        if len(board) != rows or any(len(row) != columns for row in board):
            raise ValueError(f"expected {rows} rows of {columns} cells, for example {example}")
        if set("".join(board)) - set("XO."):
            raise ValueError(f"expected X, O and . for a free cell, for example {example}")
        discs = {"X": 0, "O": 0}
        for column in range(columns):
            for row in range(rows):
                mark = board[rows - 1 - row][column]
                if mark == ".":
                    continue
                if row and board[rows - row][column] == ".":
                    raise ValueError(
                        f"column {LETTERS[column]} has a disc above a free cell: discs fall to the "
                        "lowest one"
                    )
                discs[mark] |= 1 << column * (rows + 1) + row
        return _state_of(discs["X"], discs["O"])

    def _state_of(crosses: int, noughts: int) -> State:
        counts = popcount(crosses), popcount(noughts)
        turn = counts[0] - counts[1]
        if turn not in (0, 1):
            raise ValueError(
                f"expected as many X as O or one X more, got {counts[0]} X and {counts[1]} O"
            )
        mine, theirs = (noughts, crosses) if turn else (crosses, noughts)
        if rules.has_four(mine):
            raise ValueError("this position cannot occur: the game ended a move earlier")
        return State(mine=mine, theirs=theirs, turn=turn)

    return parse_state


def reasons(rows: int) -> Callable[[State, int], Message | None]:
    """A function that explains why a move is illegal."""

    def why_not(state: State, move: int) -> Message | None:
        if (state.mine | state.theirs) >> move * (rows + 1) + rows - 1 & 1:
            name = LETTERS[move]
            return own_message(REASONS, "column_full", column=name)
        return None

    return why_not
