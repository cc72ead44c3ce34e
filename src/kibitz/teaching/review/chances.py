"""Winning chances: what a score is worth, as the share of the point that it leads to.

A forced end is worth 1, 1/2 or 0. Any other score goes through a logistic curve whose unit is the
game's own: what most captures win at least, or, where nothing is captured, five times what quiet
moves usually differ by. One unit ahead is a chance of 73 in 100.
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
_STEEPEST = 40.0  # beyond this many units a chance is 0 or 1 to the last digit


@dataclass(frozen=True, slots=True)
class Curve:
    """From scores to winning chances, for one game."""

    unit: float  # in points, as lines give them

    def __call__(self, line: Line) -> float:
        """The chances of the player who moves.

        >>> from kibitz.engine.lines import Warrant
        >>> line = Line("a", 3, None, None, Warrant("depth", 5), 5, 100, 0.1, ("a",))
        >>> round(Curve(3.0)(line), 2), round(Curve(30.0)(line), 2)
        (0.73, 0.52)
        """
        if line.score is None:
            return 1.0 if line.win_in is not None else 0.0
        if is_certain(line):
            return EVEN
        units = max(-_STEEPEST, min(_STEEPEST, line.score / self.unit))
        return 1.0 / (1.0 + math.exp(-units))


def curve(game: Game) -> Curve:
    """The curve of `game`, always the same."""
    measured = score_spread(game)
    unit = _QUIET_MOVES * measured.quiet if math.isinf(measured.stake) else measured.stake
    return Curve(unit / game.unit if unit else 1.0)


def is_certain(line: Line) -> bool:
    """Whether a line says how the game ends with best play, and not how it looks."""
    return line.score is None or (line.score == 0 and line.warrant.is_certain)


def of_payoff(payoff: Payoff) -> float:
    """The chances of a player once the game is over."""
    return (payoff + 1) / 2
