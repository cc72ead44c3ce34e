"""A position of the Morris family, and the encoding of moves.

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
point it starts from, or HAND; the point it ends on, or NOWHERE if it only takes a stone; and the
stones it takes, in ascending order, as their points plus one, or 0 for none.
"""

from __future__ import annotations

from typing import NamedTuple

HAND = 24  # the source of a stone that is placed
NOWHERE = 24  # the target of a move that only takes a stone
POINT = 31  # one point of a move
TARGET = 5  # the shifts of the fields of a move
FIRST = 10
SECOND = 15
THIRD = 20
MILLS_LIMIT = 20  # the most mills of any board
FEWEST = 3  # a side with fewer stones has lost; with exactly three it may fly


class State(NamedTuple):
    """A position, seen by the side to move."""

    mine: int  # stones of the side to move
    theirs: int  # stones of the other side
    my_hand: int  # stones still to be placed; -1: has to take a stone after a full board
    their_hand: int
    spent: int  # mills that were used up (mine, theirs << 20), or points of marked stones
    turn: int  # 0 is white, who moves first
    quiet: int  # moves by both sides since all stones were placed and the last capture


def taken(move: int) -> int:
    """The points of the stones that `move` takes, as a bitboard."""
    first = 1 << (move >> FIRST & POINT) >> 1
    second = 1 << (move >> SECOND & POINT) >> 1
    return first | second | 1 << (move >> THIRD & POINT) >> 1


def turned(spent: int) -> int:
    """The used mills, seen by the other side."""
    return spent >> MILLS_LIMIT | (spent & (1 << MILLS_LIMIT) - 1) << MILLS_LIMIT
