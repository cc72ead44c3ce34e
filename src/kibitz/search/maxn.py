"""max^n, to be compiled: every side maximises its own score.

The value of a node is a vector with one score per side. Among equal moves a side plays the first,
so moves are tried in the order of the rules. Two cutoffs are sound for any scores:

- a win with the next move cannot be improved;
- a win for the side to move is a loss for the side that moved to this node. If that side already
  has a better move, the remaining moves do not matter.
"""

from __future__ import annotations

from types import FunctionType
from typing import cast

from kibitz.core.contract import Game
from kibitz.core.score import EVALUATION_LIMIT, INFINITY, WIN, clamp, decided
from kibitz.core.states import state_functions
from kibitz.core.types import Depth, Memory, Ply, Score, Side, State
from kibitz.search.defaults import never_drawn, no_margin
from kibitz.search.evaluation_call import evaluation_function
from kibitz.search.memory import (
    MAX_MOVES,
    MAX_PLAYERS,
    MAX_PLY,
    MOVERS,
    NODES,
    OVERFLOW,
    PV_LENGTH,
    STACK_END,
    STOPPED,
    UNSURE,
    VECTORS,
    extend_line,
    is_left_out,
    is_stopped,
)
from kibitz.search.repetition import repetition_functions


def maxn_function(game: Game) -> FunctionType:
    """The recursive search for `game`, as a plain Python function."""
    moves, play, payoff, evaluate = game.moves, game.play, game.payoff, evaluation_function(game)
    margin = game.margin or no_margin
    has_margin = game.margin is not None
    drawn = game.drawn or never_drawn
    unpack, pack, *_ = state_functions(game)
    begin, is_illegal, end_node = repetition_functions(game)
    players = game.players

    def fill_leaf(state: State, ply: Ply, is_over: bool, is_drawn: bool, memory: Memory) -> None:
        """Write the scores of a leaf for every side."""
        for side in range(players):
            score = 0
            if is_over:
                score = decided(payoff(state, side), ply, margin(state, side))
            elif not is_drawn:
                score = clamp(evaluate(state, side, memory))
            memory[VECTORS + ply * MAX_PLAYERS + side] = score

    def list_moves(state: State, depth: Depth, ply: Ply, top: int, memory: Memory) -> int:
        """Push the moves on the stack, at a leaf only the first; return their end."""
        end = top
        is_leaf = depth <= 0 or ply >= MAX_PLY - 1 or top > STACK_END
        for move in moves(state):
            if ply == 0 and is_left_out(memory, move):
                continue
            if end == top + MAX_MOVES:
                memory[OVERFLOW] = 1
                memory[STOPPED] = 1
                break
            memory[end] = move
            end += 1
            if is_leaf:
                break
        return end

    def search(
        position: tuple[int, ...],
        depth: Depth,
        above: Score,
        unused: Score,
        ply: Ply,
        top: int,
        memory: Memory,
        table: Memory,
    ) -> Score:
        """The value of `position` for the side to move; VECTORS has the scores of every side.

        `above`: the best score so far of the side that moved here. If that is better than a loss,
        the search stops at the first win of the side to move, which may not be the quickest.
        """
        memory[PV_LENGTH + ply] = 0
        if is_stopped(memory):
            return 0
        memory[NODES] += 1
        state = unpack(position)
        vector = VECTORS + ply * MAX_PLAYERS
        mover = state.turn
        memory[MOVERS + ply] = mover

        end = list_moves(state, depth, ply, top, memory)
        is_over = end == top
        is_drawn = not is_over and drawn(state)
        if is_over or is_drawn or depth <= 0 or ply >= MAX_PLY - 1 or top > STACK_END:
            memory[UNSURE] += 0 if is_over else 1
            fill_leaf(state, ply, is_over, is_drawn, memory)
            return int(memory[vector + mover])

        best = -INFINITY
        begin(state, ply, memory)
        for index in range(top, end):
            move = memory[index]
            child = play(state, move)
            if is_illegal(child, ply, memory):
                continue
            search(pack(child), depth - 1, best, unused, ply + 1, end, memory, table)
            if memory[STOPPED] != 0:
                break
            value = memory[vector + MAX_PLAYERS + mover]
            if value > best:
                best = value
                for side in range(players):
                    memory[vector + side] = memory[vector + MAX_PLAYERS + side]
                extend_line(memory, ply, move)
            if not has_margin and best == decided(WIN, ply + 1, 0):
                break
            if is_settled(best, above, ply, mover, memory):
                break
        value = end_node(state, best, memory)
        if value != best:  # every move repeats a position
            fill_leaf(state, ply, False, True, memory)
        return value

    return cast(FunctionType, search)


def is_settled(best: Score, above: Score, ply: Ply, mover: Side, memory: Memory) -> bool:
    """Whether `mover` wins, and the side that moved here already has a better score than a loss."""
    if best <= EVALUATION_LIMIT or above < -EVALUATION_LIMIT or ply == 0:
        return False
    return bool(memory[MOVERS + ply - 1] != mover)
