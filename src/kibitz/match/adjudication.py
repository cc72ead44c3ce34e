"""Adjudication: a game ends early where both sides agree on how it stands."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.score import DRAW, LOSS, WIN
from kibitz.core.types import Payoff, Side
from kibitz.engine.lines import Line


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far ahead, or how little, and for how many moves running."""

    score: float  # points
    plies: int


class Adjudicator:
    """Follows what two players think of their game, move by move."""

    def __init__(self, wins: Agreement | None, draws: Agreement | None) -> None:
        self._wins = wins
        self._draws = draws
        self._leader: Side | None = None  # who is ahead, as all of the last moves have it
        self._ahead: list[Side] = []  # by whom that was said
        self._even: list[Side] = []  # by whom it was said that nobody is

    def hear(self, side: Side, line: Line | None) -> tuple[Payoff, ...] | None:
        """What `side` thinks of its move; the payoffs, if that ends the game."""
        if line is None:
            self._leader, self._ahead, self._even = None, [], []
            return None
        if self._wins is not None:
            leader = _leader(side, line, self._wins.score)
            if leader != self._leader:
                self._leader, self._ahead = leader, []
            self._ahead.append(side)
            if leader is not None and _is_agreed(self._ahead, self._wins):
                return (WIN, LOSS) if leader == 0 else (LOSS, WIN)
        if self._draws is not None:
            is_even = line.score is not None and abs(line.score) <= self._draws.score
            self._even = [*self._even, side] if is_even else []
            if _is_agreed(self._even, self._draws):
                return (DRAW, DRAW)
        return None


def _leader(side: Side, line: Line, score: float) -> Side | None:
    """Who is ahead by at least `score` points; a forced end counts as more than any."""
    if line.score is not None:
        if abs(line.score) < score:
            return None
        return side if line.score > 0 else 1 - side
    return side if line.win_in is not None else 1 - side


def _is_agreed(said_by: list[Side], agreement: Agreement) -> bool:
    return len(said_by) >= agreement.plies and len(set(said_by)) == 2
