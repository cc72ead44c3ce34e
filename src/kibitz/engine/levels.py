"""The levels of a game: its own, the ladder, and `perfect` if it has endgame tables."""

from __future__ import annotations

import math
import random
from statistics import fmean, median, pstdev
from typing import NamedTuple
from weakref import WeakKeyDictionary

from kibitz.core.contract import Game
from kibitz.core.errors import LevelError
from kibitz.core.level import STEPS, Level
from kibitz.engine.knowledge import knowledge
from kibitz.engine.ladder import ladder

# For games with endgame tables; positions outside the tables are searched as at step 10.
PERFECT = Level(
    "perfect",
    "never throws a result away",
    is_plain=False,
    time=1.0,
    ties="random",
    tables=True,
    perfect=True,
)

_SAMPLE_GAMES = 12
_SAMPLE_PLIES = 40
_SAMPLE_MOVES = 24
_COARSE = 0.05  # quiet moves that differ by this share of the stake or less are worth the same
_RANDOM_SHARE = 0.035  # with a coarse evaluation, per unit of a level's blur
_MOST_RANDOM = 0.6
_spreads: WeakKeyDictionary[Game, ScoreSpread] = WeakKeyDictionary()


class ScoreSpread(NamedTuple):
    """The typical differences between the scores of moves, in evaluation units.

    An evaluation is coarse if quiet moves are mostly worth the same, as by material alone, or if it
    is constant. Random errors then change little, so weak levels also play moves at random.
    """

    quiet: float  # between the quiet moves of a position
    stake: float  # most noisy moves gain at least this; infinite if a game has none
    noise: float  # the unit of a level's random errors: `quiet`, or more if that is almost nothing
    is_coarse: bool

    def blur(self, level: Level) -> float:
        """The largest error of `level`; two errors together are less than most captures gain."""
        return min(level.blur * self.noise, 0.4 * (self.stake or math.inf))

    def random_share(self, level: Level) -> float:
        """The share of moves that `level` plays at random, wins in one aside."""
        return min(_RANDOM_SHARE * level.blur, _MOST_RANDOM) if self.is_coarse else 0.0


def levels(game: Game) -> tuple[Level, ...]:
    """Every level of `game`, its own first."""
    own = (*game.levels, *ladder(game))
    has_own = any(one.name == PERFECT.name for one in own)
    return own if has_own or knowledge(game) is None else (*own, PERFECT)


def level(game: Game, name: str | Level) -> Level:
    """The level of `game` with this name.

    >>> import kibitz
    >>> level(kibitz.game("horses"), "expert").depth
    6
    """
    if isinstance(name, Level):
        return name
    for one in (*game.levels, *ladder(game)):
        if one.name == str(name):
            return one
    if name == PERFECT.name:
        if knowledge(game) is None:
            raise LevelError("level_without_table", name=name, game=game.name)
        return PERFECT
    known = ", ".join(one.name for one in game.levels)
    steps = f"1 to {STEPS}"
    raise LevelError(
        "unknown_level",
        game=game.name,
        name=str(name),
        known=f"{known} and {steps}" if known else steps,
    )


def score_spread(game: Game) -> ScoreSpread:
    """The spread of `game`, measured in random games with a fixed seed."""
    if game not in _spreads:
        _spreads[game] = _measure(game)
    return _spreads[game]


def _measure(game: Game) -> ScoreSpread:
    rng = random.Random(0)  # noqa: S311 - a sample, no secret
    spreads: list[float] = []
    gains: list[int] = []
    for seed in range(_SAMPLE_GAMES):
        state = game.initial(seed)
        for _ in range(_SAMPLE_PLIES):
            moves = list(game.moves(state))
            if not moves or (game.drawn and game.drawn(state)):
                break
            side, before = state.turn, game.evaluate(state, state.turn)
            quiet = []
            for move in rng.sample(moves, min(len(moves), _SAMPLE_MOVES)):
                after = game.play(state, move)
                if next(iter(game.moves(after)), None) is None:
                    continue  # a finished game is not evaluated
                if game.noisy is not None and game.noisy(state, move):
                    gains.append(abs(game.evaluate(after, side) - before))
                else:
                    quiet.append(game.evaluate(after, side))
            if len(quiet) > 1:
                spreads.append(pstdev(quiet))
            state = game.play(state, rng.choice(moves))
    stake = sorted(gains)[len(gains) // 4] if gains else math.inf
    typical = median(spreads) if spreads else 0.0
    least = 0.0 if math.isinf(stake) else _COARSE * stake
    if typical > least:
        return ScoreSpread(typical, stake, noise=typical, is_coarse=False)
    # Some quiet moves may still differ, in a few positions.
    noise = max(least, fmean(spreads or [0.0]))
    return ScoreSpread(typical, stake, noise, is_coarse=True)
