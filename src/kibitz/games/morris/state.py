"""A Morris position, and the encoding of moves.

    0-----------1-----------2       7
    |           |           |
    |   3-------4-------5   |       6
    |   |       |       |   |
    |   |   6---7---8   |   |       5
    |   |   |       |   |   |
    9--10--11      12--13--14       4
    |   |   |       |   |   |
    |   |  15--16--17   |   |       3
    |   |       |       |   |
    |  18------19------20   |       2
    |           |           |
    21---------22----------23       1

    a   b   c   d   e   f   g

Points are bits. A move is `source | target << 5 | first << 10 | second << 15 | third << 20`: the
source point, or HAND; the target point, or NOWHERE if the move only takes a stone; and the stones
it takes, in ascending order, each stored as its point plus one, or 0 for none.
"""

from __future__ import annotations

from typing import NamedTuple

HAND = 24  # the source of a stone that is placed
NOWHERE = 24  # the target of a move that only takes a stone
POINT = 31  # the mask of one point in a move
TARGET = 5  # this and the next three: the shifts of a move's fields
FIRST = 10
SECOND = 15
THIRD = 20
MILLS_LIMIT = 20  # the most mills of any board
FEWEST = 3  # a side with fewer stones has lost; with exactly three it may fly


class State(NamedTuple):
    """A position, from the point of view of the side to move."""

    mine: int  # stones of the side to move
    theirs: int  # stones of the other side
    my_hand: int  # stones still to be placed; -1: must take a stone because the board is full
    their_hand: int
    spent: int  # used mills (mine | theirs << 20), or points of marked stones
    turn: int  # 0 for white, which moves first
    quiet: int  # moves by both sides since the last capture or, if later, the last placement


def taken(move: int) -> int:
    """The points of the stones that `move` takes, as a bitboard."""
    first = 1 << (move >> FIRST & POINT) >> 1
    second = 1 << (move >> SECOND & POINT) >> 1
    return first | second | 1 << (move >> THIRD & POINT) >> 1


def turned(spent: int) -> int:
    """The used mills, from the other side's point of view."""
    return spent >> MILLS_LIMIT | (spent & (1 << MILLS_LIMIT) - 1) << MILLS_LIMIT
