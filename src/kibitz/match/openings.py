"""Openings: random moves that lead where neither side is ahead by much.

An opening follows from the match's seed and its number alone.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

from kibitz.core.contract import Game
from kibitz.core.types import Move, State
from kibitz.engine.engine import Engine
from kibitz.engine.levels import score_spread
from kibitz.engine.position import Snapshot
from kibitz.search.limits import Limit
from kibitz.search.switches import Switches
from kibitz.session.game_line import GameLine

TRIES = 64  # random openings that are looked at, at most; then the most even of them is taken
# How far each is looked at: shortly, and those that seem even for longer. Rules that cannot be
# compiled are too slow for that.
LOOKS = (Limit(depth=4, nodes=4_000), Limit(nodes=200_000))
_PLIES_A_PLAYER = 2
_SHARE_OF_A_GAME = 3  # an opening takes at most one move in so many
_SAMPLE_GAMES = 8
_SAMPLE_PLIES = 60
_QUIET_STEPS = 3  # typical differences between quiet moves that still count as even


@dataclass(frozen=True, slots=True)
class Opening:
    """Where a game of a match begins: the board's seed, and the moves that were drawn."""

    seed: int
    moves: tuple[Move, ...]

    def line(self, game: Game) -> GameLine:
        """The opening, played."""
        line = GameLine(game, game.initial(self.seed))
        for move in self.moves:
            line.push(move)
        return line


def usual_plies(game: Game) -> int:
    """How many plies an opening of `game` takes by default: two a player, fewer in short games."""
    lengths = [_random_length(game, seed) for seed in range(_SAMPLE_GAMES)]
    return min(_PLIES_A_PLAYER * game.players, int(median(lengths)) // _SHARE_OF_A_GAME)


def usual_balance(game: Game) -> float:
    """By how many points an opening of `game` may favour a side by default.

    Three typical differences between quiet moves, and less than half of what a capture wins.
    """
    found = score_spread(game)
    return round(min(_QUIET_STEPS * found.quiet, found.stake / 2) / game.unit, 3)


class Openings:
    """The openings of a match, by their numbers."""

    def __init__(self, game: Game, *, plies: int, balance: float, seed: int) -> None:
        self._game = game
        self._plies = plies
        self._balance = balance
        self._seed = seed
        # Without endgame tables: which of them are installed differs between machines.
        self._judge = Engine(game, memory=1, switches=Switches(endgame_tables=False))
        self._last: tuple[int, Opening] | None = None

    def opening(self, number: int) -> Opening:
        """The opening with this number: the first even one that is drawn."""
        if self._last is None or self._last[0] != number:
            self._last = number, self._draw(number)
        return self._last[1]

    def _draw(self, number: int) -> Opening:
        if self._plies == 0 and not self._game.is_seeded:
            return Opening(0, ())  # there is no other
        lot = random.Random(f"{self._seed}/opening/{number}")  # noqa: S311 - no secret
        for plies in range(self._plies, -1, -1):  # fewer, where every try is over before that
            best: tuple[tuple[int, bool, float], Opening] | None = None
            for opening, path in self._tries(lot, plies):
                bias = self._bias(path)
                if best is None or bias < best[0]:
                    best = bias, opening
                if bias[0] == 0:
                    break
            if best is not None:
                return best[1]
        return Opening(0, ())

    def _tries(self, lot: random.Random, plies: int) -> Iterator[tuple[Opening, list[State]]]:
        """Random openings that are not over, each with its positions."""
        game = self._game
        for _ in range(TRIES):
            board = lot.getrandbits(31) if game.is_seeded else 0
            line = GameLine(game, game.initial(board))
            while len(line.moves) < plies and line.outcome is None:
                line.push(int(lot.choice(list(game.moves(line.state)))))
            if line.outcome is None:
                yield Opening(board, tuple(line.moves)), line.states

    def _bias(self, path: list[State]) -> tuple[int, bool, float]:
        """How many looks at the end of `path` are left once it does not seem even, 0 where it
        always does; whether best play ends the game soon; and by how many points somebody is ahead
        at the last look.

        A search for one of several players takes the others for allies, so there the evaluation
        speaks.
        """
        game, state = self._game, path[-1]
        if game.players > 2:
            leads = [game.evaluate(state, side) / game.unit for side in range(game.players)]
            return int(max(leads) > self._balance), False, max(leads)
        looks = LOOKS if self._judge.is_compiled else LOOKS[:1]
        is_over, lead = False, 0.0
        for done, look in enumerate(looks):
            is_over, lead = self._look(path, look)
            if is_over or lead > self._balance:
                return len(looks) - done, is_over, lead
        return 0, is_over, lead

    def _look(self, path: list[State], look: Limit) -> tuple[bool, float]:
        """Whether best play ends the game within the look, so that nothing is left to play for, and
        by how many points one of two is ahead; without end where that is won.
        """
        self._judge.clear()
        line = self._judge.play(Snapshot(path[-1], path[:-1]), look)
        if line.score is None:
            return True, math.inf
        states = list(path)
        for move in line.moves:
            states.append(self._game.play(states[-1], move))
        return self._game.outcome(states[-1], states[:-1]) is not None, abs(line.score)


def _random_length(game: Game, seed: int) -> int:
    lot = random.Random(seed)  # noqa: S311 - a sample, no secret
    state, plies = game.initial(seed), 0
    while plies < _SAMPLE_PLIES and (moves := list(game.moves(state))):
        state = game.play(state, lot.choice(moves))
        plies += 1
    return plies
