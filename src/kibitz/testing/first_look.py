"""A quick look at the first positions of a game, before its rules are trusted.

A search over broken rules would return nonsense, and call it proven.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from threading import Event, Thread
from types import FrameType
from typing import Any, TypeVar
from weakref import WeakSet

from kibitz.core.contract import Game
from kibitz.core.errors import ConformanceError
from kibitz.core.types import Move, State
from kibitz.core.watchdog import Watchdog
from kibitz.testing.failure import failure
from kibitz.testing.places import Place, place_of_frame
from kibitz.testing.properties import (
    Property,
    is_whole,
    moves_are_numbers,
    payoffs_fit,
    rules_change_nothing,
    snapshot,
    states_are_sound,
)
from kibitz.testing.shortening import violations
from kibitz.testing.violation import Violation
from kibitz.testing.watched_rules import MOST_MOVES, RuleError, watched

Result = TypeVar("Result")

_POSITIONS = 24  # from the start
_CALLS = 200  # calls of `play` for them
_GAMES = 4  # random games
_PLIES = 200  # of all of them

_WAKING = 0.5  # seconds between two chances for Ctrl-C
_ENDLESS = 1 << 18  # moves of one position; with more, `moves` is taken for endless

_ADVICE = "Nothing is searched until that is fixed; `kibitz check` looks at more positions."
_OWN = "kibitz.games."
_known: WeakSet[Game] = WeakSet()


def look_at(game: Game, *, seconds: float | None = None) -> None:
    """Raise ConformanceError if the first positions of a user's game break the contract.

    It looks at every game only once, at a few positions from the start and at some
    random games, which takes milliseconds. Games that Kibitz ships are trusted.
    """
    if game in _known or is_trusted(game):
        return

    def look(stuck: Callable[[FrameType], None]) -> None:
        with Watchdog(seconds, stuck) as watchdog:
            first = FirstLook(game, watched(game, watchdog, _ENDLESS), _ADVICE)
            if not MOST_MOVES < first.first_move_count() <= _ENDLESS:
                first.at_first_positions()
                first.at_random_games()

    _run(game, look)
    _known.add(game)


def _run(game: Game, look: Callable[[Callable[[FrameType], None]], None]) -> None:
    """Call `look` in a thread, which is left behind if a rule waits for something."""
    ended = Event()
    places: list[Place | None] = []
    problems: list[BaseException] = []

    def stuck(frame: FrameType) -> None:
        places.append(place_of_frame(frame))
        ended.set()

    def run() -> None:
        try:
            look(stuck)
        except BaseException as problem:  # raised again in the waiting thread
            problems.append(problem)
        ended.set()

    Thread(target=run, name="kibitz-first-look", daemon=True).start()
    while not ended.wait(_WAKING):
        pass
    if problems:
        raise problems[0]
    if places:
        where = "" if places[0] is None else f" ({places[0].text('')})"
        raise ConformanceError("check_overdue", game=game.name, where=where)


def _states_are_sound(game: Game, state: State) -> Iterator[Violation]:
    return states_are_sound(game, state, is_whole)


def _moves_are_numbers(game: Game, state: State) -> Iterator[Violation]:
    return moves_are_numbers(game, state, is_whole)


# Interpreted rules may use the integers of NumPy.
_SHORT: tuple[Property, ...] = (_states_are_sound, _moves_are_numbers, payoffs_fit)


def is_trusted(game: Game) -> bool:
    """Whether Kibitz ships the rules; the tests check those."""
    return getattr(game.moves, "__module__", "").startswith(_OWN)


class FirstLook:
    """One look at a game; `rules` is the game, watched. Its methods raise ConformanceError."""

    def __init__(self, game: Game, rules: Game, advice: str = "") -> None:
        self._game = game
        self._rules = rules
        self._advice = advice

    def first_move_count(self) -> int:
        """The number of moves in the starting position.

        A game with more than a compiled search can store is still searched by the reference search.
        """
        return len(self._moves(self._call([], self._rules.initial), []))

    def at_first_positions(self) -> None:
        """Look at the positions nearest to the start."""
        start = self._call([], self._rules.initial)
        queue: list[tuple[State, list[Move]]] = [(start, [])]
        visited = {snapshot(start)}
        calls = 0
        for state, line in queue:
            self._examine(state, line, [*_SHORT, rules_change_nothing])
            for move in self._moves(state, line):
                after = self._call(line, self._rules.play, state, move)
                if snapshot(after) not in visited and len(queue) < _POSITIONS:
                    visited.add(snapshot(after))
                    queue.append((after, [*line, move]))
                calls += 1
            if calls >= _CALLS:
                return

    def at_random_games(self) -> None:
        """Look at the positions of some random games, and at how they end."""
        lot = random.Random(0)  # noqa: S311 - repeatable, not a secret
        left = _PLIES
        for _ in range(_GAMES):
            state = self._call([], self._rules.initial)
            line: list[Move] = []
            while left > 0:
                left -= 1
                self._examine(state, line, _SHORT)
                moves = self._moves(state, line)
                if not moves:
                    break
                move = lot.choice(moves)
                state = self._call(line, self._rules.play, state, move)
                line = [*line, move]

    def _moves(self, state: State, line: list[Move]) -> list[Move]:
        return self._call(line, lambda: list(self._rules.moves(state)))

    def _call(self, line: list[Move], ask: Callable[..., Result], *arguments: Any) -> Result:
        try:
            return ask(*arguments)
        except RuleError as error:
            found = Violation.of(error)
            raise failure(self._game, self._rules, found, 0, line, self._advice) from error.problem

    def _examine(self, state: State, line: list[Move], properties: Sequence[Property]) -> None:
        for found in violations(self._rules, state, properties):
            raise failure(self._game, self._rules, found, 0, line, self._advice)
