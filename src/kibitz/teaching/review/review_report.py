"""The result of a review: a judgement of every move and of every side."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.contract import Game
from kibitz.core.outcome import Outcome
from kibitz.core.types import Side
from kibitz.teaching.review.chart import Chart
from kibitz.teaching.review.judgements import Judged, Point, Summary
from kibitz.teaching.review.marks import MARKS, accuracy


@dataclass(frozen=True, slots=True)
class Review:
    """A complete game, judged move by move."""

    game: Game
    names: tuple[str, ...]  # of the players; empty if unknown
    outcome: Outcome | None  # None if the game is not over
    length: int  # moves of the game
    moves: tuple[Judged, ...]  # only the last ones if the review was stopped
    chances: tuple[Point, ...]  # over the game: for the first of two sides, or for all of more

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
        """How each side played."""
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
        """A chart of the winning chances over the game."""
        return Chart(
            game=self.game,
            names=self.names,
            outcome=self.outcome,
            length=self.length,
            sides=self.sides,
            turning_points=self.turning_points,
            chances=self.chances,
        ).svg()

    def _repr_svg_(self) -> str:
        return self.svg()

    def as_dict(self) -> dict[str, object]:
        """The review for JSON."""
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
