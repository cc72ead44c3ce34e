"""What open lines are worth: every line that only one side can still complete counts for it.

The evaluation named `classic` counts a line with so many cells of one side as their square, the one
named `strong` four times as much for every cell more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from kibitz.core.bits import popcount
from kibitz.core.evaluation import Evaluation

GROWTH = 4  # 3 to 6 were tried
GROWTH_END = 12  # cells from which on a line counts no more: evaluations stay far below wins
NUMBERS = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


class Sides(Protocol):
    """A state of a game of lines, seen by the player to move."""

    @property
    def mine(self) -> int:
        """The mover's cells."""

    @property
    def theirs(self) -> int:
        """The other side's cells."""

    @property
    def turn(self) -> int:
        """Who moves."""


def classic_lines(lines: Sequence[int], length: int) -> Evaluation:
    """The evaluation `classic` of a game won by one of `lines`, of `length` cells each."""
    return _evaluation(lines, length, [held * held for held in range(length + 1)])


def strong_lines(lines: Sequence[int], length: int) -> Evaluation:
    """The evaluation `strong` of a game won by one of `lines`, of `length` cells each."""
    worth = [GROWTH ** (min(held, GROWTH_END) - 1) for held in range(1, length + 1)]
    return _evaluation(lines, length, [0, *worth])


def _evaluation(lines: Sequence[int], length: int, worth: Sequence[int]) -> Evaluation:
    """Open lines count what `worth` says of the number of cells that a side holds of them."""
    boards, line_count, base = tuple(lines), len(lines), length + 1
    # By what the mover and the other side hold of a line: nothing where both have begun it.
    values = tuple(
        worth[own] - worth[other] if own == 0 or other == 0 else 0
        for own in range(base)
        for other in range(base)
    )

    def evaluate(state: Sides, side: int, weights: Sequence[int]) -> int:
        value = 0
        for index in range(line_count):
            line = boards[index]
            value += weights[popcount(state.mine & line) * base + popcount(state.theirs & line)]
        return value if side == state.turn else -value

    def explain(state: Sides, side: int, weights: Sequence[int]) -> dict[str, int]:
        totals = [0] * base
        for line in boards:
            own, other = popcount(state.mine & line), popcount(state.theirs & line)
            totals[max(own, other)] += weights[own * base + other]
        sign = 1 if side == state.turn else -1
        return {f"open lines of {_number(held)}": sign * totals[held] for held in range(1, base)}

    return Evaluation(evaluate, explain, weights=values)


def _number(count: int) -> str:
    """A number in words, as far as they go."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)
