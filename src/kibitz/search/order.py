"""Move ordering: the earlier the best move, the more cutoffs."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.core.contract import Game
from kibitz.core.types import Depth, Memory, Move, Ply, State
from kibitz.search.defaults import never_noisy
from kibitz.search.memory import (
    COUNTER_MOVES,
    HISTORY,
    HISTORY_MOVES,
    KILLERS,
    KILLERS_PER_PLY,
    MAX_MOVES,
    MOVE_WORDS,
    MOVED,
    NO_MOVE,
    WEIGHT,
)
from kibitz.search.switches import TUNING, Switches

# Classes of moves by weight. Within a class the game's rank decides, then history, then the order
# of the rules, so that no two moves of a node have equal weights.
HISTORY_UNIT = MAX_MOVES
HISTORY_LIMIT = TUNING.history_limit
RANK = HISTORY_UNIT << 20
RANK_LIMIT = 1 << 16
COUNTER = RANK << 18
KILLER = 2 * COUNTER
NOISY = 8 * KILLER
HINT = 8 * NOISY


def history_index(side: int, move: Move) -> int:
    """The index of `move` in the history of its side."""
    folded = (move ^ move >> 12 ^ move >> 24 ^ move >> 40) & (HISTORY_MOVES - 1)
    return (side & 3) * HISTORY_MOVES + folded


def weight(
    memory: Memory,
    number: int,
    side: int,
    move: Move,
    hint: Move,
    killers: tuple[Move, Move],
    counter: Move,
    is_noisy: bool,
    rank: int,
) -> int:
    """The weight of `move`, the `number`-th of the node. Heavier moves are tried earlier."""
    if move == hint:
        return HINT
    value = rank_weight(rank, last_weight(memory, number, side, move, killers, is_noisy))
    return value + COUNTER if move == counter else value


def last_weight(
    memory: Memory,
    number: int,
    side: int,
    move: Move,
    killers: tuple[Move, Move],
    is_noisy: bool,
) -> int:
    """The weight at the last ply, where rank and counter moves cost more than they save.

    If killers or history are off, their data are never written and have no effect.
    """
    value: int = memory[HISTORY + history_index(side, move)] * HISTORY_UNIT - number
    if is_noisy:
        return value + NOISY
    if move == killers[0]:
        return value + 2 * KILLER
    if move == killers[1]:
        return value + KILLER
    return value


def rank_weight(rank: int, rest: int) -> int:
    """The weight of a move: the game's `rank`, with `rest` as the tie-breaker."""
    return max(-RANK_LIMIT, min(RANK_LIMIT, rank)) * RANK + rest


def killer_moves(memory: Memory, ply: Ply) -> tuple[Move, Move]:
    """The killer moves of `ply`, the latest first.

    A node reads them once, because in its loop they would be reloaded after every write.
    """
    return memory[KILLERS + KILLERS_PER_PLY * ply], memory[KILLERS + KILLERS_PER_PLY * ply + 1]


def counter_move(memory: Memory, ply: Ply, side: int, is_on: bool) -> Move:
    """The move that refuted the previous move elsewhere, or NO_MOVE."""
    if not is_on or ply == 0 or memory[MOVED + ply - 1] == NO_MOVE:
        return NO_MOVE
    return int(memory[COUNTER_MOVES + history_index(side, memory[MOVED + ply - 1])])


def pick(memory: Memory, first: int, end: int) -> Move:
    """Swap the heaviest move between `first` and `end` to `first`, and return it."""
    best = first
    heavy = memory[first + WEIGHT]
    index = first + MOVE_WORDS
    while index < end:  # LLVM unrolls a loop over `range`, which is slower for few moves
        if memory[index + WEIGHT] > heavy:
            best = index
            heavy = memory[index + WEIGHT]
        index += MOVE_WORDS
    move = memory[best]
    memory[best] = memory[first]
    memory[best + WEIGHT] = memory[first + WEIGHT]
    memory[first] = move
    memory[first + WEIGHT] = heavy
    return int(move)


def is_quiet(weight: int) -> bool:
    """Whether a move of this weight is neither noisy, nor a killer, nor a counter move."""
    return weight < COUNTER // 2


def reward_function(game: Game, switches: Switches) -> Callable[..., None]:
    """The function that updates killers, history and counter moves after a cutoff."""
    noisy = game.noisy or never_noisy
    has_killers, has_history = switches.killers, switches.history
    has_counter_moves = switches.counter_moves

    def reward(memory: Memory, state: State, depth: Depth, ply: Ply, top: int, index: int) -> None:
        """Record that the move at `index` caused a cutoff and the moves before it did not.

        Only quiet moves above the horizon count: noisy ones are tried early anyway.
        """
        move, side = memory[index], state.turn
        if depth <= 0 or noisy(state, move):
            return
        if has_killers:
            add_killer(memory, ply, move)
        if has_history:
            bonus = min(depth * depth, HISTORY_LIMIT // 4)
            change_history(memory, side, move, bonus)
            for other in range(top, index, MOVE_WORDS) if has_counter_moves else range(0):
                if memory[other + WEIGHT] < NOISY // 2:
                    change_history(memory, side, memory[other], -bonus)
        if has_counter_moves and ply > 0 and memory[MOVED + ply - 1] != NO_MOVE:
            memory[COUNTER_MOVES + history_index(side, memory[MOVED + ply - 1])] = move

    return reward


def add_killer(memory: Memory, ply: Ply, move: Move) -> None:
    """Make `move` the latest killer of `ply`."""
    latest = KILLERS + KILLERS_PER_PLY * ply
    if move != memory[latest]:
        memory[latest + 1] = memory[latest]
        memory[latest] = move


def change_history(memory: Memory, side: int, move: Move, bonus: int) -> None:
    """Add `bonus` to the history score of `move`, scaled down near the limit."""
    place = HISTORY + history_index(side, move)
    memory[place] += bonus - memory[place] * abs(bonus) // HISTORY_LIMIT
