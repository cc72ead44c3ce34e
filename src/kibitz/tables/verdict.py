"""The result of a position with perfect play."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.core.score import (
    DRAW,
    LOSS,
    NO_DISTANCE,
    STAGE,
    WIN,
    decided,
    decided_by_table,
)
from kibitz.core.types import Payoff, Ply, Score


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a position with best play, for the side to move, and the plies to the end.

    `remoteness` orders the wins and losses of tables without distances: any move towards the end
    lowers it.

    >>> str(Verdict(WIN, 9)), str(Verdict(LOSS, 4)), str(Verdict(DRAW)), str(Verdict(WIN))
    ('wins in 9', 'loses in 4', 'draws', 'wins (table)')
    """

    result: Payoff
    plies: Ply | None = None  # None for a draw, or if the distance is unknown
    remoteness: int = 0  # if the distance is unknown

    @classmethod
    def of(cls, value: int) -> Verdict:
        """The verdict for a value: 1 + plies for a win, its negative for a loss, 0 for a draw.

        A win or loss without a distance has the value NO_DISTANCE plus its remoteness.

        >>> str(Verdict.of(4)), str(Verdict.of(-1)), str(Verdict.of(-NO_DISTANCE - 5))
        ('wins in 3', 'loses in 0', 'loses (table)')
        """
        if value == 0:
            return cls(DRAW)
        size, result = abs(value), WIN if value > 0 else LOSS
        if size >= NO_DISTANCE:
            return cls(result, remoteness=size - NO_DISTANCE)
        return cls(result, size - 1)

    def __str__(self) -> str:
        if self.result == DRAW:
            return "draws"
        distance = "(table)" if self.plies is None else f"in {self.plies}"
        return f"{'wins' if self.result == WIN else 'loses'} {distance}"

    @property
    def least_plies(self) -> Ply:
        """The plies to the end, or to the next stage if the distance to the end is unknown."""
        return self.remoteness % STAGE if self.plies is None else self.plies

    @property
    def score(self) -> Score:
        """The verdict as a score of the search."""
        if self.plies is None and self.result != DRAW:
            return decided_by_table(self.result, 0, self.remoteness)
        return decided(self.result, self.plies or 0, 0)

    def answer(self, turn: int) -> str:
        """The verdict in one line, with side `turn` to move.

        >>> Verdict(WIN, 9).answer(0), Verdict(WIN, 9).answer(1), Verdict(DRAW).answer(0)
        ('first player wins in 9', 'second player wins in 9', 'draw')
        """
        if self.result == DRAW:
            return "draw"
        winner = turn if self.result == WIN else 1 - turn
        distance = "(table)" if self.plies is None else f"in {self.plies}"
        return f"{('first', 'second')[winner]} player wins {distance}"

    def before(self, *, is_same: bool) -> Verdict:
        """The verdict on the move to this position, for the side that makes it.

        `is_same`: whether that side is also the side to move here.

        >>> str(Verdict(LOSS, 4).before(is_same=False))
        'wins in 5'
        """
        if self.result == DRAW:
            return self
        result = self.result if is_same else -self.result
        if self.plies is None:
            return Verdict(result, remoteness=self.remoteness + 1)
        return Verdict(result, self.plies + 1)

    def as_dict(self) -> dict[str, object]:
        """The verdict as JSON."""
        name = {WIN: "win", DRAW: "draw", LOSS: "loss"}[self.result]
        return {"result": name, "plies": self.plies}


def best_of(verdicts: Iterable[Verdict | None]) -> Verdict | None:
    """The best verdict: the quickest win, a draw or the slowest loss; None if one is unknown.

    >>> str(best_of([Verdict(LOSS, 4), Verdict(LOSS, 6)])), best_of([Verdict(DRAW), None])
    ('loses in 6', None)
    """
    found = list(verdicts)
    known = [one for one in found if one is not None]
    return max(known, key=worth) if known and len(known) == len(found) else None


def worth(verdict: Verdict) -> tuple[int, int]:
    """A sort key for verdicts, highest for the best."""
    return verdict.result, verdict.score


@dataclass(frozen=True, slots=True)
class Counts:
    """The numbers of positions won, lost and drawn for the side to move, and the longest lines."""

    wins: int
    losses: int
    draws: int
    longest_win: Ply  # 0 if there is none
    longest_loss: Ply

    @property
    def positions(self) -> int:
        """The number of all positions."""
        return self.wins + self.losses + self.draws

    def as_dict(self) -> dict[str, int]:
        """The counts as JSON."""
        return {
            "positions": self.positions,
            "wins": self.wins,
            "losses": self.losses,
            "draws": self.draws,
            "longest_win": self.longest_win,
            "longest_loss": self.longest_loss,
        }
