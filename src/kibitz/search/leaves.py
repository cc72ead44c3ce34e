"""Static scores of nodes: the outcome of a finished game, or the evaluation."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from kibitz.core.contract import Game
from kibitz.core.score import INFINITY, clamp, decided
from kibitz.core.types import Memory, Ply, Score, State
from kibitz.search.defaults import never_drawn, never_noisy, no_margin
from kibitz.search.evaluation_call import evaluation_function
from kibitz.search.memory import NODES, PV_LENGTH, ROOT_SIDE, UNSURE, is_stopped


class Leaves(NamedTuple):
    """The functions to be compiled. Scores are from the point of view of the side to move."""

    outcome: Callable[[State, Ply, Memory], Score]  # of a finished game
    evaluation: Callable[[State, Memory], Score]
    settle: Callable[[State, Score, Score, Ply, int, int, Memory], tuple[Score, bool]]
    leaf: Callable[[State, Score, Score, int, Ply, Memory], tuple[Score, bool]]


def leaf_functions(game: Game, *, quiescence: bool) -> Leaves:
    """The functions for `game`. `quiescence`: whether noisy moves are searched."""
    moves, payoff, evaluate = game.moves, game.payoff, evaluation_function(game)
    noisy = game.noisy or never_noisy
    has_quiescence = game.noisy is not None and quiescence
    margin = game.margin or no_margin
    drawn = game.drawn or never_drawn

    def outcome(state: State, ply: Ply, memory: Memory) -> Score:
        side = memory[ROOT_SIDE]
        score = decided(payoff(state, side), ply, margin(state, side))
        return score if state.turn == side else -score

    def evaluation(state: State, memory: Memory) -> Score:
        side = memory[ROOT_SIDE]
        score = clamp(evaluate(state, side, memory))
        return score if state.turn == side else -score

    def settle(
        state: State, best: Score, beta: Score, ply: Ply, top: int, end: int, memory: Memory
    ) -> tuple[Score, bool]:
        """The score of a node, and whether it is settled without search.

        That is so if the game is over or drawn, or if the side to move stands pat in quiescence.
        `best`: the stand-pat score, or -INFINITY. The moves are from `top` to `end`.
        """
        if end == top and best == -INFINITY:
            return outcome(state, ply, memory), True
        if drawn(state):
            memory[UNSURE] += 1
            return 0, True
        memory[UNSURE] += 1 if best > -INFINITY else 0
        return best, best > -INFINITY and (end == top or best >= beta)

    def leaf(
        state: State, lower: Score, upper: Score, sign: int, ply: Ply, memory: Memory
    ) -> tuple[Score, bool]:
        """The score of a node at depth 0, and whether it is known without searching noisy moves.

        The score and the window are from the point of view of the parent's side; `sign` converts
        them. This saves a recursive call for at least half of the nodes.
        """
        beta = upper if sign > 0 else -lower
        if is_stopped(memory):
            return 0, True
        best = -INFINITY
        for move in moves(state):
            if has_quiescence and noisy(state, move):
                return 0, False
            if best == -INFINITY:
                best = 0 if drawn(state) else evaluation(state, memory)
                if best >= beta or not has_quiescence:
                    break
        memory[PV_LENGTH + ply] = 0
        memory[NODES] += 1
        if best == -INFINITY:
            return sign * outcome(state, ply, memory), True
        memory[UNSURE] += 1
        return sign * best, True

    return Leaves(outcome, evaluation, settle, leaf)
