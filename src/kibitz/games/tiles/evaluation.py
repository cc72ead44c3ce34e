"""The evaluation for Tiles: a side's score minus the sum of the others' scores."""

from __future__ import annotations

from collections.abc import Mapping

from kibitz.core.evaluation import Evaluation
from kibitz.games.tiles.rules import Rules, State


def evaluation_for(players: int, rules: Rules) -> Evaluation:
    """The evaluation for this number of players under `rules`."""
    score, tile_points, pair_points = rules.score, rules.tile_points, rules.pair_points

    def evaluate(state: State, side: int) -> int:
        total = 0
        for other in range(players):
            total += score(state, other) if other == side else -score(state, other)
        return total

    def explain(state: State, side: int) -> Mapping[str, int]:
        others = [other for other in range(players) if other != side]
        return {
            "own tiles": tile_points(state, side),
            "own pairs": pair_points(state, side),
            "others' tiles": -sum(tile_points(state, other) for other in others),
            "others' pairs": -sum(pair_points(state, other) for other in others),
        }

    return Evaluation(evaluate, explain)
