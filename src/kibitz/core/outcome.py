"""How games end: the payoffs of all sides, and the reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.core.score import DRAW, LOSS, WIN
from kibitz.core.types import Payoff, Side


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the payoff of every side, and the reason."""

    payoffs: tuple[Payoff, ...]
    reason: str  # "rules", "repetition", "clock", "resignation", "agreement" or "time"
    sides: tuple[str, ...]

    @property
    def winner(self) -> Side | None:
        """The only winner, or None."""
        return self.payoffs.index(WIN) if WIN in self.payoffs else None

    def __str__(self) -> str:
        how = {"rules": "", "time": " on time"}.get(self.reason, f" by {self.reason}")
        if self.winner is not None:
            return f"{self.sides[self.winner]} wins{how}"
        if LOSS in self.payoffs:
            tied = [self.sides[i] for i, payoff in enumerate(self.payoffs) if payoff == DRAW]
            return f"{', '.join(tied[:-1])} and {tied[-1]} tie{how}"
        return f"draw{how}"


def payoffs_problem(payoffs: Sequence[object]) -> str:
    """The problem with the payoffs of a finished game, in words; empty if they are valid."""
    for payoff in payoffs:
        if payoff not in (WIN, DRAW, LOSS) or isinstance(payoff, bool):
            return f"payoff returns {payoff!r}: expected WIN, DRAW or LOSS"
    wins, draws = payoffs.count(WIN), payoffs.count(DRAW)
    if wins > 1 or (wins == 1 and draws) or (wins == 0 and draws < 2):
        expected = "expected one WIN and the rest LOSS, or a tie of the best"
        return f"the payoffs are {list(payoffs)}: {expected}"
    return ""
