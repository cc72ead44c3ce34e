"""In which order moves are tried: the better the order, the more is cut."""

from __future__ import annotations

from kibitz.core.types import Depth, Ply, Words
from kibitz.search.memory import (
    COUNTERS,
    HISTORY,
    HISTORY_MOVES,
    KILLERS,
    MOVED,
    NO_MOVE,
    USES_COUNTERS,
    USES_HISTORY,
    USES_KILLERS,
    USES_LATEST,
    USES_SORTING,
)
from kibitz.search.switches import TUNING

# Classes of moves, best first; within a class the game's rank decides, then history.
HINT = 1 << 60
NOISY = 1 << 56
KILLER = 1 << 52
COUNTER = 1 << 51
RANK = 1 << 20
RANK_LIMIT = 1 << 24
HISTORY_LIMIT = TUNING.history_limit


def credit(player: int, move: int) -> int:
    """Where the history of `move` stands among those of all moves."""
    folded = (move ^ move >> 12 ^ move >> 24 ^ move >> 40) & (HISTORY_MOVES - 1)
    return (player & 3) * HISTORY_MOVES + folded


def weight(
    memory: Words,
    ply: Ply,
    place: int,
    player: int,
    move: int,
    hint: int,
    counter: int,
    is_noisy: bool,
    rank: int,
) -> int:
    """How early `move` should be tried; at a root that is not sorted, by its `place` alone."""
    if ply == 0 and memory[USES_SORTING] == 0:
        return place if memory[USES_LATEST] != 0 else 0
    if move == hint:
        return HINT
    value = max(-RANK_LIMIT, min(RANK_LIMIT, rank)) * RANK
    if memory[USES_HISTORY] != 0:
        value += memory[HISTORY + credit(player, move)]
    if is_noisy:
        return value + NOISY
    if memory[USES_KILLERS] != 0:
        if move == memory[KILLERS + 2 * ply]:
            return value + 2 * KILLER
        if move == memory[KILLERS + 2 * ply + 1]:
            return value + KILLER
    return value + COUNTER if move == counter else value


def counter_move(memory: Words, ply: Ply, player: int) -> int:
    """What refuted the move before elsewhere, or none."""
    if memory[USES_COUNTERS] == 0 or ply == 0 or memory[MOVED + ply - 1] == NO_MOVE:
        return NO_MOVE
    return int(memory[COUNTERS + credit(player, memory[MOVED + ply - 1])])


def pick(memory: Words, first: int, end: int) -> int:
    """The best move from `first` on, swapped to that place; of equals the earliest."""
    best = first
    for index in range(first + 2, end, 2):
        if memory[index + 1] > memory[best + 1]:
            best = index
    move = memory[best]
    heavy = memory[best + 1]
    # Those passed over move up by one, so that equal moves keep the order of the rules.
    for index in range(best, first, -2):
        memory[index] = memory[index - 2]
        memory[index + 1] = memory[index - 1]
    memory[first] = move
    memory[first + 1] = heavy
    return int(move)


def reward(memory: Words, ply: Ply, player: int, first: int, index: int, depth: Depth) -> None:
    """Remember that the quiet move at `index` refuted the node, those from `first` on did not."""
    move = memory[index]
    if move != memory[KILLERS + 2 * ply]:
        memory[KILLERS + 2 * ply + 1] = memory[KILLERS + 2 * ply]
        memory[KILLERS + 2 * ply] = move
    bonus = min(depth * depth, HISTORY_LIMIT // 4)
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
