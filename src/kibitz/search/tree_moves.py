"""The moves of a Monte Carlo search: the one place where tree and playouts ask the rules for them.

Moves that the search must not play are left out here, so that neither the tree nor a playout
contains them.
"""

from __future__ import annotations

from collections.abc import Callable

from kibitz.core.contract import Game
from kibitz.core.states import StateFunctions
from kibitz.core.types import Memory, Move, Ply, State
from kibitz.search.memory import MAX_MOVES
from kibitz.search.tree import BASE, LEFT_OUT, LEFT_OUT_COUNT, OVERFLOW, STOP, occurrences


def tree_moves_function(game: Game) -> Callable[[State, Ply, int, Memory], int]:
    """The function that lists the moves of `game`."""
    moves = game.moves

    def list_moves(state: State, ply: Ply, start: int, memory: Memory) -> int:
        """Write the moves of `state`, which is at `ply`, from index `start` on; return how many."""
        end = start
        for move in moves(state):
            if ply == 0 and is_left_out(memory, move):
                continue
            if end == start + MAX_MOVES:
                memory[OVERFLOW] = 1
                memory[STOP] = 1
                break
            memory[end] = move
            end += 1
        return end - start

    return list_moves


def is_new_function(
    game: Game, functions: StateFunctions
) -> Callable[[State, Move, Ply, Memory], bool]:
    """The function that decides whether a move is legal where repetition is not.

    The keys of the session and of the line, up to the position that moves, have to be entered.
    """
    play, key_of = game.play, functions.key
    forbids_repetition = game.forbids_repetition

    def is_new(state: State, move: Move, ply: Ply, memory: Memory) -> bool:
        if not forbids_repetition:
            return True
        key = key_of(play(state, move), 0)
        return bool(occurrences(memory, key, -memory[BASE], ply + 1) == 0)

    return is_new


def is_left_out(memory: Memory, move: Move) -> bool:
    """Whether `move` is excluded at the root."""
    for index in range(LEFT_OUT, LEFT_OUT + memory[LEFT_OUT_COUNT]):
        if memory[index] == move:
            return True
    return False


def is_listed(memory: Memory, start: int, count: int, move: Move) -> bool:
    """Whether `move` is among the `count` moves from index `start` on."""
    for index in range(start, start + count):
        if memory[index] == move:
            return True
    return False
