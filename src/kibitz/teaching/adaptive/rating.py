"""A person's strength, in steps of the ladder, and its uncertainty.

A skill is the step against which the person scores one half; its estimate is a mean and a
deviation. Against an opponent one step weaker the expected score is 73 %. Every result moves the
mean in proportion to its surprise, and further while the deviation is large (a Kalman filter over
the logistic curve, like Glicko). Because skill can change, the deviation never shrinks to zero,
and recent results always count.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

LEAST, MOST = 1.0, 10.0  # the ladder
BEGIN = 4.0  # the level "casual"
UNSURE = 2.0  # the deviation of an unknown skill
_DRIFT = 0.2  # the expected change of a skill from one game to the next


@dataclass(frozen=True, slots=True)
class Skill:
    """The estimate of a person's strength at a game.

    >>> Skill().after(score=1.0, level=4.0).mean > 4.0
    True
    """

    mean: float = BEGIN
    deviation: float = UNSURE

    def expected(self, level: float) -> float:
        """The expected score against an opponent of this level.

        >>> round(Skill(5.0).expected(4.0), 2), Skill(5.0).expected(5.0)
        (0.73, 0.5)
        """
        return 1.0 / (1.0 + math.exp(level - self.mean))

    def after(self, score: float, level: float) -> Skill:
        """The estimate after a game against `level`: 1 for a win, 1/2 for a draw, 0 for a loss."""
        variance = self.deviation**2 + _DRIFT**2
        expected = self.expected(level)
        # The slope of the logistic curve is also its Fisher information.
        variance = 1.0 / (1.0 / variance + expected * (1.0 - expected))
        mean = self.mean + variance * (score - expected)
        return Skill(max(LEAST, min(MOST, mean)), math.sqrt(variance))
