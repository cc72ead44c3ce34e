"""Elo: how much better one contestant is than another, and how far that can be trusted.

Games of one opening, played from both sides, are no independent trials: an opening that favours a
side gives each contestant one win. So the error is taken from what the openings' games score
together, pair by pair, and not from wins, draws and losses alone.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import NormalDist

_SCALE = 400.0
_CONFIDENCE = 1.959964  # standard errors either side that hold 95 %


def elo_of(share: float) -> float:
    """The difference in Elo at which somebody scores `share`; without end at 0 and 1.

    >>> round(elo_of(0.75), 1), round(elo_of(0.5), 1)
    (190.8, 0.0)
    """
    if share <= 0 or share >= 1:
        return math.copysign(math.inf, share - 0.5)
    return _SCALE * math.log10(share / (1 - share))


def share_of(elo: float) -> float:
    """The share that somebody scores who is `elo` better.

    >>> round(share_of(190.85), 3)
    0.75
    """
    if elo < -_SCALE * 30:  # beyond what a float can raise ten to
        return 0.0
    return float(1 / (1 + 10 ** (-elo / _SCALE)))


@dataclass(frozen=True, slots=True)
class Advantage:
    """What one contestant scores against another, with its error, and that in Elo."""

    share: float  # 0 to 1
    error: float  # one standard error of the share
    interval: tuple[float, float]  # that holds the true share in 95 of 100 matches
    superiority: float  # how likely it is that the first of the two is the better one

    @property
    def elo(self) -> float:
        """The difference in Elo; without end where everything was won or lost."""
        return elo_of(self.share)

    @property
    def elo_error(self) -> float:
        """One standard error of it."""
        if not 0 < self.share < 1:
            return math.inf
        return self.error * _SCALE / (math.log(10) * self.share * (1 - self.share))

    @property
    def elo_interval(self) -> tuple[float, float]:
        """What holds the true difference in 95 of 100 matches."""
        return elo_of(self.interval[0]), elo_of(self.interval[1])

    def as_dict(self) -> dict[str, object]:
        """The advantage as JSON sees it; null stands for what has no end."""
        return {
            "share": round(self.share, 4),
            "error": round(self.error, 4),
            "interval": [round(value, 4) for value in self.interval],
            "elo": finite(self.elo),
            "elo_error": finite(self.elo_error),
            "elo_interval": [finite(value) for value in self.elo_interval],
            "superiority": round(self.superiority, 4),
        }


def measure(clusters: Mapping[tuple[float, int], int], different: float = 1.0) -> Advantage | None:
    """The advantage that games show; None where there are none.

    `clusters`: how often the games of one opening had this (score together, number of games). How
    far these scatter, against games that are won or lost independently of each other, says how
    many such games they are worth; one more opening is counted, won or lost as a whole, so that a
    few games, or games that all end alike, never look certain. The interval is Wilson's, and who is
    the better one is asked in the same way: how far equal players would score from one half.

    `different`: the share of the openings whose games are not the very same as others'. Games that
    are played again and end alike again say nothing new.
    """
    games = different * sum(size * count for (_, size), count in clusters.items())
    if games == 0:
        return None
    points = different * sum(score * count for (score, _), count in clusters.items())
    share = min(points / games, 1.0)
    guess = (points + 0.5) / (games + 1)  # which is never 0 or 1
    usual = games / (different * sum(clusters.values()))
    doubt = usual**2 * guess * (1 - guess)
    scatter = ((score - share * size) ** 2 * count for (score, size), count in clusters.items())
    squares = different * sum(scatter)
    independent = games * (games * share * (1 - share) + doubt) / (squares + doubt)
    error = math.sqrt(guess * (1 - guess) / independent)
    superiority = NormalDist().cdf((share - 0.5) / math.sqrt(0.25 / independent))
    return Advantage(share, error, _wilson(share, independent), superiority)


def from_elo(elo: float, error: float) -> Advantage:
    """The advantage of somebody who is rated `elo` higher, give or take `error`."""
    share = share_of(elo)
    slope = math.log(10) / _SCALE * share * (1 - share)
    reach = _CONFIDENCE * error
    superiority = NormalDist().cdf(elo / error) if error else (1 + (elo > 0) - (elo < 0)) / 2
    interval = share_of(elo - reach), share_of(elo + reach)
    return Advantage(share, slope * error, interval, superiority)


def finite(value: float) -> float | None:
    """`value` as JSON has it."""
    return round(value, 1) if math.isfinite(value) else None


def _wilson(share: float, games: float) -> tuple[float, float]:
    square = _CONFIDENCE**2 / games
    middle = (share + square / 2) / (1 + square)
    reach = math.sqrt(square * share * (1 - share) + square**2 / 4) / (1 + square)
    return max(0.0, min(share, middle - reach)), min(1.0, max(share, middle + reach))
