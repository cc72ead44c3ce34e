"""max^n, for compiling: everybody maximises their own score.

A position is worth a vector, one score a player; of equal moves a player takes the first, so moves
are tried in the order of the rules. Two cuts are sound without knowing how players' scores relate:

- nobody can do better than win with the very next move;
- once the player here has a win, the player above gets a loss: if they have anything better
  already, what else could be found here does not matter.
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


def maxn_function(game: Game) -> FunctionType:
    """The recursive search over the rules of `game`, as a plain function."""
    moves, play, payoff, judge = game.moves, game.play, game.payoff, evaluation_function(game)
    margin = game.margin or no_margin
    has_margin = game.margin is not None
    drawn = game.drawn or never_drawn
    unpack, pack, *_ = state_functions(game)
    players = game.players

    def fill_leaf(state: State, ply: Ply, is_over: bool, is_drawn: bool, memory: Memory) -> None:
        """Write what a node without moves to try is worth to every player."""
        for side in range(players):
            score = 0
            if is_over:
                score = decided(payoff(state, side), ply, margin(state, side))
            elif not is_drawn:
                score = clamp(judge(state, side, memory))
            memory[VECTORS + ply * MAX_PLAYERS + side] = score

    def list_moves(state: State, depth: Depth, ply: Ply, top: int, memory: Memory) -> int:
        """Put the moves on the stack, at a leaf only the first; where they end."""
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
        """The value of `position` to the player who moves; everybody's stands in VECTORS.

        `above` is what the player who moved to it has got already. Where that is better than a
        loss and the player here wins, the vector holds that win, not always the quickest.
        """
        memory[PV_LENGTH + ply] = 0
        if is_stopped(memory):
            return 0
        memory[NODES] += 1
        state = unpack(position)
        own = VECTORS + ply * MAX_PLAYERS
        mover = state.turn
        memory[MOVERS + ply] = mover

        end = list_moves(state, depth, ply, top, memory)
        is_over = end == top
        is_drawn = not is_over and drawn(state)
        if is_over or is_drawn or depth <= 0 or ply >= MAX_PLY - 1 or top > STACK_END:
            memory[UNSURE] += 0 if is_over else 1
            fill_leaf(state, ply, is_over, is_drawn, memory)
            return int(memory[own + mover])

        best = -INFINITY
        for index in range(top, end):
            move = memory[index]
            child = pack(play(state, move))
            search(child, depth - 1, best, unused, ply + 1, end, memory, table)
            if memory[STOPPED] != 0:
                break
            value = memory[own + MAX_PLAYERS + mover]
            if value > best:
                best = value
                for side in range(players):
                    memory[own + side] = memory[own + MAX_PLAYERS + side]
                extend_line(memory, ply, move)
            if not has_margin and best == decided(WIN, ply + 1, 0):
                break
            if is_settled(best, above, ply, mover, memory):
                break
        return best

    return cast(FunctionType, search)


def is_settled(best: Score, above: Score, ply: Ply, mover: Side, memory: Memory) -> bool:
    """Whether a win of the mover is worse for the player above than what they have."""
    if best <= EVALUATION_LIMIT or above < -EVALUATION_LIMIT or ply == 0:
        return False
    return bool(memory[MOVERS + ply - 1] != mover)
