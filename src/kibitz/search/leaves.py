"""What a node is worth by itself: a finished game, or one that is evaluated at the horizon."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from kibitz.core.contract import Game
from kibitz.core.score import INFINITY, clamp, decided
from kibitz.core.types import Ply, Score, State, Words
from kibitz.search.defaults import never_drawn, never_noisy, no_margin
from kibitz.search.memory import (
    NODES,
    PV_LENGTH,
    ROOT,
    UNSURE,
    USES_OUTCOMES,
    USES_QUIESCENCE,
    is_stopped,
)


class Leaves(NamedTuple):
    """The functions, for compiling."""

    worth: Callable[[State, Ply, bool, Words], Score]
    leaf: Callable[[State, Score, Ply, Words], tuple[Score, bool]]


def leaf_functions(game: Game) -> Leaves:
    """The functions over the rules of `game`."""
    moves, payoff, evaluate = game.moves, game.payoff, game.evaluate
    noisy = game.noisy or never_noisy
    has_noisy = game.noisy is not None
    margin = game.margin or no_margin
    drawn = game.drawn or never_drawn

    def worth(state: State, ply: Ply, is_over: bool, memory: Words) -> Score:
        """A finished game's score, or an evaluation, in the view of the side that moves."""
        player = memory[ROOT]
        if is_over and memory[USES_OUTCOMES] != 0:
            score = decided(payoff(state, player), ply, margin(state, player))
        else:
            score = clamp(evaluate(state, player))
        return score if state.turn == player else -score

    def leaf(state: State, beta: Score, ply: Ply, memory: Words) -> tuple[Score, bool]:
        """What `search` gives at depth 0, and whether it can be said without following moves.

        A recursion less for half of all nodes, or more.
        """
        if is_stopped(memory):
            return 0, True
        is_followed = has_noisy and memory[USES_QUIESCENCE] != 0
        best = -INFINITY
        for move in moves(state):
            if is_followed and noisy(state, move):
                return 0, False
            if best == -INFINITY:
                best = 0 if drawn(state) else worth(state, ply, False, memory)
                if best >= beta or not is_followed:
                    break
        memory[PV_LENGTH + ply] = 0
        memory[NODES] += 1
        if best == -INFINITY:
            return worth(state, ply, True, memory), True
        memory[UNSURE] += 1
        return best, True

    return Leaves(worth, leaf)
