"""The standings of a match: the score, rating and effort of every contestant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.core.score import DRAW, LOSS, WIN
from kibitz.match.contestant import Contestant
from kibitz.match.elo import Advantage, finite, from_elo
from kibitz.match.ratings import rate
from kibitz.match.result import REASONS, Result
from kibitz.match.tally import Tally


@dataclass(frozen=True, slots=True)
class Row:
    """The totals of one contestant. With more than two players a tie for first place is a draw."""

    name: str
    games: int
    wins: int
    draws: int
    losses: int
    elo: float | None  # above the average; None in a duel, which has an advantage instead
    error: float | None  # the standard error of `elo`
    nodes: float  # per move
    seconds: float  # per move
    faults: int  # games lost because the contestant failed

    @property
    def score(self) -> float:
        """One point for every win, half a point for every draw."""
        return self.wins + self.draws / 2

    def as_dict(self) -> dict[str, Any]:
        """The row for JSON."""
        return {
            "name": self.name,
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "score": self.score,
            "elo": None if self.elo is None else finite(self.elo),
            "error": None if self.error is None else finite(self.error),
            "nodes": round(self.nodes, 1),
            "seconds": round(self.seconds, 5),
            "faults": self.faults,
        }


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings of a match."""

    rows: tuple[Row, ...]
    games: int
    reasons: dict[str, int]  # how many games ended for each reason
    advantage: Advantage | None  # of the first contestant, in a match of two
    test: dict[str, object] | None  # the sequential test, if the match has one
    first_fault: Result | None
    repeats: int  # games that repeat others move by move

    def as_dict(self) -> dict[str, Any]:
        """The standings for JSON."""
        return {
            "games": self.games,
            "repeats": self.repeats,
            "players": [row.as_dict() for row in self.rows],
            "reasons": self.reasons,
            "advantage": None if self.advantage is None else self.advantage.as_dict(),
            "sprt": self.test,
        }


def standings(tally: Tally, contestants: Sequence[Contestant]) -> Standings:
    """The standings after the games of `tally`."""
    results = [tally.results[number] for number in sorted(tally.results)]
    count = len(contestants)
    ratings = None
    if results and not tally.is_duel:
        ranked = [(tally.opening(one.number), one.seats, one.payoffs) for one in results]
        ratings = rate(ranked, count)
    advantage = tally.advantage()
    if ratings is not None and count == 2:
        advantage = from_elo(*ratings.difference(0, 1))
    rows = []
    for index, contestant in enumerate(contestants):
        total = _Total(results, index)
        rows.append(
            Row(
                name=contestant.name,
                games=sum(total.payoffs.values()),
                wins=total.payoffs[WIN],
                draws=total.payoffs[DRAW],
                losses=total.payoffs[LOSS],
                elo=None if ratings is None else ratings.elo[index],
                error=None if ratings is None else ratings.error(index),
                nodes=total.nodes / max(total.turns, 1),
                seconds=total.seconds / max(total.turns, 1),
                faults=total.faults,
            )
        )
    reasons = Counter(one.reason for one in results)
    return Standings(
        rows=tuple(rows),
        games=len(results),
        reasons={reason: reasons[reason] for reason in REASONS if reasons[reason]},
        advantage=advantage,
        test=None if tally.test is None else tally.test.as_dict(),
        first_fault=next((one for one in results if one.reason == "error"), None),
        repeats=tally.repeats,
    )


class _Total:
    """The totals of one contestant over all its seats."""

    def __init__(self, results: Sequence[Result], contestant: int) -> None:
        self.payoffs: Counter[int] = Counter()
        self.turns = self.nodes = self.faults = 0
        self.seconds = 0.0
        for one in results:
            for seat, index in enumerate(one.seats):
                if index == contestant:
                    self.payoffs[one.payoffs[seat]] += 1
                    self.turns += one.turns[seat]
                    self.nodes += one.nodes[seat]
                    self.seconds += one.seconds[seat]
                    self.faults += one.culprit == seat
