"""How strong somebody is, in steps of the ladder, and how sure that is.

A skill is the step at which the person scores one half; what is known of it is a mean and a
deviation. Against an opponent a step weaker the expected score is 73 %. Every result moves the mean
by the surprise in it, far while little is known and less later (a Kalman filter over the logistic
curve, as Glicko is). A skill may change, so the deviation never shrinks to nothing, and the last
results always count.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

LEAST, MOST = 1.0, 10.0  # the ladder
BEGIN = 4.0  # casual
UNSURE = 2.0  # the deviation of a skill that nothing is known of
_DRIFT = 0.2  # how far a skill wanders from one game to the next


@dataclass(frozen=True, slots=True)
class Skill:
    """What is known of somebody's strength at a game.

    >>> Skill().after(score=1.0, level=4.0).mean > 4.0
    True
    """

    mean: float = BEGIN
    deviation: float = UNSURE

    def expected(self, level: float) -> float:
        """The score that is expected against an opponent of this level.

        >>> round(Skill(5.0).expected(4.0), 2), Skill(5.0).expected(5.0)
        (0.73, 0.5)
        """
        return 1.0 / (1.0 + math.exp(level - self.mean))

    def after(self, score: float, level: float) -> Skill:
        """What is known after a game against `level`: 1 for a win, 1/2 for a draw, 0 for a loss."""
        variance = self.deviation**2 + _DRIFT**2
        expected = self.expected(level)
        # The slope of the logistic curve is at the same time its information.
        variance = 1.0 / (1.0 / variance + expected * (1.0 - expected))
        mean = self.mean + variance * (score - expected)
        return Skill(max(LEAST, min(MOST, mean)), math.sqrt(variance))
