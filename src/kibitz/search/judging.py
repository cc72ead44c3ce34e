"""The evaluation of a game, as a search calls it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.types import Player, Score, State, Words
from kibitz.core.weights import WeightedRule, WeightsView
from kibitz.search.memory import WEIGHTS, WEIGHTS_SIZE


def judge_function(
    game: Game, address: int = WEIGHTS, size: int = WEIGHTS_SIZE
) -> Callable[[State, Player, Words], Score]:
    """The evaluation of `game` as a function of a state, a player and the memory of a search.

    Its weights, where it has some, are found through two words of the memory.
    """
    rule: Any = game.evaluate
    if not isinstance(rule, WeightedRule):

        def judge(state: State, player: Player, memory: Words) -> Score:
            return rule(state, player)  # type: ignore[no-any-return]  # an integer by contract

        return judge
    function, view = rule.function, WeightsView(rule.weights)

    def judge_weighted(state: State, player: Player, memory: Words) -> Score:
        weights = view(memory[address], memory[size])
        return function(state, player, weights)  # type: ignore[no-any-return]

    return judge_weighted


def set_weights(
    game: Game, memory: Words, address: int = WEIGHTS, size: int = WEIGHTS_SIZE
) -> None:
    """Write where the weights of `game` are, if it has some, into the memory of a search."""
    weights = game.weights
    if weights is not None:
        memory[address], memory[size] = weights.address, len(weights)
