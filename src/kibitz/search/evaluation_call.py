"""The evaluation of a game, as a search calls it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from kibitz.compiling.external import External
from kibitz.core.contract import Game
from kibitz.core.states import state_functions
from kibitz.core.types import Memory, Score, Side, State
from kibitz.core.weights import WeightedRule, WeightsView
from kibitz.search.memory import WEIGHTS, WEIGHTS_SIZE

_SYMBOL = "kibitz_evaluate"


def evaluation_function(
    game: Game, address: int = WEIGHTS, size: int = WEIGHTS_SIZE
) -> Callable[[State, Side, Memory], Score]:
    """The evaluation of `game` as a function of a state, a player and the memory of a search.

    It is compiled by itself, so that an edited evaluation costs a second and not all of a search.
    Its weights, where it has some, are found through two words of the memory.
    """
    unpack, pack, *_ = state_functions(game)
    rule: Any = game.evaluate

    def evaluate(position: tuple[int, ...], side: int, address: int, size: int) -> int:
        return rule(unpack(position), side)  # type: ignore[no-any-return]  # by contract

    if isinstance(rule, WeightedRule):
        function, view = rule.function, WeightsView(rule.weights)

        def evaluate_weighted(position: tuple[int, ...], side: int, address: int, size: int) -> int:
            return function(unpack(position), side, view(address, size))  # type: ignore[no-any-return]

        evaluate = evaluate_weighted
    external = External(_SYMBOL, cast(Any, evaluate), len(game.initial()))

    def judge(state: State, side: Side, memory: Memory) -> Score:
        return external(pack(state), side, memory[address], memory[size])  # type: ignore[no-any-return]

    return judge


def set_weights(
    game: Game, memory: Memory, address: int = WEIGHTS, size: int = WEIGHTS_SIZE
) -> None:
    """Write where the weights of `game` are, if it has some, into the memory of a search."""
    weights = game.weights
    if weights is not None:
        memory[address], memory[size] = weights.address, len(weights)
