"""In which order moves are tried: the better the order, the more is cut."""

from __future__ import annotations

from kibitz.core.types import Depth, Move, Ply, Words
from kibitz.search.memory import (
    COUNTERS,
    HISTORY,
    HISTORY_MOVES,
    KILLERS,
    MAX_MOVES,
    MOVED,
    NO_MOVE,
    USES_COUNTERS,
    USES_HISTORY,
    USES_KILLERS,
    USES_LATEST,
    USES_SORTING,
)
from kibitz.search.switches import TUNING

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


def credit(player: int, move: int) -> int:
    """Where the history of `move` stands among those of all moves."""
    folded = (move ^ move >> 12 ^ move >> 24 ^ move >> 40) & (HISTORY_MOVES - 1)
    return (player & 3) * HISTORY_MOVES + folded


def weight(
    memory: Words,
    ply: Ply,
    number: int,
    player: int,
    move: int,
    hint: int,
    killers: tuple[Move, Move],
    counter: int,
    is_noisy: bool,
    rank: int,
) -> int:
    """How early `move`, the node's `number`-th, should be tried; at a root that is not sorted, by
    its number alone.
    """
    if ply == 0 and memory[USES_SORTING] == 0:
        return number if memory[USES_LATEST] != 0 else -number
    if move == hint:
        return HINT
    value = rank_weight(rank, last_weight(memory, number, player, move, killers, is_noisy))
    return value + COUNTER if move == counter else value


def last_weight(
    memory: Words,
    number: int,
    player: int,
    move: int,
    killers: tuple[Move, Move],
    is_noisy: bool,
) -> int:
    """The same for the last ply, where to weigh a move by all that is known of it takes longer than
    to try it. Of a technique that is off `reward` has written nothing.
    """
    value: int = memory[HISTORY + credit(player, move)] * HISTORY_UNIT - number
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


def killer_moves(memory: Words, ply: Ply) -> tuple[Move, Move]:
    """What refuted a sibling, the latest first. Asked once a node: whatever is written in between
    would have compiled code read it again.
    """
    return memory[KILLERS + 2 * ply], memory[KILLERS + 2 * ply + 1]


def counter_move(memory: Words, ply: Ply, player: int) -> int:
    """What refuted the move before elsewhere, or none."""
    if memory[USES_COUNTERS] == 0 or ply == 0 or memory[MOVED + ply - 1] == NO_MOVE:
        return NO_MOVE
    return int(memory[COUNTERS + credit(player, memory[MOVED + ply - 1])])


def pick(memory: Words, first: int, end: int) -> int:
    """The heaviest move from `first` on, swapped to that place."""
    best = first
    heavy = memory[first + 1]
    index = first + 2
    while index < end:  # with `range` LLVM unrolls it, for more moves than there are
        if memory[index + 1] > heavy:
            best = index
            heavy = memory[index + 1]
        index += 2
    move = memory[best]
    memory[best] = memory[first]
    memory[best + 1] = memory[first + 1]
    memory[first] = move
    memory[first + 1] = heavy
    return int(move)


def reward(memory: Words, ply: Ply, player: int, first: int, index: int, depth: Depth) -> None:
    """Remember that the quiet move at `index` refuted the node, those from `first` on did not."""
    move = memory[index]
    if memory[USES_KILLERS] != 0 and move != memory[KILLERS + 2 * ply]:
        memory[KILLERS + 2 * ply + 1] = memory[KILLERS + 2 * ply]
        memory[KILLERS + 2 * ply] = move
    bonus = min(depth * depth, HISTORY_LIMIT // 4) if memory[USES_HISTORY] != 0 else 0
    place = HISTORY + credit(player, move)
    memory[place] += bonus - memory[place] * bonus // HISTORY_LIMIT
    if memory[USES_COUNTERS] == 0:
        return
    for other in range(first, index, 2):
        if memory[other + 1] < NOISY // 2:
            place = HISTORY + credit(player, memory[other])
            memory[place] -= bonus + memory[place] * bonus // HISTORY_LIMIT
    if ply > 0 and memory[MOVED + ply - 1] != NO_MOVE:
        memory[COUNTERS + credit(player, memory[MOVED + ply - 1])] = move
