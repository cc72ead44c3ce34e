"""Winning chances: scores converted to expected results from 0 to 1.

A proven win, draw or loss is 1, 1/2 or 0. Any other score goes through a logistic curve whose unit
depends on the game: the least that most captures gain or, in games without captures, five times
the typical difference between quiet moves. A lead of one unit is a chance of 73 %. A sampled score
is a mean result, which needs no curve.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from kibitz.core.contract import Game
from kibitz.core.types import Payoff
from kibitz.engine.levels import score_spread
from kibitz.engine.lines import Line

EVEN = 0.5
_QUIET_MOVES = 5.0
_STEEPEST = 40.0  # beyond this many units a chance rounds to 0 or 1


@dataclass(frozen=True, slots=True)
class Curve:
    """Converts scores to winning chances, for one game."""

    unit: float  # in points, like the scores of lines

    def __call__(self, line: Line) -> float:
        """The chances of the side to move.

        >>> from kibitz.engine.lines import Warrant
        >>> line = Line("a", 3, None, None, Warrant("depth", 5), 5, 100, 0.1, ("a",))
        >>> round(Curve(3.0)(line), 2), round(Curve(30.0)(line), 2)
        (0.73, 0.52)
        """
        if line.result is not None:
            return of_payoff(line.result)
        assert line.score is not None
        if line.interval is not None:
            return of_payoff(line.score)
        units = max(-_STEEPEST, min(_STEEPEST, line.score / self.unit))
        return 1.0 / (1.0 + math.exp(-units))


def curve(game: Game) -> Curve:
    """The curve of `game`, which is deterministic."""
    measured = score_spread(game)
    unit = _QUIET_MOVES * measured.quiet if math.isinf(measured.stake) else measured.stake
    return Curve(unit / game.unit if unit else 1.0)


def is_certain(line: Line) -> bool:
    """Whether the line proves the result with best play."""
    return line.score is None or (line.result is not None and line.warrant.is_certain)


def of_payoff(payoff: Payoff | float) -> float:
    """The chances of a player from its result, or from its mean result."""
    return (payoff + 1) / 2
