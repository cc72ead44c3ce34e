"""The sequential test: stops a match as soon as one of two hypotheses is accepted.

This is the generalised sequential probability ratio test (SPRT) over pairs of games. The hypotheses
are that the first contestant is stronger by ELO0 or by ELO1. For each hypothesis the test finds the
maximum likelihood distribution of pair scores with that mean; the logarithm of the ratio of the two
likelihoods is updated after every pair.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from kibitz.core.errors import LimitError
from kibitz.match.elo import share_of

ERROR = 0.05  # the probability of rejecting a true hypothesis
LOWER, UPPER = math.log(ERROR / (1 - ERROR)), math.log((1 - ERROR) / ERROR)
_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)  # the possible mean scores of a pair of games
_NEVER = 1e-3  # pseudo-count, in pairs, for a score that has not occurred
_HALVINGS = 60
_MOST = 1000  # the largest Elo in a hypothesis

Verdict: TypeAlias = Literal["elo0", "elo1"]


@dataclass(frozen=True, slots=True)
class Claims:
    """The two hypotheses about the first contestant's advantage, in Elo."""

    elo0: float
    elo1: float

    def __post_init__(self) -> None:
        numbers = (self.elo0, self.elo1)
        if not all(isinstance(one, int | float) and abs(one) < math.inf for one in numbers):
            raise LimitError("bad_setting", name="sprt", value=numbers, expected="two numbers")
        if not -_MOST <= self.elo0 < self.elo1 <= _MOST:
            expected = f"two numbers from -{_MOST} to {_MOST}, the smaller one first"
            raise LimitError("bad_setting", name="sprt", value=numbers, expected=expected)


class SequentialTest:
    """A test in progress; once it has a verdict, the verdict does not change."""

    def __init__(self, claims: Claims) -> None:
        self.claims = claims
        self.ratio: float = 0.0  # the logarithm of the ratio of likelihoods
        self.pairs: int = 0
        self.verdict: Verdict | None = None
        self._counts = [0] * len(_SCORES)

    def add(self, score: float) -> None:
        """Count a pair of games in which the first contestant scored `score`, from 0 to 2."""
        if self.verdict is not None:
            return
        self.pairs += 1
        self._counts[round(2 * score)] += 1
        self.ratio = log_likelihood_ratio(self._counts, self.claims)
        if self.ratio <= LOWER:
            self.verdict = "elo0"
        elif self.ratio >= UPPER:
            self.verdict = "elo1"

    def as_dict(self) -> dict[str, object]:
        """The test for JSON."""
        return {
            "elo0": self.claims.elo0,
            "elo1": self.claims.elo1,
            "ratio": round(self.ratio, 3),
            "bounds": [round(LOWER, 3), round(UPPER, 3)],
            "pairs": self.pairs,
            "verdict": self.verdict,
        }


def log_likelihood_ratio(counts: Sequence[int], claims: Claims) -> float:
    """The log-likelihood ratio of the second hypothesis to the first, for these scores.

    `counts`: how many pairs scored 0, 1/2, 1, 3/2 and 2 points.
    """
    weights = [count or _NEVER for count in counts]
    total = sum(weights)
    found = [weight / total for weight in weights]
    first = _likeliest(found, share_of(claims.elo0))
    second = _likeliest(found, share_of(claims.elo1))
    logs = [math.log(b / a) for a, b in zip(first, second, strict=True)]
    return sum(weight * log for weight, log in zip(weights, logs, strict=True))


def _likeliest(found: Sequence[float], mean: float) -> list[float]:
    """The maximum likelihood distribution with this mean, for the frequencies `found`.

    By Lagrange multipliers it is found / (1 + t (score - mean)), where t is solved for the mean.
    """
    offsets = [score - mean for score in _SCORES]
    low, high = -1 / offsets[-1], -1 / offsets[0]  # outside these bounds a probability is negative
    for _ in range(_HALVINGS):
        tilt = (low + high) / 2
        excess = sum(p * d / (1 + tilt * d) for p, d in zip(found, offsets, strict=True))
        low, high = (tilt, high) if excess > 0 else (low, tilt)
    return [p / (1 + low * d) for p, d in zip(found, offsets, strict=True)]
