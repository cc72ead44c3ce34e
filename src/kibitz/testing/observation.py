"""Records the results of all rules in one state, interpreted and compiled.

The two records must be equal.
"""

from __future__ import annotations

from functools import lru_cache
from types import FunctionType
from typing import Any, cast

from kibitz.compiling.signature import INTS
from kibitz.core.contract import Game
from kibitz.core.state_fields import word_names
from kibitz.core.states import state_functions
from kibitz.core.types import Memory, State
from kibitz.search.compiled import compiled
from kibitz.search.evaluation_call import evaluation_function
from kibitz.testing.watched_rules import MOST_MOVES

# The words of a record: the address and size of the weights, then the record proper.
WEIGHTS = (0, 1)
START = 2


def record_words(game: Game) -> int:
    """The size of the record of any state of `game`."""
    width = len(list(word_names(game.initial())))
    return START + 3 + MOST_MOVES * (3 + width) + width + 2 * game.players


def observation_function(game: Game) -> FunctionType:
    """The plain function that records a state of `game`.

    A record contains the number of moves; for each move, its number, whether it is noisy, its rank
    and the next state; then the key, whether the state is drawn, and the canonical state; and for
    each side, the payoff and margin of a finished game or the evaluation of an unfinished one.
    """
    moves, play, payoff = game.moves, game.play, game.payoff
    evaluate = evaluation_function(game, *WEIGHTS)
    noisy, rank, margin = game.noisy or _zero, game.rank or _zero, game.margin or _zero
    drawn, symmetries = game.drawn or _not_drawn, game.symmetries or _same
    unpack, pack, key, *_ = state_functions(game)
    players = game.players

    def observe(position: tuple[int, ...], record: Memory) -> int:
        state = unpack(position)
        count = 0
        at = START + 1
        for move in moves(state):
            count += 1
            record[at] = move
            record[at + 1] = 1 if noisy(state, move) else 0
            record[at + 2] = rank(state, move)
            at += 3
            for field in pack(play(state, move)):
                record[at] = field
                at += 1
        record[START] = count
        record[at] = key(state, 1)
        record[at + 1] = 1 if drawn(state) else 0
        at += 2
        for field in pack(symmetries(state)):
            record[at] = field
            at += 1
        for side in range(players):
            if count == 0:
                record[at] = payoff(state, side)
                record[at + 1] = margin(state, side)
            else:
                record[at] = evaluate(state, side, record)
                record[at + 1] = 0
            at += 2
        return at

    return cast(FunctionType, observe)


@lru_cache(maxsize=128)
def compiled_observation(game: Game) -> Any:
    """The compiled function, with bounds checks. Raises CompileError if compiling fails."""
    return compiled(game, observation_function, (INTS,), True)


def describe_word(game: Game, record: Memory, index: int) -> tuple[str, str]:
    """Describe the word at `index` of a record without its first words: the rule, and the word."""
    if index == 0:
        return "moves", "the number of moves"
    fields = [name for _, name in word_names(game.initial())]
    width = 3 + len(fields)
    number, offset = divmod(index - 1, width)
    if number < record[0]:
        rules = ("moves", "noisy", "rank", *("play" for _ in fields))
        names = ("the move", "noisy", "rank", *(f"play: the field {name}" for name in fields))
        shown = f"(move {number + 1} of {record[0]}, {record[1 + number * width]})"
        return rules[offset], f"{names[offset]} {shown}"
    rest = int(index - 1 - record[0] * width)
    tail = [
        ("play", "the key"),
        ("drawn", "drawn"),
        *(("symmetries", f"symmetries: the field {name}") for name in fields),
    ]
    if rest < len(tail):
        return tail[rest]
    side, part = divmod(rest - len(tail), 2)
    is_over = record[0] == 0
    rule = ("payoff" if is_over else "evaluate", "margin")[part]
    return rule, f"{rule} for side {side}"


def _zero(state: State, other: int) -> int:
    return 0


def _not_drawn(state: State) -> bool:
    return False


def _same(state: State) -> State:
    return state
