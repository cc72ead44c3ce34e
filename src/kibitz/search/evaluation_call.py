"""The evaluation of a game, as the search calls it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from kibitz.compiling.external import External
from kibitz.core.contract import Game
from kibitz.core.states import position_words, state_functions
from kibitz.core.types import Memory, Score, Side, State
from kibitz.core.weights import WeightedRule, WeightsView
from kibitz.search.memory import WEIGHTS, WEIGHTS_SIZE

_SYMBOL = "kibitz_evaluate"


def evaluation_function(
    game: Game, address: int = WEIGHTS, size: int = WEIGHTS_SIZE
) -> Callable[[State, Side, Memory], Score]:
    """The evaluation of `game` as a function of a state, a side and the memory of a search.

    It is compiled separately, so that an edited evaluation compiles in a second, without the
    search. `address` and `size` are indices of words in the memory: they hold the address and the
    size of its weights.
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
    external = External(_SYMBOL, cast(Any, evaluate), position_words(game))

    def evaluation(state: State, side: Side, memory: Memory) -> Score:
        return external(pack(state), side, memory[address], memory[size])  # type: ignore[no-any-return]

    return evaluation


def set_weights(
    game: Game, memory: Memory, address: int = WEIGHTS, size: int = WEIGHTS_SIZE
) -> None:
    """Write the address and size of the weights of `game`, if any, to the memory of a search."""
    weights = game.weights
    if weights is not None:
        memory[address], memory[size] = weights.address, len(weights)
