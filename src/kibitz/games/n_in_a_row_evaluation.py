"""Evaluations of games won by n in a row: every open row counts for the side that can complete it.

A row is one of the sets of n cells that win; open are those in which only one side has marks. The
evaluation named `classic` counts a row as the square of the marks in it, the one named `strong`
four times as much for every mark more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from kibitz.core.bits import popcount
from kibitz.core.evaluation import Evaluation

GROWTH = 4  # 3 to 6 were tried
GROWTH_END = 12  # marks from which on a row counts no more: evaluations stay far below wins
NUMBERS = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


class Marks(Protocol):
    """A state of such a game, seen by the player to move."""

    @property
    def mine(self) -> int:
        """The mover's cells."""

    @property
    def theirs(self) -> int:
        """The other side's cells."""

    @property
    def turn(self) -> int:
        """Who moves."""


def classic(rows: Sequence[int], length: int) -> Evaluation:
    """The evaluation `classic` of a game won by one of `rows`, of `length` cells each."""
    return _evaluation(rows, length, [held * held for held in range(length + 1)])


def strong(rows: Sequence[int], length: int) -> Evaluation:
    """The evaluation `strong` of a game won by one of `rows`, of `length` cells each."""
    worth = [GROWTH ** (min(held, GROWTH_END) - 1) for held in range(1, length + 1)]
    return _evaluation(rows, length, [0, *worth])


def _evaluation(rows: Sequence[int], length: int, worth: Sequence[int]) -> Evaluation:
    """An open row counts the entry of `worth` for the number of marks in it."""
    boards, row_count, base = tuple(rows), len(rows), length + 1
    # By the marks of the mover and of the other side in a row: nothing where both have some.
    values = tuple(
        worth[own] - worth[other] if own == 0 or other == 0 else 0
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
    """A number in words, as far as they go."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)
