"""An object's evaluations, converted to the integers that a search compares."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, SupportsFloat

from kibitz.adapters.class_players import usual_first
from kibitz.adapters.method_calls import Methods, takes_player
from kibitz.adapters.results import scores_of
from kibitz.core.errors import ContractError
from kibitz.core.score import EVALUATION_LIMIT
from kibitz.core.types import Score, Side

UNITS = (1_000_000, 1_000, 1)  # the first that fits 100 times the sampled values is used


@dataclass(frozen=True, slots=True)
class ObjectEvaluation:
    """The value of a position for a player."""

    methods: Methods
    name: str | None  # the object's own method
    is_own_score: bool  # whether to subtract the other players' values
    view: Side  # the side for which the object evaluates if it takes no player
    shift: int  # the index of the first player in the class's own order
    unit: int = 1  # integer steps in one point

    def score(self, board: Any, players: Sequence[Any], player: Side) -> Score:
        """The value in units; infinity becomes the largest evaluation."""
        value = self.value(board, players, player)
        if math.isinf(value):
            return EVALUATION_LIMIT if value > 0 else -EVALUATION_LIMIT
        scaled = value * self.unit if isinstance(value, int) else round(value * self.unit)
        return max(-EVALUATION_LIMIT, min(EVALUATION_LIMIT, scaled))

    def value(self, board: Any, players: Sequence[Any], player: Side) -> float:
        """The value in points."""
        function = self.methods.function("evaluate")
        if function is not None:
            return number_of(function(board, players[player]), board)
        if self.name is None:
            scores = scores_of(board, players, self.shift)
            return 0 if scores is None else scores[player] * 2 - sum(scores)
        method = getattr(board, self.name)
        if not takes_player(method):
            value = number_of(method(), board)
            return value if player == self.view else -value
        own = number_of(method(players[player]), board)
        if not self.is_own_score or math.isinf(own):
            return own
        return own - self._others(board, players, player)

    def _others(self, board: Any, players: Sequence[Any], player: Side) -> float:
        """The sum of the other players' values."""
        listed = getattr(board, "evaluate_players_except", None)
        if callable(listed):
            others = listed(list(players), players[player])
            values: list[Any] = list(others) if isinstance(others, Sequence) else [others]
        else:
            method = getattr(board, self.name or "")
            values = [method(other) for seat, other in enumerate(players) if seat != player]
        return sum(number_of(value, board) for value in values)


def view_of(players: Sequence[Any], ai: Side | None) -> Side:
    """The side for which an object evaluates if it takes no player; by default the first."""
    return usual_first(players) if ai is None else ai


def number_of(value: SupportsFloat, board: object) -> float:
    """`value` as an int or a float; ContractError if it is not a number."""
    if isinstance(value, int):
        return int(value)
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if math.isnan(number):
        raise ContractError("bad_evaluation", name=type(board).__name__, value=value)
    return number
