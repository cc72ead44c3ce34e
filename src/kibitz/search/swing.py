"""By how much an evaluation usually changes from one ply to the next."""

from __future__ import annotations

import random
from weakref import WeakKeyDictionary

from kibitz.core.contract import Game

_SAMPLE_GAMES = 6
_SAMPLE_PLIES = 40
_SHARE = 0.8  # of the changes are at most so large
_swings: WeakKeyDictionary[Game, int] = WeakKeyDictionary()


def swing(game: Game) -> int:
    """What most quiet moves of `game` change the evaluation by at most, over random play."""
    if game not in _swings:
        _swings[game] = _measure(game)
    return _swings[game]


def _measure(game: Game) -> int:
    lot = random.Random(0)  # noqa: S311 - a sample, no secret
    changes = []
    for seed in range(_SAMPLE_GAMES):
        state = game.initial(seed)
        for _ in range(_SAMPLE_PLIES):
            moves = list(game.moves(state))
            if not moves:
                break
            move = lot.choice(moves)
            after = game.play(state, move)
            if next(iter(game.moves(after)), None) is None:
                break
            if game.noisy is None or not game.noisy(state, move):
                before = game.evaluate(state, state.turn)
                changes.append(abs(game.evaluate(after, state.turn) - before))
            state = after
    return sorted(changes)[int(_SHARE * (len(changes) - 1))] if changes else 0
