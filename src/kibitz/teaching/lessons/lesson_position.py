"""A position of a real game, with its evaluation and its best move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kibitz.core.contract import Game
from kibitz.core.text import parse_state
from kibitz.core.types import Depth, Ply, State
from kibitz.games.registry import named
from kibitz.teaching.lessons.sums import Sum


@dataclass(frozen=True, slots=True)
class Best:
    """The best move of a position, found by a search of `depth` plies."""

    move: str  # the first of equally good ones
    also: tuple[str, ...]  # other moves that are equally good
    depth: Depth
    win_in: Ply | None  # plies to the end, if the move wins by force


@dataclass(frozen=True, slots=True)
class LessonPosition:
    """A position, written as text, from the point of view of `side`."""

    game_name: str
    options: Mapping[str, int | str]
    text: str
    side: str
    evaluation: str | None  # the name of the evaluation that `sum` belongs to
    sum: Sum | None
    best: Best | None

    def game(self) -> Game:
        """The game of the position."""
        chosen = named(self.game_name, self.options)
        return chosen.judged_by(self.evaluation) if self.evaluation else chosen

    def state(self) -> State:
        """The position as a state of the game."""
        return parse_state(self.game(), self.text)
