"""A quick look at the first positions of a game, before its rules are trusted.

A search over broken rules would return nonsense, and call it proven.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from weakref import WeakSet

from kibitz.core.contract import Game
from kibitz.core.types import Move, State
from kibitz.core.watchdog import PATIENCE, Watchdog
from kibitz.testing.failure import failure
from kibitz.testing.properties import (
    FIRST_PROPERTIES,
    Property,
    moves_are_numbers,
    payoffs_fit,
    snapshot,
    states_are_sound,
)
from kibitz.testing.shortening import violations
from kibitz.testing.violation import Violation
from kibitz.testing.watched_rules import RuleError, watched

_POSITIONS = 24  # from the start
_CALLS = 200  # calls of `play` for them
_PLIES = 200  # of one random game

_ADVICE = "Nothing is searched until that is fixed; `kibitz check` looks at more positions."
_OWN = "kibitz.games."
_known: WeakSet[Game] = WeakSet()


def look_at(game: Game, *, seconds: float = PATIENCE) -> None:
    """Raise ConformanceError if the first positions of a user's game break the contract.

    Each game is looked at once. It takes milliseconds: a few positions from the start, and one
    random game. Games that Kibitz ships are trusted.
    """
    if game in _known or is_trusted(game):
        return
    with Watchdog(seconds) as watchdog:
        look = _Look(game, watched(game, watchdog))
        try:
            look.at_first_positions()
            look.at_random_game()
        except RuleError as error:
            raise failure(game, look.rules, Violation.of(error), 0, look.line, _ADVICE) from None
    _known.add(game)


def is_trusted(game: Game) -> bool:
    """Whether Kibitz ships the rules; the tests check those."""
    return getattr(game.moves, "__module__", "").startswith(_OWN)


class _Look:
    """One look at a game."""

    def __init__(self, game: Game, rules: Game) -> None:
        self._game = game
        self.rules = rules
        self.line: list[Move] = []  # to the position that is looked at

    def at_first_positions(self) -> None:
        """Look at the positions nearest to the start."""
        start = self.rules.initial()
        queue: list[tuple[State, list[Move]]] = [(start, [])]
        visited = {snapshot(start)}
        calls = 0
        for state, self.line in queue:
            self._examine(state, FIRST_PROPERTIES)
            for move in self.rules.moves(state):
                after = self.rules.play(state, move)
                if snapshot(after) not in visited and len(queue) < _POSITIONS:
                    visited.add(snapshot(after))
                    queue.append((after, [*self.line, move]))
                calls += 1
            if calls >= _CALLS:
                return

    def at_random_game(self) -> None:
        """Look at the positions of a random game, and at how it ends."""
        lot = random.Random(0)  # noqa: S311 - repeatable, not a secret
        state = self.rules.initial()
        self.line = []
        for _ in range(_PLIES):
            self._examine(state, [states_are_sound, moves_are_numbers])
            moves = list(self.rules.moves(state))
            if not moves:
                self._examine(state, [payoffs_fit])
                return
            move = lot.choice(moves)
            state = self.rules.play(state, move)
            self.line = [*self.line, move]

    def _examine(self, state: State, properties: Sequence[Property]) -> None:
        for found in violations(self.rules, state, properties):
            raise failure(self._game, self.rules, found, 0, self.line, _ADVICE)
