"""Elo: the difference in strength between two contestants, with its error.

Games of one opening, played from both sides, are not independent trials: an opening that favours a
side gives each contestant one win. So the error is estimated from the scores of pairs of games with
the same opening, not from the numbers of wins, draws and losses alone.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import NormalDist

_SCALE = 400.0
_CONFIDENCE = 1.959964  # half the width of a 95 % interval, in standard errors


def elo_of(share: float) -> float:
    """The difference in Elo at an expected score of `share`; infinite at 0 and 1.

    >>> round(elo_of(0.75), 1), round(elo_of(0.5), 1)
    (190.8, 0.0)
    """
    if share <= 0 or share >= 1:
        return math.copysign(math.inf, share - 0.5)
    return _SCALE * math.log10(share / (1 - share))


def share_of(elo: float) -> float:
    """The expected score, from 0 to 1, of a player who is stronger by `elo`.

    >>> round(share_of(190.85), 3)
    0.75
    """
    if elo < -_SCALE * 30:  # the power of ten would overflow
        return 0.0
    return float(1 / (1 + 10 ** (-elo / _SCALE)))


@dataclass(frozen=True, slots=True)
class Advantage:
    """The score of one contestant against another, also in Elo, with its error."""

    share: float  # 0 to 1
    error: float  # the standard error of the share
    interval: tuple[float, float]  # the 95 % confidence interval of the share
    superiority: float  # the likelihood that the first contestant is the stronger one

    @property
    def elo(self) -> float:
        """The difference in Elo; infinite if every game was won or lost."""
        return elo_of(self.share)

    @property
    def elo_error(self) -> float:
        """The standard error of `elo`."""
        if not 0 < self.share < 1:
            return math.inf
        return self.error * _SCALE / (math.log(10) * self.share * (1 - self.share))

    @property
    def elo_interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of `elo`."""
        return elo_of(self.interval[0]), elo_of(self.interval[1])

    def as_dict(self) -> dict[str, object]:
        """The advantage for JSON; null stands for infinity."""
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
    """The advantage estimated from games; None without games.

    `clusters` maps (total score, number of games) of an opening to how many openings had it. The
    variance of these scores, compared with that of independent games, gives the number of
    independent games that carry the same information. One more opening with two wins or two losses
    is added, so that the error never becomes 0 after a few games or equal results. The interval is
    Wilson's; the likelihood of superiority comes from the distribution of equal players' scores.

    `different`: the share of openings whose games are not exact repeats of earlier ones, because
    repeats carry no information.
    """
    games = different * sum(size * count for (_, size), count in clusters.items())
    if games == 0:
        return None
    points = different * sum(score * count for (score, _), count in clusters.items())
    share = min(points / games, 1.0)
    guess = (points + 0.5) / (games + 1)  # never 0 or 1
    usual = games / (different * sum(clusters.values()))
    doubt = usual**2 * guess * (1 - guess)
    scatter = ((score - share * size) ** 2 * count for (score, size), count in clusters.items())
    squares = different * sum(scatter)
    independent = games * (games * share * (1 - share) + doubt) / (squares + doubt)
    error = math.sqrt(guess * (1 - guess) / independent)
    superiority = NormalDist().cdf((share - 0.5) / math.sqrt(0.25 / independent))
    return Advantage(share, error, _wilson(share, independent), superiority)


def from_elo(elo: float, error: float) -> Advantage:
    """The advantage of a player who is rated `elo` higher, with the standard error `error`."""
    share = share_of(elo)
    slope = math.log(10) / _SCALE * share * (1 - share)
    reach = _CONFIDENCE * error
    superiority = NormalDist().cdf(elo / error) if error else (1 + (elo > 0) - (elo < 0)) / 2
    interval = share_of(elo - reach), share_of(elo + reach)
    return Advantage(share, slope * error, interval, superiority)


def finite(value: float) -> float | None:
    """`value` rounded for JSON, which has no infinity."""
    return round(value, 1) if math.isfinite(value) else None


def _wilson(share: float, games: float) -> tuple[float, float]:
    square = _CONFIDENCE**2 / games
    middle = (share + square / 2) / (1 + square)
    reach = math.sqrt(square * share * (1 - share) + square**2 / 4) / (1 + square)
    return max(0.0, min(share, middle - reach)), min(1.0, max(share, middle + reach))
