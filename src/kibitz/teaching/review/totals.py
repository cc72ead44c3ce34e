"""Totals over many reviews, for each player."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from kibitz.teaching.review.chances import of_payoff
from kibitz.teaching.review.review_report import Review


@dataclass(frozen=True, slots=True)
class Total:
    """One player over several games."""

    name: str  # of the player, or of the side if unknown
    games: int
    finished: int
    score: float  # in the finished games: 1 for a win, 1/2 for a draw
    accuracy: float | None  # the mean over the games

    def as_dict(self) -> dict[str, object]:
        """The total for JSON."""
        fields: dict[str, Any] = asdict(self)
        if self.accuracy is not None:
            fields["accuracy"] = round(self.accuracy, 1)
        return fields


def totals(reviews: Iterable[Review]) -> list[Total]:
    """The total of each player, the most accurate first."""
    accuracies: dict[str, list[float]] = {}
    scores: dict[str, list[float]] = {}
    games: dict[str, int] = {}
    for review in reviews:
        for side, summary in enumerate(review.sides):
            name = summary.name or summary.side
            games[name] = games.get(name, 0) + 1
            if summary.accuracy is not None:
                accuracies.setdefault(name, []).append(summary.accuracy)
            if review.outcome is not None:
                scores.setdefault(name, []).append(of_payoff(review.outcome.payoffs[side]))
    players = [
        Total(
            name=name,
            games=count,
            finished=len(scores.get(name, ())),
            score=sum(scores.get(name, ())),
            accuracy=_mean(accuracies.get(name, [])),
        )
        for name, count in games.items()
    ]
    return sorted(players, key=lambda total: -(total.accuracy or 0.0))


def _mean(values: list[float]) -> float | None:
    return sum(values) / len(values) if values else None
