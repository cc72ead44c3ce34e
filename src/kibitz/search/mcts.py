"""Monte Carlo tree search, to be compiled: UCT with a solver.

Each iteration walks down the tree to a leaf, expands it, plays a random game from there (see
`playout`) and adds the result to every node on the way. Every side maximises its own result, so
that the same search plays games of two and of more sides. Proven results of finished games go up
the tree too (see `tree_bounds`).

It is a loop, not a recursion. All helpers that call the rules are created for each game.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import cast

from kibitz.core.contract import Game
from kibitz.core.states import StateFunctions, state_functions
from kibitz.core.types import Memory, Ply, Side, State
from kibitz.search.defaults import never_drawn
from kibitz.search.evaluation_call import evaluation_function
from kibitz.search.expansion import expansion_functions, has_history, is_time_to_look
from kibitz.search.playout import playout_function
from kibitz.search.quick_wins import quick_wins_functions
from kibitz.search.solved import probe_solved
from kibitz.search.tree import (
    COUNT,
    FIRST,
    IS_SETTLED,
    MOVE,
    MOVERS,
    PATH,
    PATH_KEYS,
    PLAYOUT_LIMIT,
    PLAYOUTS,
    STOP,
    VISITS,
    WEIGHTS,
    WEIGHTS_SIZE,
    enter,
    is_repeated_in_tree,
    leave,
)
from kibitz.search.tree_bounds import is_settled
from kibitz.search.tree_moves import tree_moves_function
from kibitz.search.uct import (
    NO_CHILD,
    WIDE_PLIES,
    add_result,
    choose_child,
    raise_bounds,
    write_draw,
    write_proven,
)

_VISITS_SHARE = 16  # a deep node is expanded after one visit per 16 siblings


def mcts_function(
    game: Game, has_evaluation: bool = False, functions: StateFunctions | None = None
) -> FunctionType:
    """The search for `game`, as a plain Python function.

    `has_evaluation`: whether the evaluation ends playouts. `functions`: for states that are not
    tuples of integers.
    """
    play, players = game.play, game.players
    drawn = game.drawn or never_drawn
    functions = functions or state_functions(game)
    unpack, pack, key_of, *_ = functions
    has_line, draws_by_repetition = game.repeats != 0, game.draws_at > 0
    is_object = not game.has_integer_states()
    list_moves = tree_moves_function(game)
    evaluate = None
    if has_evaluation:
        evaluate = _direct(game) if is_object else evaluation_function(game, WEIGHTS, WEIGHTS_SIZE)
    winning_move, forces_win = quick_wins_functions(game, list_moves)
    playout = playout_function(game, functions, list_moves, winning_move, evaluate)
    may_look = has_solved = not has_history(game)
    expand, look_for_wins = expansion_functions(game, functions, list_moves, forces_win)

    def is_drawn(state: State, ply: Ply, memory: Memory) -> bool:
        """Whether a clock or repetition draws the game; push the key of `state` on the line."""
        if not has_line:
            return bool(ply > 0 and drawn(state))
        key = key_of(state, 0)
        is_repeated = draws_by_repetition and is_repeated_in_tree(memory, key, ply)
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
            if has_solved:
                memory[PATH_KEYS + ply] = key_of(state, 0)
                if ply > 0 and probe_solved(memory, memory[PATH_KEYS + ply], tree, node):
                    raise_bounds(tree, ply - 1, players, memory)
            if is_drawn(state, ply, memory):
                write_draw(memory, players)
                return position, ply, False
            if tree[node + FIRST] == 0 and not is_settled(tree, node, mover):
                is_due = ply <= WIDE_PLIES or tree[node + VISITS] * _VISITS_SHARE >= siblings
                if not is_due or not expand(state, node, ply, memory, tree):
                    return position, ply, True
                raise_bounds(tree, ply, players, memory)
                if not is_settled(tree, node, mover):
                    return position, ply, True
            if ply > 0 and is_settled(tree, node, mover):
                write_proven(tree, node, mover, players, memory)
                return position, ply, False
            child = choose_child(tree, node, mover, ply, memory)
            if child == NO_CHILD:
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
            if may_look and is_time_to_look(tree, memory):
                look_for_wins(root, memory, tree)
                continue
            position, ply, needs_playout = descend(root, memory, tree)
            if needs_playout:
                playout(position, ply, memory)
            if has_line:
                leave(memory, 0, ply + 1)
            if memory[STOP] == 0 and memory[IS_SETTLED] == 0:
                add_result(tree, ply, players, memory)
        return int(memory[PLAYOUTS])

    return cast(FunctionType, search)


def _direct(game: Game) -> Callable[[State, Side, Memory], int]:
    """The evaluation of a game whose states are not tuples of integers."""
    rule = game.evaluate

    def evaluate(state: State, side: Side, memory: Memory) -> int:
        return rule(state, side)

    return evaluate
