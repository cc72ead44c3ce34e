"""Monte Carlo tree search, to be compiled: UCT with a solver.

Each iteration walks down the tree to a leaf, expands it, plays a random game from there (see
`playout`) and adds the result to every node on the way. Every side maximises its own result, so
that the same search plays games of two and of more sides. Proven results of finished games go up
the tree too (see `tree_bounds`).

It is a loop, not a recursion. All helpers that call the rules are created for each game.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from types import FunctionType
from typing import cast

from kibitz.core.contract import Game
from kibitz.core.score import LOSS, WIN
from kibitz.core.states import StateFunctions, state_functions
from kibitz.core.types import Memory, Ply, Side, State
from kibitz.search.defaults import never_drawn
from kibitz.search.evaluation_call import evaluation_function
from kibitz.search.playout import playout_function
from kibitz.search.tree import (
    COUNT,
    FIRST,
    HIGHS,
    IS_FULL,
    IS_SETTLED,
    LINE_COUNT,
    LOWS,
    MAX_TREE_PLY,
    MOVE,
    MOVERS,
    MOVES,
    NODE_WORDS,
    PATH,
    PLAYOUT_LIMIT,
    PLAYOUTS,
    RESULT,
    STOP,
    TREE_END,
    TREE_SIZE,
    UNIT,
    VALUE,
    VISITS,
    WEIGHTS,
    WEIGHTS_SIZE,
    enter,
    is_repeated_in_tree,
    leave,
    logarithm,
    random_below,
    write_node,
)
from kibitz.search.tree_bounds import (
    all_wins,
    bound_of,
    is_known,
    is_settled,
    update_bounds,
    with_bound,
)
from kibitz.search.tree_moves import tree_moves_function

EXPLORATION = 0.9  # the weight of moves with few visits; results are from -1 to 1
_WIDE_PLIES = 2  # plies from the root at which every move is tried before any is repeated
_VISITS_SHARE = 16  # deeper nodes are expanded after 1 / 16 as many visits as they have siblings
_NO_CHILD = -1


def mcts_function(
    game: Game, has_evaluation: bool = False, functions: StateFunctions | None = None
) -> FunctionType:
    """The search for `game`, as a plain Python function.

    `has_evaluation`: whether the evaluation ends playouts. `functions`: for states that are not
    tuples of integers.
    """
    moves, play, payoff, players = game.moves, game.play, game.payoff, game.players
    drawn = game.drawn or never_drawn
    functions = functions or state_functions(game)
    unpack, pack, key_of, *_ = functions
    has_repetition = game.repeats > 0
    is_plain_state = not game.has_integer_states()
    list_moves = tree_moves_function(game)
    evaluate = None
    if has_evaluation:
        evaluate = (
            _direct(game) if is_plain_state else evaluation_function(game, WEIGHTS, WEIGHTS_SIZE)
        )
    playout = playout_function(game, functions, list_moves, evaluate)
    wins = all_wins(players)

    def write_child(state: State, move: int, node: int, tree: Memory) -> None:
        """Write the node that `move` leads to, with its result if the game ends there."""
        after = play(state, move)
        for _ in moves(after):
            write_node(tree, node, move, 0, wins)
            return
        word = 0
        for side in range(players):
            word = with_bound(word, side, payoff(after, side))
        write_node(tree, node, move, word, word)

    def expand(state: State, node: int, ply: Ply, memory: Memory, tree: Memory) -> bool:
        """Give `node` its children; False if the tree is full."""
        count = list_moves(state, ply, MOVES, memory)
        first = memory[TREE_END]
        end = first + NODE_WORDS * count
        if end > memory[TREE_SIZE] or ply >= MAX_TREE_PLY:
            memory[IS_FULL] = 1
            return False
        for index in range(count):
            write_child(state, memory[MOVES + index], first + NODE_WORDS * index, tree)
        memory[TREE_END] = end
        tree[node + FIRST] = first
        tree[node + COUNT] = count
        return True

    def is_drawn(state: State, ply: Ply, memory: Memory) -> bool:
        """Whether a clock or repetition draws the game; push the key of `state` on the line."""
        if not has_repetition:
            return bool(ply > 0 and drawn(state))
        key = key_of(state, 0)
        is_repeated = is_repeated_in_tree(memory, key, ply)
        enter(memory, key, ply)
        return bool(is_repeated or (ply > 0 and drawn(state)))

    def descend(
        root: tuple[int, ...], memory: Memory, tree: Memory
    ) -> tuple[tuple[int, ...], Ply, bool]:
        """Walk to a leaf and expand it.

        Returns its position, its ply, and whether a playout has to find the result. The nodes on
        the way are in PATH.
        """
        position, node, ply, siblings = root, 0, 0, 0
        while True:
            state = unpack(position)
            mover = state.turn
            memory[PATH + ply] = node
            memory[MOVERS + ply] = mover
            if is_drawn(state, ply, memory):
                write_draw(memory, players)
                return position, ply, False
            if tree[node + FIRST] == 0 and not is_settled(tree, node, mover):
                is_due = ply <= _WIDE_PLIES or tree[node + VISITS] * _VISITS_SHARE >= siblings
                if not is_due or not expand(state, node, ply, memory, tree):
                    return position, ply, True
                raise_bounds(tree, ply, players, memory)
                if not is_settled(tree, node, mover):
                    return position, ply, True
            if ply > 0 and is_settled(tree, node, mover):
                write_proven(tree, node, mover, players, memory)
                return position, ply, False
            child = choose_child(tree, node, mover, ply, memory)
            if child == _NO_CHILD:
                memory[IS_SETTLED] = 1
                return position, ply, False
            siblings = tree[node + COUNT]
            position = pack(play(state, tree[child + MOVE]))
            node = child
            ply += 1

    def search(root: tuple[int, ...], unused: int, memory: Memory, tree: Memory) -> int:
        """Add playouts until the limit or a stop, or until the moves at the root are proven."""
        while (
            memory[STOP] == 0
            and memory[IS_SETTLED] == 0
            and memory[PLAYOUTS] < memory[PLAYOUT_LIMIT]
        ):
            position, ply, needs_playout = descend(root, memory, tree)
            if needs_playout:
                playout(position, ply, memory)
            if has_repetition:
                leave(memory, 0, ply + 1)
            if memory[STOP] == 0 and memory[IS_SETTLED] == 0:
                add_result(tree, ply, players, memory)
        return int(memory[PLAYOUTS])

    return cast(FunctionType, search)


def choose_child(tree: Memory, node: int, mover: Side, ply: Ply, memory: Memory) -> int:
    """The child of `node` to visit, by UCB1; at the root, _NO_CHILD if none needs more visits.

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
    best, best_score, unvisited, unvisited_count = _NO_CHILD, -1e9, _NO_CHILD, 0
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
    if unvisited != _NO_CHILD:
        average = total / (visits * UNIT) if visits > 0 else 1.0
        if ply < _WIDE_PLIES or visits == 0 or average + spread > best_score:
            return int(unvisited)
    if best == _NO_CHILD and ply > 0:
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


def _direct(game: Game) -> Callable[[State, Side, Memory], int]:
    """The evaluation of a game whose states are not tuples of integers."""
    rule = game.evaluate

    def evaluate(state: State, side: Side, memory: Memory) -> int:
        return rule(state, side)

    return evaluate
