"""Wins within three plies, found by trying all moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from kibitz.core.contract import Game
from kibitz.core.types import Memory, Move, Ply, State
from kibitz.search.memory import MAX_MOVES, NO_MOVE
from kibitz.search.tree import MOVES, STOP


class QuickWins(NamedTuple):
    """The functions to be compiled."""

    winning_move: Callable[[State, Ply, Memory], Move]
    forces_win: Callable[[State, Move, Memory], bool]


def quick_wins_functions(
    game: Game, list_moves: Callable[[State, Ply, int, Memory], int]
) -> QuickWins:
    """The functions for `game`."""
    moves, play, payoff = game.moves, game.play, game.payoff

    def is_over(state: State) -> bool:
        for _ in moves(state):
            return False
        return True

    def winning_move(state: State, ply: Ply, memory: Memory) -> Move:
        """A move that wins immediately; NO_MOVE if there is none."""
        start = MOVES + MAX_MOVES
        end = start + list_moves(state, ply, start, memory)
        for index in range(start, end):
            after = play(state, memory[index])
            if is_over(after) and payoff(after, state.turn) > 0:
                return int(memory[index])
        return NO_MOVE

    def forces_win(root: State, move: Move, memory: Memory) -> bool:
        """Whether `move` at the root leaves its side a winning move after every reply."""
        after = play(root, move)
        side = root.turn
        if after.turn == side:
            return bool(winning_move(after, 1, memory) != NO_MOVE)
        count = list_moves(after, 1, MOVES, memory)
        for index in range(MOVES, MOVES + count):
            reply = play(after, memory[index])
            if is_over(reply):
                if payoff(reply, side) <= 0:
                    return False
            elif reply.turn != side or winning_move(reply, 2, memory) == NO_MOVE:
                return False
            if memory[STOP] != 0:
                return False
        return count > 0

    return QuickWins(winning_move, forces_win)
