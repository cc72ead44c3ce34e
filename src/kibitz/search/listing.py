"""Which moves a node tries: all of them, or past the horizon the noisy ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from kibitz.core.contract import Game
from kibitz.core.score import INFINITY
from kibitz.core.types import Depth, Move, Ply, Score, State, Words
from kibitz.search.defaults import never_noisy, no_rank
from kibitz.search.memory import (
    EXCHANGE,
    MAX_MOVES,
    MAX_PLY,
    OVERFLOW,
    STACK_END,
    STOPPED,
    USES_QUIESCENCE,
    is_excluded,
)
from kibitz.search.order import counter_move, killer_moves, last_weight, rank_weight, weight


class Lists(NamedTuple):
    """The functions, for compiling."""

    list_moves: Callable[[State, Depth, Ply, int, Move, Words], int]
    list_noisy: Callable[[State, Score, Depth, Score, Ply, int, Words], tuple[int, Score]]


def list_functions(game: Game, worth: Callable[[State, Ply, bool, Words], Score]) -> Lists:
    """The functions over the rules of `game`; `worth` is what a node is worth by itself."""
    moves = game.moves
    noisy = game.noisy or never_noisy
    rank = game.rank or no_rank

    def list_moves(
        state: State, depth: Depth, ply: Ply, top: int, hint: Move, memory: Words
    ) -> int:
        """Put all moves on the stack, each with its weight; where they end."""
        end = top
        player = state.turn
        killers = killer_moves(memory, ply)
        counter = counter_move(memory, ply, player)
        for move in moves(state):
            if ply == 0 and is_excluded(memory, move):
                continue
            if end == top + 2 * MAX_MOVES:
                memory[OVERFLOW] = 1
                memory[STOPPED] = 1
                break
            memory[end] = move
            is_noisy = noisy(state, move)
            number = end - top >> 1
            if depth == 1 and ply > 0:
                memory[end + 1] = last_weight(memory, number, player, move, killers, is_noisy)
            else:
                ranked = rank(state, move)
                memory[end + 1] = weight(
                    memory, ply, number, player, move, hint, killers, counter, is_noisy, ranked
                )
            end += 2
        return end

    def list_noisy(
        state: State, known: Score, depth: Depth, beta: Score, ply: Ply, top: int, memory: Words
    ) -> tuple[int, Score]:
        """Past the horizon: put the noisy moves on the stack; where they end, and what the side
        has without them: its evaluation if it has a quiet move, nothing otherwise.

        `known`: that evaluation, where it has been asked for already.
        """
        has_room = ply < MAX_PLY - 1 and top <= STACK_END
        is_followed = has_room and memory[USES_QUIESCENCE] != 0 and depth > -memory[EXCHANGE]
        end = top
        best = known
        for move in moves(state):
            if is_followed and noisy(state, move):
                if end == top + 2 * MAX_MOVES:
                    memory[OVERFLOW] = 1
                    memory[STOPPED] = 1
                    break
                memory[end] = move
                memory[end + 1] = rank_weight(rank(state, move), top - end >> 1)
                end += 2
                continue
            if best == -INFINITY:
                best = worth(state, ply, False, memory)
            if best >= beta or not is_followed:
                break
        return end, best

    return Lists(list_moves, list_noisy)
