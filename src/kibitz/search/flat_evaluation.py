"""Recognise games whose evaluation says nothing: they have none, or it is constant."""

from __future__ import annotations

import random
from weakref import WeakKeyDictionary

from kibitz.core import watchdog
from kibitz.core.contract import Game
from kibitz.core.watchdog import OverdueError, Watchdog

_SAMPLE_GAMES = 4
_SAMPLE_PLIES = 120
_flat: WeakKeyDictionary[Game, bool] = WeakKeyDictionary()


def is_flat(game: Game) -> bool:
    """Whether `game` has no evaluation, or one that is the same in all positions of a sample."""
    if not game.has_evaluation:
        return True
    if game not in _flat:
        # The search that needs a broken rule reports the error.
        try:
            with Watchdog(watchdog.PATIENCE) as watched:
                _flat[game] = watched.call(_is_constant, game)
        except OverdueError:
            _flat[game] = False  # not tried again, because it takes as long
        except Exception:
            return False
    return _flat[game]


def _is_constant(game: Game) -> bool:
    generator = random.Random(0)  # noqa: S311 - a sample, not a secret
    values: dict[int, int] = {}
    for seed in range(_SAMPLE_GAMES):
        state = game.initial(seed)
        for _ in range(_SAMPLE_PLIES):
            moves = list(game.moves(state))
            if not moves:
                break
            for side in range(game.players):
                value = game.evaluate(state, side)
                if values.setdefault(side, value) != value:
                    return False
            state = game.play(state, generator.choice(moves))
    return True
