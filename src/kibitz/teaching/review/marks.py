"""Marks for moves, by the winning chances that they lost."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Literal, get_args

Mark = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
MARKS: tuple[Mark, ...] = get_args(Mark)

# The minimum loss for each mark; a move as good as the best one is marked best.
_LEAST_LOSS: tuple[tuple[float, Mark], ...] = (
    (0.20, "blunder"),
    (0.10, "mistake"),
    (0.05, "inaccuracy"),
)
_TURN = 0.10  # the minimum loss that can turn a game
_SWING = 0.25  # a loss that always turns the game
_AHEAD = 2 / 3
_STEEPNESS = 4.0  # a loss of 0.17 halves the accuracy of a move


def mark_of(loss: float, *, is_best: bool) -> Mark:
    """The mark of a move with this loss.

    >>> mark_of(0.0, is_best=True), mark_of(0.03, is_best=False), mark_of(0.3, is_best=False)
    ('best', 'good', 'blunder')
    """
    if is_best:
        return "best"
    for least, mark in _LEAST_LOSS:
        if loss >= least:
            return mark
    return "good"


def is_turn(before: float, after: float) -> bool:
    """Whether a move turned the game: it lost the lead, equality, or a large share of the chances.

    A side is ahead from a chance of 2/3 up, and behind from 1/3 down.

    >>> is_turn(0.9, 0.5), is_turn(0.9, 0.8), is_turn(0.4, 0.38)
    (True, False, False)
    """
    loss = before - after
    return loss >= _SWING or (loss >= _TURN and _outlook(before) != _outlook(after))


def _outlook(chances: float) -> int:
    return (chances >= _AHEAD) - (chances <= 1 - _AHEAD)


def accuracy(losses: Iterable[float]) -> float | None:
    """How accurate the moves were, from 0 to 100; None if there are no moves.

    This is the mean of 100 exp(-4 loss) over the moves.

    >>> accuracy([0.0, 0.0]), accuracy([])
    (100.0, None)
    """
    each = [100.0 * math.exp(-_STEEPNESS * loss) for loss in losses]
    return sum(each) / len(each) if each else None
