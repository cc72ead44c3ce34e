"""The sequential test: stop a match as soon as it has said which of two claims holds.

The generalised sequential probability ratio test over pairs of games: each claim, "the first is
ELO0 better" and "ELO1 better", gets the likeliest distribution of pair scores that has its mean,
and the logarithm of the ratio of their likelihoods is followed pair by pair.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from kibitz.core.errors import LimitError
from kibitz.match.elo import share_of

ERROR = 0.05  # how often either claim may be refused although it holds
LOWER, UPPER = math.log(ERROR / (1 - ERROR)), math.log((1 - ERROR) / ERROR)
_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)  # what a pair of games can score, a game at a time
_NEVER = 1e-3  # what a score that has not occurred counts for, in pairs
_HALVINGS = 60
_MOST = 1000  # Elo that a claim may speak of

Verdict: TypeAlias = Literal["elo0", "elo1"]


@dataclass(frozen=True, slots=True)
class Claims:
    """The two claims, in Elo of the first contestant."""

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
    """A test in progress; once it has a verdict, further pairs do not change it."""

    def __init__(self, claims: Claims) -> None:
        self.claims = claims
        self.ratio = 0.0  # the logarithm of the ratio of likelihoods
        self.pairs = 0
        self.verdict: Verdict | None = None
        self._counts = [0] * len(_SCORES)

    def add(self, score: float) -> None:
        """Count a pair of games, of which the first contestant scored `score`: 0 to 2."""
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
        """The test as JSON sees it."""
        return {
            "elo0": self.claims.elo0,
            "elo1": self.claims.elo1,
            "ratio": round(self.ratio, 3),
            "bounds": [round(LOWER, 3), round(UPPER, 3)],
            "pairs": self.pairs,
            "verdict": self.verdict,
        }


def log_likelihood_ratio(counts: Sequence[int], claims: Claims) -> float:
    """How much likelier pairs with these scores are by the second claim than by the first.

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
    """The distribution with this mean by which the frequencies `found` are likeliest.

    By Lagrange it is found / (1 + t (score - mean)), for the one t that gives it the mean.
    """
    offsets = [score - mean for score in _SCORES]
    low, high = -1 / offsets[-1], -1 / offsets[0]  # beyond them something is negative
    for _ in range(_HALVINGS):
        tilt = (low + high) / 2
        excess = sum(p * d / (1 + tilt * d) for p, d in zip(found, offsets, strict=True))
        low, high = (tilt, high) if excess > 0 else (low, tilt)
    return [p / (1 + low * d) for p, d in zip(found, offsets, strict=True)]
