"""Ratings for matches between three or more contestants, or of games for three or more players.

The model is Plackett-Luce, or Bradley-Terry for two players: each contestant takes first place with
a probability proportional to its strength; second place is decided in the same way among the rest,
and so on. Ratings are the logarithms of the strengths, in Elo, with mean 0.

- Contestants with equal payoffs share their place: each of k contestants gets 1/k of it. A draw
  between two is half a win for each.
- The contestants with the lowest payoff are not ranked among themselves: with one winner and three
  losers, only first place counts.
- Every contestant gets one extra draw against an average player, so that its rating is finite even
  if it has lost every game.
- Games of the same opening are not independent of each other, so errors are estimated from groups
  of games, one for each opening (a sandwich estimate, with one opening added).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from kibitz.core.types import Payoff

ELO = 400 / math.log(10)  # Elo per unit of the natural logarithm of a strength
_ROUNDS = 10_000
_CLOSE = 1e-10

Ranked: TypeAlias = tuple[int, Sequence[int], Sequence[Payoff]]  # group, seats, payoffs


@dataclass(frozen=True, slots=True)
class Ratings:
    """The rating of every contestant, and the covariance of their errors."""

    elo: tuple[float, ...]
    covariance: tuple[tuple[float, ...], ...]

    def error(self, one: int) -> float:
        """The standard error of a rating."""
        return math.sqrt(max(self.covariance[one][one], 0.0))

    def difference(self, one: int, other: int) -> tuple[float, float]:
        """The rating of `one` minus that of `other`, and its standard error."""
        covariance = self.covariance
        square = covariance[one][one] + covariance[other][other] - 2 * covariance[one][other]
        return self.elo[one] - self.elo[other], math.sqrt(max(square, 0.0))


def rate(games: Iterable[Ranked], contestants: int) -> Ratings:
    """The maximum likelihood ratings of the games."""
    import numpy as np

    stages = _Stages(games, contestants)
    places = stages.places.sum(axis=0) + 0.5
    members, index = np.unique(stages.members, axis=0, return_inverse=True)
    weights = np.bincount(index.ravel(), stages.weights, len(members))
    strengths = np.ones(contestants)
    for _ in range(_ROUNDS):
        # An MM (minorise-maximise) step: the places won over the places expected at strength 1.
        expected = (weights / (members @ strengths)) @ members + 1 / (strengths + 1)
        better = places / expected
        change = float(np.abs(np.log(better / strengths)).max())
        strengths = better
        if change < _CLOSE:
            break
    elo = np.log(strengths) * ELO
    covariance = stages.covariance(strengths) * ELO**2
    return Ratings(
        tuple(map(float, elo - elo.mean())), tuple(tuple(map(float, row)) for row in covariance)
    )


class _Stages:
    """The stages of all games. A stage awards one place to one of the contestants still in the
    running; stages of one group with the same contestants are added up.

    `members[s, i]`: how many seats contestant i has in stage s. `places[s, i]`: how many places it
    won there. `weights[s]`: the number of places. `groups[s]`: the group of games.
    """

    members: Any
    places: Any
    weights: Any
    groups: Any

    def __init__(self, games: Iterable[Ranked], contestants: int) -> None:
        import numpy as np

        found: dict[tuple[int, tuple[int, ...]], list[float]] = {}
        for group, seats, payoffs in games:
            for tied, present in _places(payoffs):
                members = [0] * contestants
                for seat in present:
                    members[seats[seat]] += 1
                won = found.setdefault((group, tuple(members)), [0.0] * contestants)
                for seat in tied:
                    won[seats[seat]] += 1 / len(tied)
        self.members = np.array([key[1] for key in found], float).reshape(-1, contestants)
        self.places = np.array(list(found.values()), float).reshape(-1, contestants)
        self.weights = self.places.sum(axis=1)
        self.groups = np.array([key[0] for key in found], int)

    def covariance(self, strengths: Any) -> Any:
        """The covariance of the errors of the centred logarithms of the strengths."""
        import numpy as np

        count = len(strengths)
        chances = self.members * strengths / (self.members @ strengths)[:, None]
        pulls = self.places - self.weights[:, None] * chances
        numbers, index = np.unique(self.groups, return_inverse=True)
        together = np.zeros((len(numbers), count))
        np.add.at(together, index, pulls)
        curvature = -(chances * self.weights[:, None]).T @ chances
        curvature += np.diag((chances * self.weights[:, None]).sum(axis=0))
        scatter = together.T @ together + curvature / max(len(numbers), 1)
        average = strengths / (strengths + 1)  # the expected score against an average player
        curvature += np.diag(average * (1 - average))
        scatter += np.diag((0.5 - average) ** 2)
        inverse = np.linalg.inv(curvature)
        centred = np.eye(count) - 1 / count
        return centred @ inverse @ scatter @ inverse @ centred


def _places(payoffs: Sequence[Payoff]) -> Iterable[tuple[list[int], list[int]]]:
    """For each decided place, the seats that share it and the seats that competed for it."""
    present = list(range(len(payoffs)))
    while present:
        best = max(payoffs[seat] for seat in present)
        tied = [seat for seat in present if payoffs[seat] == best]
        if len(tied) == len(present) and len(present) < len(payoffs):
            return
        yield tied, present
        present = [seat for seat in present if seat not in tied]
