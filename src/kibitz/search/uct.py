"""The steps of UCT on a tree: choose a child, and add the result of a playout."""

from __future__ import annotations

import math

from kibitz.core.score import LOSS, WIN
from kibitz.core.types import Memory, Ply, Side
from kibitz.search.solved import store_solved
from kibitz.search.tree import (
    COUNT,
    FIRST,
    HAS_SOLVED,
    HIGHS,
    IS_SETTLED,
    LEFT_OUT_COUNT,
    LINE_COUNT,
    LOWS,
    MOVERS,
    NODE_WORDS,
    PATH,
    PATH_KEYS,
    PLAYOUTS,
    RESULT,
    UNIT,
    VALUE,
    VISITS,
    logarithm,
    random_below,
)
from kibitz.search.tree_bounds import bound_of, is_known, update_bounds

EXPLORATION = 0.9  # the weight of moves with few visits; results are from -1 to 1
WIDE_PLIES = 2  # plies from the root at which every move is tried before any is repeated
NO_CHILD = -1


def choose_child(tree: Memory, node: int, mover: Side, ply: Ply, memory: Memory) -> int:
    """The child of `node` to visit, by UCB1; at the root, NO_CHILD if none needs more visits.

    A child that cannot beat what `mover` can force already is not visited, unless the root has to
    show several lines. Deep in the tree, a child without visits counts as one with a single visit
    and the average result, so that moves with good results are repeated before all are tried.
    """
    first = tree[node + FIRST]
    end = first + NODE_WORDS * tree[node + COUNT]
    floor = bound_of(tree[node + LOWS], mover)
    if ply == 0 and memory[LINE_COUNT] > 1:
        floor = LOSS - 1
    spread = EXPLORATION * math.sqrt(logarithm(tree[node + VISITS] + 1))
    best, best_score, unvisited, unvisited_count = NO_CHILD, -1e9, NO_CHILD, 0
    total, visits = 0, 0
    for child in range(first, end, NODE_WORDS):
        low = bound_of(tree[child + LOWS], mover)
        high = bound_of(tree[child + HIGHS], mover)
        if high <= floor or (ply == 0 and low == high):
            continue
        count = tree[child + VISITS]
        if count == 0:
            unvisited_count += 1
            if random_below(memory, unvisited_count) == 0:
                unvisited = child
            continue
        total += tree[child + VALUE]
        visits += count
        mean = tree[child + VALUE] / (count * UNIT)
        score = min(max(mean, float(low)), float(high)) + spread / math.sqrt(count)
        if score > best_score:
            best, best_score = child, score
    if unvisited != NO_CHILD:
        average = total / (visits * UNIT) if visits > 0 else 1.0
        if ply < WIDE_PLIES or visits == 0 or average + spread > best_score:
            return int(unvisited)
    if best == NO_CHILD and ply > 0:
        return any_child(tree, node, mover, floor, memory)
    return int(best)


def any_child(tree: Memory, node: int, mover: Side, floor: int, memory: Memory) -> int:
    """A random child with which `mover` gets as much as it can force."""
    first = tree[node + FIRST]
    found, count = first, 0
    for child in range(first, first + NODE_WORDS * tree[node + COUNT], NODE_WORDS):
        if bound_of(tree[child + HIGHS], mover) >= floor:
            count += 1
            if random_below(memory, count) == 0:
                found = child
    return int(found)


def write_draw(memory: Memory, players: int) -> None:
    """Set the result to a draw."""
    for side in range(players):
        memory[RESULT + side] = 0


def write_proven(tree: Memory, node: int, mover: Side, players: int, memory: Memory) -> None:
    """Set the result to that of a settled node."""
    lows, highs = tree[node + LOWS], tree[node + HIGHS]
    for side in range(players):
        payoff = bound_of(lows, side)
        if lows != highs:
            payoff = WIN if side == mover else LOSS
        memory[RESULT + side] = UNIT * payoff


def raise_bounds(tree: Memory, ply: Ply, players: int, memory: Memory) -> None:
    """Update the bounds on the path, from the node at `ply` up to the root."""
    while ply >= 0 and update_bounds(tree, memory[PATH + ply], memory[MOVERS + ply], players):
        node = memory[PATH + ply]
        is_whole = ply > 0 or memory[LEFT_OUT_COUNT] == 0
        if memory[HAS_SOLVED] != 0 and is_whole and tree[node + LOWS] == tree[node + HIGHS]:
            store_solved(memory, memory[PATH_KEYS + ply], tree, node)
        ply -= 1
    if ply < 0 and memory[LINE_COUNT] == 1 and is_known(tree, 0, memory[MOVERS]):
        memory[IS_SETTLED] = 1


def add_result(tree: Memory, ply: Ply, players: int, memory: Memory) -> None:
    """Count a playout: add its result to every node on the path, which ends at `ply`.

    On the way up, proven bounds correct it: a side that tries worse moves can still force more.
    """
    for index in range(ply, 0, -1):
        node = memory[PATH + index]
        lows, highs = tree[node + LOWS], tree[node + HIGHS]
        for side in range(players):
            result = memory[RESULT + side]
            result = max(result, UNIT * bound_of(lows, side))
            memory[RESULT + side] = min(result, UNIT * bound_of(highs, side))
        tree[node + VISITS] += 1
        tree[node + VALUE] += memory[RESULT + memory[MOVERS + index - 1]]
    tree[VISITS] += 1
    memory[PLAYOUTS] += 1
