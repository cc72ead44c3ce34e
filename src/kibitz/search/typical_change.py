"""By how much an evaluation usually changes from one ply to the next."""

from __future__ import annotations

import random
from operator import itemgetter
from weakref import WeakKeyDictionary

from kibitz.core.contract import Game

_SAMPLE_GAMES = 6
_SAMPLE_PLIES = 40
_CHOICE = 2  # random moves, of which the better is played
_SHARE = 0.8  # of the changes are at most so large
_typical_changes: WeakKeyDictionary[Game, int] = WeakKeyDictionary()


def typical_change(game: Game) -> int:
    """What most quiet moves of `game` change the evaluation by at most.

    Over games in which each move is the better of two random ones: purely random play never gets
    where evaluations speak up, or gives away so much at every move that they shout.
    """
    if game not in _typical_changes:
        _typical_changes[game] = _measure(game)
    return _typical_changes[game]


def _measure(game: Game) -> int:
    lot = random.Random(0)  # noqa: S311 - a sample, no secret
    changes = []
    for seed in range(_SAMPLE_GAMES):
        state = game.initial(seed)
        for _ in range(_SAMPLE_PLIES):
            moves = list(game.moves(state))
            tried = lot.sample(moves, min(_CHOICE, len(moves)))
            steps = [(move, game.play(state, move)) for move in tried]
            # What is over is not evaluated.
            worth = [
                (game.evaluate(after, state.turn), move, after)
                for move, after in steps
                if next(iter(game.moves(after)), None) is not None
            ]
            if not worth:
                break
            value, move, after = max(worth, key=itemgetter(0))
            if game.noisy is None or not game.noisy(state, move):
                changes.append(abs(value - game.evaluate(state, state.turn)))
            state = after
    return sorted(changes)[int(_SHARE * (len(changes) - 1))] if changes else 0
