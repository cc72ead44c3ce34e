"""Flat Monte Carlo, the baseline of Monte Carlo tree search: random games from every move.

Each move gets the same number of playouts, and the one with the best mean result is played. It is
compiled like the search, so that both can be compared at equal playouts.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any, cast

import numpy as np

from kibitz.compiling.signature import INT, INTS
from kibitz.core.contract import Game
from kibitz.core.states import state_functions
from kibitz.core.types import Memory, Move, State
from kibitz.search.compiled import compiled
from kibitz.search.tree import DRAWN_NUMBERS, MAX_PLAYOUT, MEMORY_WORDS, MOVES, SEED, random_below


def flat_function(game: Game) -> FunctionType:
    """The function that samples the moves of a position, as a plain Python function."""
    moves, play, payoff = game.moves, game.play, game.payoff
    unpack, pack, *_ = state_functions(game)

    def list_moves(state: State, start: int, memory: Memory) -> int:
        end = start
        for move in moves(state):
            memory[end] = move
            end += 1
        return end - start

    def playout(position: tuple[int, ...], side: int, start: int, memory: Memory) -> int:
        """The result for `side` of a random game; a game that is too long counts as drawn."""
        for _ in range(MAX_PLAYOUT):
            state = unpack(position)
            count = list_moves(state, start, memory)
            if count == 0:
                return int(payoff(state, side))
            position = pack(play(state, memory[start + random_below(memory, count)]))
        return 0

    def choose(root: tuple[int, ...], playouts: int, memory: Memory) -> Move:
        """The move with the best mean result of `playouts` random games, the same for each move."""
        state = unpack(root)
        count = list_moves(state, MOVES, memory)
        best, best_move = -playouts - 1, memory[MOVES]
        for index in range(count):
            after = pack(play(state, memory[MOVES + index]))
            total = 0
            for _ in range(max(1, playouts // count)):
                total += playout(after, state.turn, MOVES + count, memory)
            if total > best:
                best, best_move = total, memory[MOVES + index]
        return int(best_move)

    return cast(FunctionType, choose)


class FlatMonteCarlo:
    """Chooses moves by flat Monte Carlo, with `playouts` for each move."""

    def __init__(self, game: Game, playouts: int, seed: int) -> None:
        self._function = compiled(game, flat_function, (INT, INTS))
        self._pack = state_functions(game).pack
        self._playouts = playouts
        self._memory: Any = np.zeros(MEMORY_WORDS, np.int64)
        self._memory[SEED] = seed
        self._memory[DRAWN_NUMBERS] = 0

    def choose(self, state: State) -> Move:
        """The move to play in `state`."""
        return int(self._function(self._pack(state), self._playouts, self._memory))
