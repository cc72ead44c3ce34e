"""What a review says: a judgement of every move, and of every side."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.outcome import Outcome
from kibitz.core.renamed import renamed
from kibitz.core.types import Ply, Side
from kibitz.engine.lines import Line
from kibitz.teaching.explanations.claims import Claim
from kibitz.teaching.review.chart import picture
from kibitz.teaching.review.marks import MARKS, Mark, accuracy, is_turn


@renamed(player="turn")
@dataclass(frozen=True, slots=True)
class Judged:
    """One move of a game, and what it was worth. Chances are the mover's, from 0 to 1."""

    ply: Ply  # 1 is the first move of the game
    turn: Side
    side: str  # its name
    move: str
    mark: Mark
    before: float  # the chances with the best move
    after: float  # the chances with the move that was played
    has_choice: bool  # whether there was another move, and something to lose
    best: Line | None  # the engine's own line; None where there was only one move
    claims: tuple[Claim, ...] = ()  # why the move was bad, where words were asked for

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
        """Whether a better line is worth showing."""
        return self.mark in ("inaccuracy", "mistake", "blunder")

    def as_dict(self) -> dict[str, object]:
        """The judgement as JSON sees it."""
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
    name: str  # who played it; empty where nobody knows
    accuracy: float | None  # from 0 to 100; None where it had nothing to lose
    best: int
    good: int
    inaccuracy: int
    mistake: int
    blunder: int

    def as_dict(self) -> dict[str, object]:
        """The summary as JSON sees it."""
        found: dict[str, Any] = asdict(self)
        if self.accuracy is not None:
            found["accuracy"] = round(self.accuracy, 1)
        return found


@dataclass(frozen=True, slots=True)
class Point:
    """Somebody's winning chances after so many moves."""

    ply: Ply
    side: Side
    chances: float


@dataclass(frozen=True, slots=True)
class Review:
    """A whole game, judged move by move."""

    game: Game
    names: tuple[str, ...]  # who played, one a player, empty where it is not known
    outcome: Outcome | None  # None where the game goes on
    length: int  # moves of the game
    moves: tuple[Judged, ...]  # the last ones, where the review was stopped
    chances: tuple[Point, ...]  # over the game: the first side's of two, else everybody's own

    @property
    def is_whole(self) -> bool:
        """Whether every move was judged."""
        return len(self.moves) == self.length

    @property
    def turning_points(self) -> tuple[Judged, ...]:
        """The moves that turned the game."""
        return tuple(judged for judged in self.moves if judged.is_turning_point)

    @property
    def sides(self) -> tuple[Summary, ...]:
        """How everybody played."""
        return tuple(self._summary(side) for side in range(self.game.players))

    def _summary(self, side: Side) -> Summary:
        own = [judged for judged in self.moves if judged.turn == side]
        marks = [judged.mark for judged in own]
        return Summary(
            side=self.game.sides[side],
            name=self.names[side],
            accuracy=accuracy(judged.loss for judged in own if judged.has_choice),
            **{mark: marks.count(mark) for mark in MARKS},
        )

    def svg(self) -> str:
        """The winning chances over the game as a picture."""
        return picture(self)

    def _repr_svg_(self) -> str:
        return self.svg()

    def as_dict(self) -> dict[str, object]:
        """The review as JSON sees it."""
        return {
            "game": {"name": self.game.name, "settings": dict(self.game.settings)},
            "outcome": None if self.outcome is None else str(self.outcome),
            "whole": self.is_whole,
            "length": self.length,
            "sides": [side.as_dict() for side in self.sides],
            "turning_points": [judged.ply for judged in self.turning_points],
            "moves": [judged.as_dict() for judged in self.moves],
            "chances": [
                {
                    "ply": point.ply,
                    "side": self.game.sides[point.side],
                    "chances": round(point.chances, 4),
                }
                for point in self.chances
            ],
        }
