"""Tic-Tac-Toe on any board: the sides take turns claiming a free cell, and the first to get
`length` in a straight line wins; a full board without such a line is a draw.

     0 | 1 | 2
    -----------
     3 | 4 | 5
    -----------
     6 | 7 | 8

Cells are numbered row by row; a move is the number of the cell that it claims.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from kibitz.core.bits import lowest
from kibitz.core.contract import DRAW, LOSS, WIN

ROWS, COLUMNS, LENGTH = 3, 3, 3  # the usual game
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))  # (row, column): right, down and both diagonals


class State(NamedTuple):
    """A position, from the point of view of the side to move."""

    mine: int  # cells of the side to move
    theirs: int  # cells of the other side
    turn: int  # 0 moves first; it is X by default


START = State(mine=0, theirs=0, turn=0)


class Rules(NamedTuple):
    """The rules on one board."""

    moves: Callable[[State], Iterator[int]]
    play: Callable[[State, int], State]
    payoff: Callable[[State, int], int]
    has_won: Callable[[int], bool]


@cache
def rules_for(rows: int, columns: int, length: int) -> Rules:
    """The rules on a board of `rows` x `columns`, won by `length` in a row."""
    full = (1 << rows * columns) - 1
    steps = tuple(down * columns + right for down, right in DIRECTIONS)
    rooms = tuple(_room(rows, columns, right) for _, right in DIRECTIONS)

    def moves(state: State) -> Iterator[int]:
        if not has_won(state.theirs):
            free = full & ~(state.mine | state.theirs)
            while free:
                yield lowest(free)
                free &= free - 1

    def play(state: State, move: int) -> State:
        return State(mine=state.theirs, theirs=state.mine | 1 << move, turn=1 - state.turn)

    def payoff(state: State, side: int) -> int:
        if not has_won(state.theirs):
            return DRAW
        return LOSS if side == state.turn else WIN

    def has_won(marks: int) -> bool:
        for direction in range(4):
            ends = marks
            for _ in range(length - 1):
                # Extend all rows found so far by one cell, unless that leaves the board.
                ends = marks & (ends & rooms[direction]) << steps[direction]
            if ends:
                return True
        return False

    return Rules(moves, play, payoff, has_won)


def null_move(state: State) -> State:
    """The same position with the other side to move; sound because an extra mark never hurts."""
    return State(mine=state.theirs, theirs=state.mine, turn=1 - state.turn)


def _room(rows: int, columns: int, right: int) -> int:
    """The cells from which a step of `right` columns stays on the board."""
    return sum(
        1 << row * columns + column
        for row in range(rows)
        for column in range(columns)
        if 0 <= column + right < columns
    )


moves: Callable[[State], Iterator[int]]
play: Callable[[State, int], State]
payoff: Callable[[State, int], int]
has_won: Callable[[int], bool]
moves, play, payoff, has_won = rules_for(ROWS, COLUMNS, LENGTH)
