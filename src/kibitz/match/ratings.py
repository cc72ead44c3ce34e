"""Ratings of three or more contestants, or of games for several players.

The model is that of Plackett and Luce, which for two players is that of Bradley and Terry: whoever
is first among those at the board is so with a chance in proportion to their strengths, then whoever
is first among the rest. Ratings are the logarithms of the strengths, in Elo, on average 0.

- Players with equal payoffs share their place: each of k has won one k-th of it. A draw of two is
  half a win for either.
- The last are not distinguished: of one winner and three losers only the winner is known.
- Everybody is given one draw against an average player, so that who has lost every game has a
  rating too.
- Errors come from what the games of one opening say together (a sandwich estimate, with one
  opening more than were played), because they are not independent of each other.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from kibitz.core.types import Payoff

ELO = 400 / math.log(10)  # Elo in one unit of the logarithm of a strength
_ROUNDS = 10_000
_CLOSE = 1e-10

Ranked: TypeAlias = tuple[int, Sequence[int], Sequence[Payoff]]  # group, seats, payoffs


@dataclass(frozen=True, slots=True)
class Ratings:
    """Everybody's rating, and how they err together."""

    elo: tuple[float, ...]
    covariance: tuple[tuple[float, ...], ...]

    def error(self, one: int) -> float:
        """One standard error of a rating."""
        return math.sqrt(max(self.covariance[one][one], 0.0))

    def difference(self, one: int, other: int) -> tuple[float, float]:
        """By how much `one` is rated above `other`, and one standard error of that."""
        covariance = self.covariance
        square = covariance[one][one] + covariance[other][other] - 2 * covariance[one][other]
        return self.elo[one] - self.elo[other], math.sqrt(max(square, 0.0))


def rate(games: Iterable[Ranked], contestants: int) -> Ratings:
    """The ratings by which the games are likeliest."""
    import numpy as np

    stages = _Stages(games, contestants)
    places = stages.places.sum(axis=0) + 0.5
    members, index = np.unique(stages.members, axis=0, return_inverse=True)
    weights = np.bincount(index.ravel(), stages.weights, len(members))
    strengths = np.ones(contestants)
    for _ in range(_ROUNDS):
        # Minorise and maximise: everybody's places by how many they would have had at strength 1.
        fair = (weights / (members @ strengths)) @ members + 1 / (strengths + 1)
        better = places / fair
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
    """The choices of who comes next, those among the same contestants in the same group together.

    `members[s, i]`: how many seats contestant i has in stage s. `places[s, i]`: how many places it
    won there. `weights[s]`: how many were given. `groups[s]`: the games it comes from.
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
        """How the logarithms of the strengths err together, their mean left out."""
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
        average = strengths / (strengths + 1)  # the chance against an average player
        curvature += np.diag(average * (1 - average))
        scatter += np.diag((0.5 - average) ** 2)
        inverse = np.linalg.inv(curvature)
        centred = np.eye(count) - 1 / count
        return centred @ inverse @ scatter @ inverse @ centred


def _places(payoffs: Sequence[Payoff]) -> Iterable[tuple[list[int], list[int]]]:
    """Every place that is known: the seats that share it, and the seats that were in for it."""
    present = list(range(len(payoffs)))
    while present:
        best = max(payoffs[seat] for seat in present)
        tied = [seat for seat in present if payoffs[seat] == best]
        if len(tied) == len(present) and len(present) < len(payoffs):
            return
        yield tied, present
        present = [seat for seat in present if seat not in tied]
