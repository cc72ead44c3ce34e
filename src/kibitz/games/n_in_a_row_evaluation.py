"""Evaluations for games won by n in a row: every open row counts for the side that can complete it.

A row is a set of n cells that wins; it is open if only one side has marks in it. `classic` scores a
row as the square of the number of its marks; `strong` multiplies the score by four for each further
mark.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from kibitz.core.bits import popcount
from kibitz.core.evaluation import Evaluation

GROWTH = 4  # 3 to 6 were tried
GROWTH_END = 12  # further marks add nothing, so evaluations stay far below wins
NUMBERS = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


class Marks(Protocol):
    """A state of such a game, from the point of view of the side to move."""

    @property
    def mine(self) -> int:
        """The cells of the side to move."""
        ...

    @property
    def theirs(self) -> int:
        """The other side's cells."""
        ...

    @property
    def turn(self) -> int:
        """The side to move."""
        ...


def classic(rows: Sequence[int], length: int) -> Evaluation:
    """The `classic` evaluation for a game won by one of `rows`, of `length` cells each."""
    return _evaluation(rows, length, [held * held for held in range(length + 1)])


def strong(rows: Sequence[int], length: int) -> Evaluation:
    """The `strong` evaluation for a game won by one of `rows`, of `length` cells each."""
    scores = [GROWTH ** (min(held, GROWTH_END) - 1) for held in range(1, length + 1)]
    return _evaluation(rows, length, [0, *scores])


def _evaluation(rows: Sequence[int], length: int, scores: Sequence[int]) -> Evaluation:
    """The evaluation in which an open row scores `scores[n]` for n marks."""
    boards, row_count, base = tuple(rows), len(rows), length + 1
    # Indexed by the marks of the mover and of the other side in a row; 0 if both have some.
    values = tuple(
        scores[own] - scores[other] if own == 0 or other == 0 else 0
        for own in range(base)
        for other in range(base)
    )

    def evaluate(state: Marks, side: int, weights: Sequence[int]) -> int:
        value = 0
        for index in range(row_count):
            row = boards[index]
            value += weights[popcount(state.mine & row) * base + popcount(state.theirs & row)]
        return value if side == state.turn else -value

    def explain(state: Marks, side: int, weights: Sequence[int]) -> dict[str, int]:
        totals = [0] * base
        for row in boards:
            own, other = popcount(state.mine & row), popcount(state.theirs & row)
            totals[max(own, other)] += weights[own * base + other]
        sign = 1 if side == state.turn else -1
        return {f"open lines of {_number(held)}": sign * totals[held] for held in range(1, base)}

    return Evaluation(evaluate, explain, weights=values)


def _number(count: int) -> str:
    """A small number as a word, any other in digits."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)
