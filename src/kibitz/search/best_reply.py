"""Best-reply search, to be compiled: one opponent replies, the others play their usual move.

It gets deeper than a search in which every opponent has a choice. The usual move is the one with
the best score for its side one ply ahead. Opponents play it instead of passing, so that every
position on a line is legal.
"""

from __future__ import annotations

from types import FunctionType
from typing import cast

from kibitz.core.contract import Game
from kibitz.core.score import INFINITY, clamp, decided
from kibitz.core.states import state_functions
from kibitz.core.types import Depth, Memory, Move, Ply, Score, Side, State
from kibitz.search.defaults import never_drawn, no_margin
from kibitz.search.evaluation_call import evaluation_function
from kibitz.search.memory import (
    MAX_PLY,
    NO_MOVE,
    NODES,
    PV_LENGTH,
    REPLIED,
    ROOT_SIDE,
    STACK_END,
    STOPPED,
    UNSURE,
    extend_line,
    is_full,
    is_left_out,
    is_stopped,
)
from kibitz.search.repetition import repetition_functions


def best_reply_function(game: Game) -> FunctionType:
    """The recursive search for `game`, as a plain Python function."""
    moves, play, payoff, evaluate = game.moves, game.play, game.payoff, evaluation_function(game)
    margin = game.margin or no_margin
    drawn = game.drawn or never_drawn
    unpack, pack, *_ = state_functions(game)
    begin, is_illegal, end_node = repetition_functions(game)

    def has_moves(state: State) -> bool:
        for _move in moves(state):
            return True
        return False

    def leaf_score(state: State, side: Side, ply: Ply, is_over: bool, memory: Memory) -> Score:
        if is_over:
            return decided(payoff(state, side), ply, margin(state, side))
        return clamp(evaluate(state, side, memory))

    def usual_move(state: State, ply: Ply, memory: Memory) -> Move:
        """The move with the best score for its side one ply ahead; in a tie, the first.

        NO_MOVE if every move repeats a position in a game that forbids it.
        """
        best = -INFINITY
        best_move = NO_MOVE
        for move in moves(state):
            after = play(state, move)
            score = leaf_score(after, state.turn, 1, not has_moves(after), memory)
            if score > best and not is_illegal(after, ply, memory):
                best = score
                best_move = move
        return best_move

    def list_moves(state: State, ply: Ply, top: int, memory: Memory) -> int:
        """Push the moves on the stack, each with a flag for replies; return their end."""
        end = top
        is_root_side = state.turn == memory[ROOT_SIDE]
        if is_root_side or memory[REPLIED + ply] == 0:
            for move in moves(state):
                if ply == 0 and is_left_out(memory, move):
                    continue
                if is_full(memory, top, end):
                    break
                memory[end] = move
                memory[end + 1] = 0 if is_root_side else 1
                end += 2
        usual = NO_MOVE if is_root_side else usual_move(state, ply, memory)
        if usual != NO_MOVE:
            memory[end] = usual
            memory[end + 1] = memory[REPLIED + ply]
            end += 2
        return end

    def search(
        position: tuple[int, ...],
        depth: Depth,
        alpha: Score,
        beta: Score,
        ply: Ply,
        top: int,
        memory: Memory,
        table: Memory,
    ) -> Score:
        """The value of `position` for the root side, which maximises; the others minimise.

        Exact inside (alpha, beta), a bound outside. memory[REPLIED + ply] is 1 if an
        opponent has replied since the root side moved.
        """
        memory[PV_LENGTH + ply] = 0
        if is_stopped(memory):
            return 0
        memory[NODES] += 1
        state = unpack(position)
        side = memory[ROOT_SIDE]
        is_root_side = state.turn == side
        if is_root_side:
            memory[REPLIED + ply] = 0
        if not has_moves(state):
            return leaf_score(state, side, ply, True, memory)
        if drawn(state):
            memory[UNSURE] += 1
            return 0
        if depth <= 0 or ply >= MAX_PLY - 1 or top > STACK_END:
            memory[UNSURE] += 1
            return leaf_score(state, side, ply, False, memory)

        begin(state, ply, memory)
        end = list_moves(state, ply, top, memory)
        best = -INFINITY if is_root_side else INFINITY
        for index in range(top, end, 2):
            move = memory[index]
            memory[REPLIED + ply + 1] = memory[index + 1]
            child = play(state, move)
            if is_illegal(child, ply, memory):
                continue
            value = search(pack(child), depth - 1, alpha, beta, ply + 1, end, memory, table)
            if memory[STOPPED] != 0:
                break
            if (is_root_side and value > best) or (not is_root_side and value < best):
                best = value
                extend_line(memory, ply, move)
            alpha = max(alpha, best) if is_root_side else alpha
            beta = beta if is_root_side else min(beta, best)
            if alpha >= beta:
                break
        return end_node(state, best, memory)

    return cast(FunctionType, search)
