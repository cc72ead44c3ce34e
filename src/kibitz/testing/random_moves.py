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

_FEW_MOVES = 12  # positions with more moves than this are far from having none
_NARROWING = 0.5  # the share of moves there that leave few replies
_RETRIES = 200  # random games in search of a shorter line


def random_move(game: Game, state: State, earlier: list[State], generator: random.Random) -> Move:
    """A random legal move.

    In a game that forbids repetition it is often a move that leaves few legal replies, so that a
    position without any is found.
    """
    moves = list(game.moves(state))
    if not game.forbids_repetition:
        return generator.choice(moves)
    is_narrowing = len(moves) <= _FEW_MOVES and generator.random() < _NARROWING
    seen = [game.identity(one) for one in (*earlier, state)]
    generator.shuffle(moves)
    legal = (move for move in moves if game.identity(game.play(state, move)) not in seen)
    if not is_narrowing:
        return next(legal)
    return min(legal, key=lambda move: _replies(game, game.play(state, move), [*earlier, state]))


def shorter_line(game: Game, seed: int, line: list[Move], generator: random.Random) -> list[Move]:
    """A line without a legal move at its end, the shortest that random games find.

    `line` is such a line.
    """
    for _ in range(_RETRIES):
        state = game.initial(seed)
        earlier: list[State] = []
        found: list[Move] = []
        outcome = game.outcome(state, earlier)
        while len(found) < len(line) and outcome is None:
            found.append(random_move(game, state, earlier, generator))
            earlier.append(state)
            state = game.play(state, found[-1])
            outcome = game.outcome(state, earlier)
        if len(found) < len(line) and outcome is not None and outcome.reason == "repetition":
            line = found
    return line


def _replies(game: Game, state: State, earlier: list[State]) -> float:
    """The number of legal moves, infinite if the game is over."""
    if next(iter(game.moves(state)), None) is None:
        return math.inf
    return len(game.legal_moves(state, earlier))
