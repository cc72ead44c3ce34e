"""The Smart Horses board, and its state packed into integers.

     0 |  1 |  2 |  3 |  4 |  5 |  6 |  7
    --------------------------------------
     8 |  9 | 10 | 11 | 12 | 13 | 14 | 15
    --------------------------------------
    16 | 17 | 18 | 19 | 20 | 21 | 22 | 23
    --------------------------------------
    24 | 25 | 26 | 27 | 28 | 29 | 30 | 31
    --------------------------------------
    32 | 33 | 34 | 35 | 36 | 37 | 38 | 39
    --------------------------------------
    40 | 41 | 42 | 43 | 44 | 45 | 46 | 47
    --------------------------------------
    48 | 49 | 50 | 51 | 52 | 53 | 54 | 55
    --------------------------------------
    56 | 57 | 58 | 59 | 60 | 61 | 62 | 63

Squares are numbered row by row. A set of squares is stored as two 32-bit halves, rows 0 to 3 and
rows 4 to 7. A square's value takes five bits, its magnitude plus 16 if it is positive, and a field
holds twelve values. The value remains while a knight is on the square and is cleared when the
square is destroyed.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

SIZE = 8
SQUARES = SIZE * SIZE
HALF = 32  # squares in half a board
KNIGHT_BITS = 6  # one square number
SCORE_BITS = 12  # a score plus SCORE_ZERO
SCORE_ZERO = 1 << SCORE_BITS - 1
SCORE_LIMIT = 1000  # limit for positions set up by hand, so that play cannot overflow
VALUE_BITS = 5
VALUE_LIMIT = 10
POSITIVE = 16  # the sign bit: set for positive values
PER_FIELD = 12  # values in a field
POINTS = (-10, -5, -4, -3, -1, 1, 3, 4, 5, 10)  # each is on one square

# (rows down, columns to the right). The order decides which of equally good moves comes first.
JUMPS = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))


class State(NamedTuple):
    """A position."""

    turn: int  # 0 for white, which moves first
    knights: int  # each side's square, six bits each
    scores: int  # each side's score plus SCORE_ZERO, twelve bits each
    gone_top: int  # destroyed squares of rows 0 to 3
    gone_bottom: int  # destroyed squares of rows 4 to 7
    values_0: int  # the values of squares 0 to 11; each field is named after its first square
    values_12: int
    values_24: int
    values_36: int
    values_48: int
    values_60: int


VALUES = State._fields.index("values_0")
VALUE_FIELDS = len(State._fields) - VALUES


def knight_of(state: State, side: int) -> int:
    """The square of a side's knight."""
    return state.knights >> KNIGHT_BITS * side & SQUARES - 1


def score_of(state: State, side: int) -> int:
    """The score of a side."""
    return (state.scores >> SCORE_BITS * side & (1 << SCORE_BITS) - 1) - SCORE_ZERO


def value_at(state: State, square: int) -> int:
    """The points for landing on `square`; 0 for a square without points."""
    code = state[VALUES + square // PER_FIELD] >> VALUE_BITS * (square % PER_FIELD)
    size = code & POSITIVE - 1
    return size if code & POSITIVE else -size


def is_gone(state: State, square: int) -> bool:
    """Whether `square` is destroyed."""
    half = state.gone_top if square < HALF else state.gone_bottom
    return half >> square % HALF & 1 != 0


def pack(
    turn: int,
    knights: Sequence[int],
    scores: Sequence[int],
    values: Sequence[int],
    gone: Sequence[int] = (),
) -> State:
    """The state with a knight and a score for every side, and a value for every square."""
    codes = [abs(value) | (POSITIVE if value > 0 else 0) for value in values]
    return State(
        turn,
        sum(square << KNIGHT_BITS * side for side, square in enumerate(knights)),
        sum(score + SCORE_ZERO << SCORE_BITS * side for side, score in enumerate(scores)),
        sum(1 << square for square in gone if square < HALF),
        sum(1 << square - HALF for square in gone if square >= HALF),
        *(
            sum(
                code << VALUE_BITS * place
                for place, code in enumerate(codes[first : first + PER_FIELD])
            )
            for first in range(0, SQUARES, PER_FIELD)
        ),
    )


def targets(square: int) -> list[int]:
    """The squares that a knight on `square` can jump to on an empty board, in order of JUMPS."""
    row, column = divmod(square, SIZE)
    return [
        (row + down) * SIZE + column + right
        for down, right in JUMPS
        if 0 <= row + down < SIZE and 0 <= column + right < SIZE
    ]


def random_start(players: int, seed: int) -> State:
    """A starting position: knights and points on random squares, with no knight stuck."""
    chance = random.Random(seed)  # noqa: S311 - chosen for its repeatability
    while True:
        squares = chance.sample(range(SQUARES), players + len(POINTS))
        knights = squares[:players]
        if all(set(targets(knight)) - set(knights) for knight in knights):
            break
    values = [0] * SQUARES
    for square, value in zip(squares[players:], POINTS, strict=True):
        values[square] = value
    return pack(0, knights, [0] * players, values)
