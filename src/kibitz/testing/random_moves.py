"""The moves of random games in which the conformance suite examines rules."""

from __future__ import annotations

import math
import random

from kibitz.core.contract import Game
from kibitz.core.types import Move, State

STUCK = (
    "repeats='illegal' leaves no legal move, because every move leads to an earlier position: the "
    "game needs a move that never does, such as a pass that the state counts"
)

_RANDOM_SHARE = 0.5  # of the moves in a game that forbids repetition
_NARROWING = 4  # the number of moves compared for any other move


def random_move(game: Game, state: State, earlier: list[State], generator: random.Random) -> Move:
    """A random legal move.

    In a game that forbids repetition it is often a move that leaves few legal replies, so that a
    position without any is found.
    """
    legal = game.legal_moves(state, earlier)
    if not game.forbids_repetition or generator.random() < _RANDOM_SHARE:
        return generator.choice(legal)
    tried = generator.sample(legal, min(len(legal), _NARROWING))
    return min(tried, key=lambda move: _replies(game, game.play(state, move), [*earlier, state]))


def _replies(game: Game, state: State, earlier: list[State]) -> float:
    """The number of legal moves, infinite if the game is over."""
    if next(iter(game.moves(state)), None) is None:
        return math.inf
    return len(game.legal_moves(state, earlier))
