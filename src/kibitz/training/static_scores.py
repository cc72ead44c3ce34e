"""The evaluation of many positions, in compiled code."""

from __future__ import annotations

from types import FunctionType
from typing import Any, cast

from kibitz.compiling.signature import INTS
from kibitz.core.contract import Game
from kibitz.core.states import position_words, state_functions
from kibitz.core.types import Memory
from kibitz.search.builds import Build
from kibitz.search.evaluation_call import evaluation_function, set_weights

_ADDRESS, _SIZE = 0, 1  # words of the job: where the weights are
_JOB_WORDS = 2


def _scores_function(game: Game) -> FunctionType:
    """A function that evaluates positions for the side to move."""
    unpack, *_ = state_functions(game)
    evaluation = evaluation_function(game, _ADDRESS, _SIZE)
    width = position_words(game)
    words_at = _words_function(width)

    def static_scores(
        position: tuple[int, ...], positions: Memory, found: Memory, job: Memory
    ) -> int:
        count = len(positions) // width
        for index in range(count):
            state = unpack(words_at(positions, index * width))
            found[index] = evaluation(state, state.turn, job)
        return count

    return cast(FunctionType, static_scores)


def _words_function(width: int) -> FunctionType:
    """A function that returns the words of a position in an array, as a tuple."""
    scope: dict[str, Any] = {}
    words = "".join(f"positions[start + {word}], " for word in range(width))
    source = f"def words_at(positions, start):\n    return ({words})\n"
    exec(compile(source, "<words_at>", "exec"), scope)  # noqa: S102 - generated here
    return cast(FunctionType, scope["words_at"])


def static_scores(game: Game, positions: Any) -> Any:
    """The evaluation of each position, a row of words, for its side to move."""
    import numpy as np

    function = Build(game, _scores_function, (INTS,) * 3).compile()
    flat = np.ascontiguousarray(positions, np.int64).reshape(-1)
    found = np.zeros(max(len(positions), 1), np.int64)
    job = np.zeros(_JOB_WORDS, np.int64)
    set_weights(game, job, _ADDRESS, _SIZE)
    start = state_functions(game).pack(game.initial())
    function(start, flat, found, job)
    return found[: len(positions)]
