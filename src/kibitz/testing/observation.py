"""Everything the rules say about one position, written down by one function.

The function is plain; it runs as it is and compiled, and the two accounts have to agree.
"""

from __future__ import annotations

from functools import lru_cache
from types import FunctionType
from typing import Any, cast

from kibitz.compiling.signature import INTS
from kibitz.core.contract import Game
from kibitz.core.states import state_functions
from kibitz.core.types import Memory, State
from kibitz.search.compiled import compiled
from kibitz.search.evaluation_call import evaluation_function

WORDS = 1 << 18  # room for some thousand moves
WEIGHTS = (WORDS - 2, WORDS - 1)  # where the weights of the evaluation are, and how many


def observation_function(game: Game) -> FunctionType:
    """The account of a position of `game`, as a plain function.

    It fills the words with: the number of moves; for every move itself, whether it is noisy, its
    rank and the state after it; then the key, whether the clock has run out, the canonical state;
    then for every player the payoff and margin of a finished game or the evaluation of another.
    """
    moves, play, payoff = game.moves, game.play, game.payoff
    judge = evaluation_function(game, *WEIGHTS)
    noisy, rank, margin = game.noisy or _nothing, game.rank or _nothing, game.margin or _nothing
    drawn, symmetries = game.drawn or _not_drawn, game.symmetries or _same
    unpack, pack, key, *_ = state_functions(game)
    players = game.players

    def observe(position: tuple[int, ...], words: Memory) -> int:
        state = unpack(position)
        count = 0
        at = 1
        for move in moves(state):
            count += 1
            words[at] = move
            words[at + 1] = 1 if noisy(state, move) else 0
            words[at + 2] = rank(state, move)
            at += 3
            for field in pack(play(state, move)):
                words[at] = field
                at += 1
        words[0] = count
        words[at] = key(state, 1)
        words[at + 1] = 1 if drawn(state) else 0
        at += 2
        for field in pack(symmetries(state)):
            words[at] = field
            at += 1
        for side in range(players):
            if count == 0:
                words[at] = payoff(state, side)
                words[at + 1] = margin(state, side)
            else:
                words[at] = judge(state, side, words)
                words[at + 1] = 0
            at += 2
        return at

    return cast(FunctionType, observe)


@lru_cache(maxsize=128)
def compiled_observation(game: Game) -> Any:
    """The account compiled, with bounds checked; CompileError where the rules cannot be."""
    return compiled(game, observation_function, (INTS,), True)


def label(game: Game, words: Memory, place: int) -> str:
    """What stands at `place` of an account, in words."""
    if place == 0:
        return "the number of moves"
    fields = type(game.initial())._fields
    width = 3 + len(fields)
    index, offset = divmod(place - 1, width)
    if index < words[0]:
        what = ("the move", "noisy", "rank", *(f"play: the field {name}" for name in fields))
        return f"{what[offset]} (move {index + 1} of {words[0]}, {words[1 + index * width]})"
    rest = int(place - 1 - words[0] * width)
    tail = ["the key", "drawn", *(f"symmetries: the field {name}" for name in fields)]
    if rest < len(tail):
        return tail[rest]
    side, part = divmod(rest - len(tail), 2)
    is_over = words[0] == 0
    asked = ("payoff" if is_over else "evaluate", "margin")[part]
    return f"{asked} for player {side}"


def _nothing(state: State, other: int) -> int:
    return 0


def _not_drawn(state: State) -> bool:
    return False


def _same(state: State) -> State:
    return state
