"""Openings: random moves that lead to positions in which neither side is far ahead.

An opening is determined by its number and the seed of the match.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from kibitz.core.contract import Game
from kibitz.core.types import Move, State
from kibitz.engine.engine import Engine
from kibitz.engine.levels import score_spread
from kibitz.engine.position import Snapshot
from kibitz.search.flat_evaluation import is_flat
from kibitz.search.limits import Limit
from kibitz.search.switches import Switches
from kibitz.session.game_line import GameLine

TRIES = 64  # candidates for an opening; if none is even, the most even one is used
# Each candidate gets a short search, then a longer one if the position seems even. Only compiled
# rules are fast enough for the second search.
SEARCHES = (Limit(depth=4, nodes=4_000), Limit(nodes=200_000))
TREE_SEARCHES = (Limit(nodes=200), Limit(nodes=3_000))  # by Monte Carlo tree search
_EVEN_RESULT = 0.4  # its mean result in an even position, from -1 to 1
_PLIES_PER_PLAYER = 2
_SHARE_OF_A_GAME = 3  # an opening is at most one third of a game
_SAMPLE_GAMES = 8
_SAMPLE_PLIES = 60
_QUIET_STEPS = 3  # the score of an even position is at most this many typical quiet changes


@dataclass(frozen=True, slots=True)
class Opening:
    """The start of a game of a match: the seed of the start position, and the random moves."""

    seed: int
    moves: tuple[Move, ...]

    def line(self, game: Game) -> GameLine:
        """The line after the moves of the opening."""
        line = GameLine(game, game.initial(self.seed))
        for move in self.moves:
            line.push(move)
        return line


def usual_plies(game: Game) -> int:
    """The default length of an opening: two plies per player, fewer in short games."""
    lengths = [_random_length(game, seed) for seed in range(_SAMPLE_GAMES)]
    return min(_PLIES_PER_PLAYER * game.players, int(median(lengths)) // _SHARE_OF_A_GAME)


def usual_balance(game: Game) -> float:
    """The default for how many points an opening may favour a side.

    It is three times the typical score difference between quiet moves, but at most half the gain
    from a capture. Without an evaluation, scores are mean results of playouts instead of points.
    """
    if is_flat(game):
        return _EVEN_RESULT
    found = score_spread(game)
    return round(min(_QUIET_STEPS * found.quiet, found.stake / 2) / game.unit, 3)


class Openings:
    """The openings of a match, by their numbers."""

    def __init__(self, game: Game, *, plies: int, balance: float, seed: int) -> None:
        self._game = game
        self._plies = plies
        self._balance = balance
        self._seed = seed
        # Without endgame tables: openings must not depend on which ones are installed.
        self._is_sampled = is_flat(game)
        self._engine = (
            Engine(game, memory=1, search="mcts")
            if self._is_sampled
            else Engine(game, memory=1, switches=Switches(endgame_tables=False))
        )
        self._last: tuple[int, Opening] | None = None

    def opening(self, number: int) -> Opening:
        """The opening with this number: the first even one of a random sequence."""
        if self._last is None or self._last[0] != number:
            self._last = number, self._draw(number)
        return self._last[1]

    def _draw(self, number: int) -> Opening:
        if self._plies == 0 and not self._game.is_seeded:
            return Opening(0, ())  # the only one
        chance = random.Random(f"{self._seed}/opening/{number}")  # noqa: S311 - not a secret
        for plies in range(self._plies, -1, -1):  # shorter if the game is over in every candidate
            best: tuple[tuple[int, bool, float], Opening] | None = None
            for opening, path in self._candidates(chance, plies):
                bias = self._bias(path)
                if best is None or bias < best[0]:
                    best = bias, opening
                if bias[0] == 0:
                    break
            if best is not None:
                return best[1]
        return Opening(0, ())

    def _candidates(
        self, chance: random.Random, plies: int
    ) -> Iterator[tuple[Opening, list[State]]]:
        """Random openings after which the game is not over, each with its positions."""
        game = self._game
        for _ in range(TRIES):
            seed = chance.getrandbits(31) if game.is_seeded else 0
            line = GameLine(game, game.initial(seed))
            while len(line.moves) < plies and line.outcome is None:
                line.push(int(chance.choice(game.legal_moves(line.state, line.earlier))))
            if line.outcome is None:
                yield Opening(seed, tuple(line.moves)), line.states

    def _bias(self, path: list[State]) -> tuple[int, bool, float]:
        """A sort key for how far the last position of `path` is from even, smallest for the most
        even: how many searches, of all that were planned, did not find it even; whether the last
        search saw the end of the game; and the larger lead of a side, in points.

        With more than two players the static evaluation decides, because a paranoid search treats
        the opponents as allies.
        """
        game, state = self._game, path[-1]
        if game.players > 2:
            leads = [game.evaluate(state, side) / game.unit for side in range(game.players)]
            return int(max(leads) > self._balance), False, max(leads)
        searches: Sequence[Limit] = TREE_SEARCHES if self._is_sampled else SEARCHES
        searches = searches if self._engine.is_compiled else searches[:1]
        is_over, lead = False, 0.0
        for done, limit in enumerate(searches):
            is_over, lead = self._search(path, limit)
            if is_over or lead > self._balance:
                return len(searches) - done, is_over, lead
        return 0, is_over, lead

    def _search(self, path: list[State], limit: Limit) -> tuple[bool, float]:
        """Whether the principal variation ends the game, and the lead of the better side in points,
        which is infinite if a win is forced.
        """
        self._engine.clear()
        line = self._engine.play(Snapshot(path[-1], path[:-1]), limit)
        if line.score is None:
            return True, math.inf
        states = list(path)
        for move in line.moves:
            states.append(self._game.play(states[-1], move))
        return self._game.outcome(states[-1], states[:-1]) is not None, abs(line.score)


def _random_length(game: Game, seed: int) -> int:
    chance = random.Random(seed)  # noqa: S311 - not a secret
    state, plies = game.initial(seed), 0
    while plies < _SAMPLE_PLIES and (moves := list(game.moves(state))):
        state = game.play(state, chance.choice(moves))
        plies += 1
    return plies
