"""Judgements of one move and of one side, and the chances at a point of the game."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from kibitz.core.renamed import renamed
from kibitz.core.types import Ply, Side
from kibitz.engine.lines import Line
from kibitz.teaching.explanations.claims import Claim
from kibitz.teaching.review.marks import Mark, is_turn


@renamed(player="turn")
@dataclass(frozen=True, slots=True)
class Judged:
    """One move of a game with its judgement. Chances are the mover's, from 0 to 1."""

    ply: Ply  # 1 is the first move of the game
    turn: Side
    side: str  # the name of the side
    move: str
    mark: Mark
    before: float  # the chances with the best move
    after: float  # the chances with the move that was played
    has_choice: bool  # whether there was another move and the game was not lost yet
    best: Line | None  # the engine's own line; None if there was only one move
    claims: tuple[Claim, ...] = ()  # why the move was bad, if the review explains

    @property
    def loss(self) -> float:
        """The chances that the move lost."""
        return self.before - self.after

    @property
    def is_turning_point(self) -> bool:
        """Whether the move turned the game."""
        return is_turn(self.before, self.after)

    @property
    def is_bad(self) -> bool:
        """Whether a better line should be shown."""
        return self.mark in ("inaccuracy", "mistake", "blunder")

    def as_dict(self) -> dict[str, object]:
        """The judgement for JSON."""
        return {
            "ply": self.ply,
            "side": self.side,
            "move": self.move,
            "mark": self.mark,
            "loss": round(self.loss, 4),
            "before": round(self.before, 4),
            "after": round(self.after, 4),
            "choice": self.has_choice,
            "turning_point": self.is_turning_point,
            "best": None if self.best is None else self.best.as_dict(),
            "claims": [claim.as_dict() for claim in self.claims],
        }


@dataclass(frozen=True, slots=True)
class Summary:
    """How one side played."""

    side: str
    name: str  # of the player; empty if unknown
    accuracy: float | None  # from 0 to 100; None if no move counts
    best: int
    good: int
    inaccuracy: int
    mistake: int
    blunder: int

    def as_dict(self) -> dict[str, object]:
        """The summary for JSON."""
        fields: dict[str, Any] = asdict(self)
        if self.accuracy is not None:
            fields["accuracy"] = round(self.accuracy, 1)
        return fields


@dataclass(frozen=True, slots=True)
class Point:
    """The winning chances of one side after a number of moves."""

    ply: Ply
    side: Side
    chances: float
