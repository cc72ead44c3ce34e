"""Move ordering: the better the order, the more cutoffs."""

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
    KILLERS_A_PLY,
    MAX_MOVES,
    MOVE_WORDS,
    MOVED,
    NO_MOVE,
    WEIGHT,
)
from kibitz.search.switches import TUNING, Switches

# Classes of moves, best first; within a class the game's rank decides, then history, then which
# comes first: so no two moves of a node weigh the same, in whatever order they stand.
HISTORY_UNIT = MAX_MOVES
HISTORY_LIMIT = TUNING.history_limit
RANK = HISTORY_UNIT << 20
RANK_LIMIT = 1 << 16
COUNTER = RANK << 18
KILLER = 2 * COUNTER
NOISY = 8 * KILLER
HINT = 8 * NOISY


def history_index(side: int, move: Move) -> int:
    """Where the history of `move` stands among those of all moves."""
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
    """How early `move`, the node's `number`-th, should be tried."""
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
    """The same for the last ply, where weighing a move by everything known about it takes longer
    than trying it. Of a technique that is off `reward` has written nothing.
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
    """What a move weighs by the game's `rank` and by the rest."""
    return max(-RANK_LIMIT, min(RANK_LIMIT, rank)) * RANK + rest


def killer_moves(memory: Memory, ply: Ply) -> tuple[Move, Move]:
    """What refuted a sibling, the latest first. Read once a node: compiled code would read it again
    after every write in between.
    """
    return memory[KILLERS + KILLERS_A_PLY * ply], memory[KILLERS + KILLERS_A_PLY * ply + 1]


def counter_move(memory: Memory, ply: Ply, side: int, is_on: bool) -> Move:
    """What refuted the move before elsewhere, or NO_MOVE."""
    if not is_on or ply == 0 or memory[MOVED + ply - 1] == NO_MOVE:
        return NO_MOVE
    return int(memory[COUNTER_MOVES + history_index(side, memory[MOVED + ply - 1])])


def pick(memory: Memory, first: int, end: int) -> Move:
    """The heaviest move from `first` on, swapped to that place."""
    best = first
    heavy = memory[first + WEIGHT]
    index = first + MOVE_WORDS
    while index < end:  # with `range` LLVM unrolls it, for more moves than there are
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
    """The function that learns from a cutoff."""
    noisy = game.noisy or never_noisy
    has_killers, has_history = switches.killers, switches.history
    has_counter_moves = switches.counter_moves

    def reward(memory: Memory, state: State, depth: Depth, ply: Ply, top: int, index: int) -> None:
        """Remember that the move at `index` caused a cutoff and those from `top` on did not.

        Only quiet moves of full-width nodes: noisy ones are tried early anyway.
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
    latest = KILLERS + KILLERS_A_PLY * ply
    if move != memory[latest]:
        memory[latest + 1] = memory[latest]
        memory[latest] = move


def change_history(memory: Memory, side: int, move: Move, bonus: int) -> None:
    """Add `bonus` to the history of `move`, less the nearer that is to its limit."""
    place = HISTORY + history_index(side, move)
    memory[place] += bonus - memory[place] * abs(bonus) // HISTORY_LIMIT
