"""Adjudication: a game ends early when both sides or the endgame tables decide its result."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.score import DRAW, LOSS, WIN
from kibitz.core.types import Payoff, Side, State
from kibitz.engine.knowledge import Knowledge
from kibitz.engine.lines import Line


@dataclass(frozen=True, slots=True)
class Agreement:
    """An adjudication threshold: the score, and for how many moves both sides must agree on it."""

    score: float  # points
    plies: int


class Adjudicator:
    """Decides from both players' evaluations, move by move, whether to end their game early."""

    def __init__(self, wins: Agreement | None, draws: Agreement | None) -> None:
        self._wins = wins
        self._draws = draws
        self._leader: Side | None = None  # ahead by the latest evaluations, if any side is
        self._ahead: list[Side] = []  # the sides that moved since `_leader` last changed
        self._even: list[Side] = []  # the sides that made the latest moves with an even score

    def add(self, side: Side, line: Line | None) -> tuple[Payoff, ...] | None:
        """Add the evaluation of the move that `side` made; return the payoffs if the game ends."""
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


def table_payoffs(known: Knowledge, state: State) -> tuple[Payoff, ...] | None:
    """The payoffs of an unfinished game by the endgame tables; None if they are unknown.

    A result that a clock may still change counts as unknown.
    """
    found = known.verdict(state)
    if found is None or known.is_too_slow(state):
        return None
    return (found.result, -found.result) if state.turn == 0 else (-found.result, found.result)


def _leader(side: Side, line: Line, score: float) -> Side | None:
    """The side that is ahead by at least `score` points; a forced win always counts."""
    if line.score is not None:
        if abs(line.score) < score:
            return None
        return side if line.score > 0 else 1 - side
    return side if line.win_in is not None else 1 - side


def _is_agreed(movers: list[Side], agreement: Agreement) -> bool:
    return len(movers) >= agreement.plies and len(set(movers)) == 2
