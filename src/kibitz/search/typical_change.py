"""Measure how much the evaluation usually changes from one ply to the next."""

from __future__ import annotations

import random
from operator import itemgetter
from weakref import WeakKeyDictionary

from kibitz.core.contract import Game

_SAMPLE_GAMES = 6
_SAMPLE_PLIES = 40
_CHOICE = 2  # number of random moves, the best of which is played
_QUANTILE = 0.8  # of the changes
_typical_changes: WeakKeyDictionary[Game, int] = WeakKeyDictionary()


def typical_change(game: Game) -> int:
    """The change of the evaluation that 80% of the quiet moves of `game` do not exceed.

    It is sampled from games in which each move is the better of two random ones. Purely random
    games stay in positions of equal evaluation, or blunder at every move.
    """
    if game not in _typical_changes:
        _typical_changes[game] = _measure(game)
    return _typical_changes[game]


def _measure(game: Game) -> int:
    generator = random.Random(0)  # noqa: S311 - a sample, not a secret
    changes = []
    for seed in range(_SAMPLE_GAMES):
        state = game.initial(seed)
        for _ in range(_SAMPLE_PLIES):
            moves = list(game.moves(state))
            tried = generator.sample(moves, min(_CHOICE, len(moves)))
            steps = [(move, game.play(state, move)) for move in tried]
            # Finished games are not evaluated.
            candidates = [
                (game.evaluate(after, state.turn), move, after)
                for move, after in steps
                if next(iter(game.moves(after)), None) is not None
            ]
            if not candidates:
                break
            value, move, after = max(candidates, key=itemgetter(0))
            if game.noisy is None or not game.noisy(state, move):
                changes.append(abs(value - game.evaluate(state, state.turn)))
            state = after
    return sorted(changes)[int(_QUANTILE * (len(changes) - 1))] if changes else 0
