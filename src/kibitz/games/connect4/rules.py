"""Connect Four: the sides take turns dropping a disc into a column, where it falls to the lowest
free cell. The first side to get four in a straight line wins, and a full board is a draw.

     5 | 12 | 19 | 26 | 33 | 40 | 47
    ---------------------------------
     4 | 11 | 18 | 25 | 32 | 39 | 46
    ---------------------------------
     3 | 10 | 17 | 24 | 31 | 38 | 45
    ---------------------------------
     2 |  9 | 16 | 23 | 30 | 37 | 44
    ---------------------------------
     1 |  8 | 15 | 22 | 29 | 36 | 43
    ---------------------------------
     0 |  7 | 14 | 21 | 28 | 35 | 42

The drawing shows bit numbers, which count upwards, column by column. The bit above each column is
never set, so no line of four wraps from one column into the next. A move is the number of a column,
0 on the left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from kibitz.core.contract import DRAW, LOSS, WIN

ROWS, COLUMNS = 6, 7  # the standard board


class State(NamedTuple):
    """A position, from the point of view of the side to move."""

    mine: int  # discs of the side to move
    theirs: int  # discs of the other side
    turn: int  # 0 for X, which moves first


START = State(mine=0, theirs=0, turn=0)


class Rules(NamedTuple):
    """The rules on one board."""

    moves: Callable[[State], Iterator[int]]
    play: Callable[[State, int], State]
    payoff: Callable[[State, int], int]
    has_four: Callable[[int], bool]


@cache
def rules_for(rows: int, columns: int) -> Rules:
    """The rules on a board of `rows` x `columns`."""
    height = rows + 1  # bits per column
    # Centre columns first: most lines of four pass through them, so this causes more cut-offs.
    order = tuple(sorted(range(columns), key=lambda column: abs(2 * column - columns + 1)))

    def moves(state: State) -> Iterator[int]:
        if not has_four(state.theirs):
            taken = state.mine | state.theirs
            for index in range(columns):
                column = order[index]
                if taken & 1 << column * height + rows - 1 == 0:
                    yield column

    def play(state: State, move: int) -> State:
        taken = state.mine | state.theirs
        # Adding the column's bottom bit to its discs carries into its lowest free cell.
        landed = taken + (1 << move * height) & ~taken & cells_of(move)
        return State(mine=state.theirs, theirs=state.mine | landed, turn=1 - state.turn)

    def cells_of(column: int) -> int:
        return (1 << rows) - 1 << column * height

    def payoff(state: State, side: int) -> int:
        if not has_four(state.theirs):
            return DRAW
        return LOSS if side == state.turn else WIN

    def has_four(discs: int) -> bool:
        for step in (1, height - 1, height, height + 1):  # up, down-right, right, up-right
            pairs = discs & discs >> step
            # Two shifts, because on tall boards 2 * step can exceed the word size.
            if pairs & pairs >> step >> step:
                return True
        return False

    return Rules(moves, play, payoff, has_four)


moves: Callable[[State], Iterator[int]]
play: Callable[[State, int], State]
payoff: Callable[[State, int], int]
has_four: Callable[[int], bool]
moves, play, payoff, has_four = rules_for(ROWS, COLUMNS)
