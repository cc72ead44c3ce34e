"""The levels of a game: its own, and the ladder from 1 to 10 that every game has.

A step of the ladder searches like the engine, within its limits, and judges loosely: it adds to the
worth of every move a random amount of the size that quiet moves usually differ by. So it takes a
win that it sees, holds out when it is lost, and does not give pieces away for nothing, but often
prefers the second best.
"""

from __future__ import annotations

import math
import random
from dataclasses import replace
from statistics import median, pstdev
from typing import NamedTuple
from weakref import WeakKeyDictionary

from kibitz.core.contract import Game
from kibitz.core.errors import LevelError
from kibitz.core.level import Level
from kibitz.engine.knowledge import knowledge


def _step(number: int, title: str, blur: float, **limits: float) -> Level:
    return Level(str(number), title, is_plain=False, ties="random", blur=blur, **limits)  # type: ignore[arg-type]  # limits by name


# Depths end the weak steps, nodes the strong ones; nodes also bound what a large game may cost.
LADDER = (
    _step(1, "a child wins", 25.0, depth=1, exchange=1, nodes=50_000),
    _step(2, "knows the rules", 6.0, depth=2, lapses=0.6, nodes=50_000),
    _step(3, "looks at your reply", 3.0, depth=2, nodes=50_000),
    _step(4, "casual", 2.0, depth=3, nodes=100_000),
    _step(5, "attentive", 1.0, depth=4, nodes=100_000),
    _step(6, "club player", 0.5, depth=6, nodes=100_000),
    _step(7, "strong club player", 0.2, depth=8, nodes=200_000),
    _step(8, "expert", 0.0, nodes=250_000),
    _step(9, "master", 0.0, nodes=1_000_000, book=True, tables=True),
    _step(10, "everything the engine has", 0.0, time=1.0, book=True, tables=True),
)

# For a game with tables of perfect play; what they do not hold is searched like step 10.
PERFECT = replace(LADDER[-1], name="perfect", title="never gives a result away", perfect=True)

_SAMPLE_GAMES = 12
_SAMPLE_PLIES = 40
_SAMPLE_MOVES = 24
_looseness: WeakKeyDictionary[Game, Looseness] = WeakKeyDictionary()


class Looseness(NamedTuple):
    """How differently the moves of a game are worth, in evaluation units."""

    quiet: float  # by how much quiet moves in one position usually differ
    stake: float  # what most noisy moves win at least; without end where a game has none

    def blur(self, level: Level) -> float:
        """How far off `level` judges a move, at most: two errors never make up for a piece."""
        return min(level.blur * self.quiet, 0.4 * self.stake)


def levels(game: Game) -> tuple[Level, ...]:
    """Every level of `game`, its own first."""
    own = (*game.levels, *LADDER)
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
    for one in (*game.levels, *LADDER):
        if one.name == str(name):
            return one
    if name == PERFECT.name:
        if knowledge(game) is None:
            raise LevelError("level_without_table", name=name, game=game.name)
        return PERFECT
    known = ", ".join(one.name for one in game.levels)
    ladder = f"{LADDER[0].name} to {LADDER[-1].name}"
    raise LevelError(
        "unknown_level",
        game=game.name,
        name=str(name),
        known=f"{known} and {ladder}" if known else ladder,
    )


def looseness(game: Game) -> Looseness:
    """How differently the moves of `game` are worth, measured over random play, always the same."""
    if game not in _looseness:
        _looseness[game] = _measure(game)
    return _looseness[game]


def _measure(game: Game) -> Looseness:
    lot = random.Random(0)  # noqa: S311 - a sample, no secret
    spreads: list[float] = []
    gains: list[int] = []
    for seed in range(_SAMPLE_GAMES):
        state = game.initial(seed)
        for _ in range(_SAMPLE_PLIES):
            moves = list(game.moves(state))
            if not moves or (game.drawn and game.drawn(state)):
                break
            player, before = state.turn, game.evaluate(state, state.turn)
            quiet = []
            for move in lot.sample(moves, min(len(moves), _SAMPLE_MOVES)):
                after = game.play(state, move)
                if next(iter(game.moves(after)), None) is None:
                    continue  # a finished game is not evaluated
                if game.noisy is not None and game.noisy(state, move):
                    gains.append(abs(game.evaluate(after, player) - before))
                else:
                    quiet.append(game.evaluate(after, player))
            if len(quiet) > 1:
                spreads.append(pstdev(quiet))
            state = game.play(state, lot.choice(moves))
    stake = sorted(gains)[len(gains) // 4] if gains else math.inf
    return Looseness(median(spreads) if spreads else 0.0, stake)
