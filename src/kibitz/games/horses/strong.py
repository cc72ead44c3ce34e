"""The `strong` evaluation for Smart Horses with two players.

Both sides flood-fill the board by knight's jumps, in turns, starting with the side to move; a free
square belongs to the side that reaches it first. Points already scored count in full, points on a
side's squares count less the more jumps away they are, and the number of its squares counts too. As
squares run out, a lead counts for more because there is less time to make up for it, and so does
territory because a stuck knight costs points and usually ends the game. A point is worth 100 while
all squares are free. The weights were fitted to the results of self-play games.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from kibitz.core.bits import lowest, popcount
from kibitz.core.evaluation import Evaluation
from kibitz.games.horses.board import (
    HALF,
    PER_FIELD,
    SIZE,
    SQUARES,
    VALUE_BITS,
    VALUE_FIELDS,
    VALUES,
    State,
    knight_of,
    score_of,
    value_at,
)
from kibitz.games.horses.classic import POSITIVE_BITS, UNIT

SHARES = tuple(share * UNIT for share in (62, 42, 34, 20))  # of a point, by number of jumps
LAST = len(SHARES) - 1  # for anything further away
POINT = (100 * UNIT, 172 * UNIT)  # per point of lead, with all squares free and with none free
TERRITORY = (0, 34 * UNIT)  # per square of lead
MOVE = (-55 * UNIT, -200 * UNIT)  # for the side to move, which claims its squares first

# Offsets in the weights: the shares, then one entry per number of free squares for each term.
POINTS_AT = len(SHARES)
TERRITORY_AT = POINTS_AT + SQUARES + 1
MOVE_AT = TERRITORY_AT + SQUARES + 1

TOP = (1 << HALF) - 1  # all bits of half a board
NOT_LAST, NOT_LAST_TWO, NOT_FIRST, NOT_FIRST_TWO = (
    sum(1 << square for square in range(HALF) if columns[0] <= square % SIZE <= columns[1])
    for columns in ((0, SIZE - 2), (0, SIZE - 3), (1, SIZE - 1), (2, SIZE - 1))
)


def strong() -> Evaluation:
    """The evaluation for two players, with either ending."""

    def evaluate(state: State, side: int, weights: Sequence[int]) -> int:
        squares, points, free = claims(state, weights)
        lead = score_of(state, state.turn) - score_of(state, 1 - state.turn)
        value = weights[POINTS_AT + free] * lead + points
        value += weights[TERRITORY_AT + free] * squares + weights[MOVE_AT + free]
        return value if side == state.turn else -value

    def claims(state: State, weights: Sequence[int]) -> tuple[int, int, int]:
        """The mover's lead in squares, its lead in shares of points, and the free square count."""
        own_top, own_bottom = knight_board(state, state.turn)
        other_top, other_bottom = knight_board(state, 1 - state.turn)
        top = TOP & ~(state.gone_top | own_top | other_top)
        bottom = TOP & ~(state.gone_bottom | own_bottom | other_bottom)
        prize_top, prize_bottom = prizes(state)
        free = popcount(top) + popcount(bottom)
        squares = 0
        points = 0
        jumps = 0
        while own_top | own_bottom | other_top | other_bottom:
            share = weights[min(jumps, LAST)]
            own_top, own_bottom = leaps(own_top, own_bottom, top, bottom)
            top &= ~own_top
            bottom &= ~own_bottom
            squares += popcount(own_top) + popcount(own_bottom)
            points += share * total(state, own_top & prize_top, own_bottom & prize_bottom)
            other_top, other_bottom = leaps(other_top, other_bottom, top, bottom)
            top &= ~other_top
            bottom &= ~other_bottom
            squares -= popcount(other_top) + popcount(other_bottom)
            points -= share * total(state, other_top & prize_top, other_bottom & prize_bottom)
            jumps += 1
        return squares, points, free

    def knight_board(state: State, side: int) -> tuple[int, int]:
        square = knight_of(state, side)
        if square < HALF:
            return 1 << square, 0
        return 0, 1 << square - HALF

    def prizes(state: State) -> tuple[int, int]:
        """The squares of positive value, including those under the knights."""
        top, bottom = 0, 0
        for index in range(VALUE_FIELDS):
            positive = state[VALUES + index] & POSITIVE_BITS
            while positive:
                square = index * PER_FIELD + lowest(positive) // VALUE_BITS
                positive &= positive - 1
                if square < HALF:
                    top |= 1 << square
                else:
                    bottom |= 1 << square - HALF
        return top, bottom

    def total(state: State, top: int, bottom: int) -> int:
        """The sum of the values of these squares."""
        value = 0
        while top:
            value += value_at(state, lowest(top))
            top &= top - 1
        while bottom:
            value += value_at(state, HALF + lowest(bottom))
            bottom &= bottom - 1
        return value

    def explain(state: State, side: int, weights: Sequence[int]) -> dict[str, int]:
        squares, points, free = claims(state, weights)
        lead = score_of(state, state.turn) - score_of(state, 1 - state.turn)
        sign = 1 if side == state.turn else -1
        return {
            "score": sign * weights[POINTS_AT + free] * lead,
            "points in reach": sign * points,
            "squares in reach": sign * weights[TERRITORY_AT + free] * squares,
            "the move": sign * weights[MOVE_AT + free],
        }

    tables = (_tapered(ends) for ends in (POINT, TERRITORY, MOVE))
    return Evaluation(evaluate, explain, weights=(*SHARES, *chain(*tables)))


def leaps(top: int, bottom: int, free_top: int, free_bottom: int) -> tuple[int, int]:
    """The free squares that knights on these squares can jump to.

    Each shift is one kind of jump; bits shifted out of one half enter the other.
    """
    down = down_from(top)
    up = (
        (bottom & NOT_FIRST) << HALF - 17
        | (bottom & NOT_LAST) << HALF - 15
        | (bottom & NOT_FIRST_TWO) << HALF - 10
        | (bottom & NOT_LAST_TWO) << HALF - 6
    )
    higher = (
        (top & NOT_FIRST) >> 17
        | (top & NOT_LAST) >> 15
        | (top & NOT_FIRST_TWO) >> 10
        | (top & NOT_LAST_TWO) >> 6
    )
    found_top = (down | up | higher) & free_top
    return found_top, (down >> HALF | up >> HALF | down_from(bottom)) & free_bottom


def down_from(squares: int) -> int:
    """The targets of downward jumps from `squares`."""
    return (
        (squares & NOT_LAST) << 17
        | (squares & NOT_FIRST) << 15
        | (squares & NOT_LAST_TWO) << 10
        | (squares & NOT_FIRST_TWO) << 6
    )


def _tapered(ends: tuple[int, int]) -> tuple[int, ...]:
    """The weight for each number of free squares, from 0 upwards."""
    full, empty = ends
    return tuple((full * free + empty * (SQUARES - free)) // SQUARES for free in range(SQUARES + 1))
