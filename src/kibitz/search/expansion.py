"""Give nodes of a Monte Carlo tree their children, with the results of finished games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from kibitz.core.contract import Game
from kibitz.core.states import StateFunctions
from kibitz.core.types import Memory, Move, Ply, State
from kibitz.search.solved import probe_solved
from kibitz.search.tree import (
    COUNT,
    FIRST,
    HAS_LOOKED,
    IS_SETTLED,
    MAX_TREE_PLY,
    MOVE,
    MOVERS,
    MOVES,
    NODE_WORDS,
    PATH,
    PATH_KEYS,
    PLAYOUTS,
    STOP,
    TREE_END,
    TREE_SIZE,
    write_node,
)
from kibitz.search.tree_bounds import all_wins, is_known, is_settled, sign_of, with_bound
from kibitz.search.tree_moves import is_new_function
from kibitz.search.uct import raise_bounds

_LOOKS_PER_PLAYOUT = 64  # moves that may be tried for each playout, to find quick wins


def has_history(game: Game) -> bool:
    """Whether the result of a position depends on the moves before it, or on a clock."""
    return game.repeats != 0 or game.drawn is not None


class Expansion(NamedTuple):
    """The functions to be compiled."""

    expand: Callable[[State, int, Ply, Memory, Memory], bool]
    look_for_wins: Callable[[Any, Memory, Memory], None]


def expansion_functions(
    game: Game,
    functions: StateFunctions,
    list_moves: Callable[[State, Ply, int, Memory], int],
    forces_win: Callable[[State, Move, Memory], bool],
) -> Expansion:
    """The functions for `game`."""
    moves, play, payoff, players = game.moves, game.play, game.payoff, game.players
    unpack, _, key_of, *_ = functions
    wins, has_solved = all_wins(players), not has_history(game)
    is_new = is_new_function(game, functions)

    def write_child(state: State, move: int, node: int, memory: Memory, tree: Memory) -> None:
        """Write the node that `move` leads to, with its result if that is known."""
        after = play(state, move)
        for _ in moves(after):
            write_node(tree, node, move, 0, wins)
            if has_solved:
                probe_solved(memory, key_of(after, 0), tree, node)
            return
        word = 0
        for side in range(players):
            word = with_bound(word, side, sign_of(payoff(after, side)))
        write_node(tree, node, move, word, word)

    def expand(state: State, node: int, ply: Ply, memory: Memory, tree: Memory) -> bool:
        """Give `node` its children; False if the tree is full, or every move repeats a position."""
        count = list_moves(state, ply, MOVES, memory)
        first = memory[TREE_END]
        if first + NODE_WORDS * count > memory[TREE_SIZE] or ply >= MAX_TREE_PLY:
            return False
        end = first
        for index in range(MOVES, MOVES + count):
            if is_new(state, memory[index], ply, memory):
                write_child(state, memory[index], end, memory, tree)
                end += NODE_WORDS
        if end == first:
            return False
        memory[TREE_END] = end
        tree[node + FIRST] = first
        tree[node + COUNT] = (end - first) // NODE_WORDS
        return True

    def grow_child(state: State, node: int, ply: Ply, memory: Memory, tree: Memory) -> None:
        """Put `node` on the path at `ply`, and expand it unless it is expanded or settled."""
        memory[PATH + ply] = node
        memory[MOVERS + ply] = state.turn
        memory[PATH_KEYS + ply] = key_of(state, 0)
        is_open = tree[node + FIRST] == 0 and not is_settled(tree, node, state.turn)
        if is_open and expand(state, node, ply, memory, tree):
            raise_bounds(tree, ply, players, memory)

    def look_for_wins(root: tuple[int, ...], memory: Memory, tree: Memory) -> None:
        """Find the moves that win within three plies, and add the proof to the tree."""
        memory[HAS_LOOKED] = 1
        state = unpack(root)
        memory[PATH] = 0
        memory[MOVERS] = state.turn
        memory[PATH_KEYS] = key_of(state, 0)
        first = tree[FIRST]
        for child in range(first, first + NODE_WORDS * tree[COUNT], NODE_WORDS):
            move = tree[child + MOVE]
            if memory[IS_SETTLED] != 0 or memory[STOP] != 0:
                break
            if is_known(tree, child, state.turn) or not forces_win(state, move, memory):
                continue
            after = play(state, move)
            grow_child(after, child, 1, memory, tree)
            below = tree[child + FIRST]
            for reply in range(below, below + NODE_WORDS * tree[child + COUNT], NODE_WORDS):
                memory[PATH + 1] = child
                memory[MOVERS + 1] = after.turn
                memory[PATH_KEYS + 1] = key_of(after, 0)
                grow_child(play(after, tree[reply + MOVE]), reply, 2, memory, tree)

    return Expansion(expand, look_for_wins)


def is_time_to_look(tree: Memory, memory: Memory) -> bool:
    """Whether to look for wins within three plies: not done yet, and cheap by comparison."""
    moves = tree[COUNT]
    return bool(
        memory[HAS_LOOKED] == 0
        and tree[FIRST] != 0
        and moves * moves <= memory[PLAYOUTS] * _LOOKS_PER_PLAYOUT
    )
