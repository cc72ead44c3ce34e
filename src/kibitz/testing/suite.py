"""Plays random games and checks every property in every position."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.core.contract import Game, require_game
from kibitz.core.errors import CompileError
from kibitz.core.states import state_functions
from kibitz.core.text import format_move
from kibitz.core.types import Move, State
from kibitz.core.watchdog import OverdueError, Watchdog, call_in_thread
from kibitz.search.evaluation_call import set_weights
from kibitz.testing.appearance import APPEARANCE, still_moves
from kibitz.testing.failure import failure
from kibitz.testing.first_look import FirstLook
from kibitz.testing.game_properties import options_fit, starts_fit
from kibitz.testing.observation import (
    START,
    WEIGHTS,
    compiled_observation,
    describe_word,
    observation_function,
    record_words,
)
from kibitz.testing.properties import RULE_PROPERTIES, Property
from kibitz.testing.random_moves import STUCK, random_move, shorter_line
from kibitz.testing.rules_text_check import check_rules_text
from kibitz.testing.shortening import shortened, violations
from kibitz.testing.violation import Violation
from kibitz.testing.watched_rules import RuleError, watched

_LONGEST = 10_000  # plies after which a random game counts as endless
_SEEDS = 4  # the number of starts to try if the start is random
_MOVES_PER_POSITION = 100  # if positions have more moves on average, fewer are checked
_STILL_MOVES = 12  # how many moves that change no cell are listed
_PROPERTIES = (*RULE_PROPERTIES, *APPEARANCE)


@dataclass(frozen=True, slots=True)
class Report:
    """How much a check covered."""

    games: int
    positions: int
    longest: int  # plies of the longest game
    is_compiled: bool  # whether compiled and interpreted rules were compared
    still_moves: tuple[str, ...] = ()  # moves that change no cell of the board, such as a pass


def check(
    game: Game,
    *,
    games: int = 20,
    positions: int = 500,
    seed: int = 0,
    compiled: bool = True,
    progress: Callable[[int, int], None] | None = None,
    watchdog: Watchdog | None = None,
) -> Report:
    """Play random games and check every position against the contract.

    Raises ConformanceError at the first violation, with the rule, its line, and the shortest line
    of moves found that leads to it. The contract: rules return, never modify a state and remember
    nothing; every move leads to a valid state; notation round-trips; compiled and interpreted rules
    agree; games end; symmetries hold; `moves` does not read clocks; a mirrored evaluation is indeed
    mirrored; options build games; the boards of the rules text can be drawn.

    `games` and `positions`: how many to check; fewer positions if they have hundreds of moves.
    `compiled`: whether rules over integer states must compile. `progress(done, games)`: called
    after every game. `watchdog`: how long one call of a rule may take, 5 s by default.
    """
    require_game(game, "the conformance suite")
    with watchdog or Watchdog() as own:
        return _Check(game, own, positions, seed).run(games, compiled, progress)


class _Check:
    """One check of a game."""

    def __init__(self, game: Game, watchdog: Watchdog, positions: int, seed: int) -> None:
        self._game = game
        self._rules = watched(game, watchdog)
        self._seconds = watchdog.seconds
        self._properties: list[Property] = list(_PROPERTIES)
        self._positions = positions
        self._seen = 0
        self._moves_left = positions * _MOVES_PER_POSITION
        self._random = random.Random(seed)  # noqa: S311 - repeatable, not a secret
        self._still: dict[str, None] = {}  # an ordered set

    def run(
        self, games: int, is_compiled: bool, progress: Callable[[int, int], None] | None
    ) -> Report:
        """Check the game."""
        for holds in (lambda rules: starts_fit(rules, _SEEDS), options_fit):
            for found in self._of_game(holds):
                raise failure(self._game, self._rules, found)
        FirstLook(self._game, self._rules).at_first_positions()  # before compiling, for seconds
        check_rules_text(self._game)
        uncompiled = self._add_compiled() if is_compiled else None
        longest = 0
        for number in range(games):
            longest = max(longest, self._play(number % _SEEDS))
            if progress:
                progress(number + 1, games)
        if uncompiled is not None:
            raise uncompiled
        return Report(
            games,
            self._seen,
            longest,
            len(self._properties) > len(_PROPERTIES),
            tuple(self._still),
        )

    def _of_game(self, holds: Callable[[Game], Iterator[Violation]]) -> Iterator[Violation]:
        """The violations of the game as a whole."""
        try:
            yield from holds(self._rules)
        except RuleError as error:
            yield Violation.of(error)

    def _add_compiled(self) -> CompileError | None:
        """Compare with compiled rules; return why that is impossible, if it is.

        The error is raised at the end, because other violations take precedence.
        """
        if not self._game.has_integer_states():
            return None
        try:
            self._properties.append(_compiled_equals_interpreted(self._game, self._seconds))
        except CompileError as error:
            return error
        return None

    def _play(self, seed: int) -> int:
        """Check the positions of one random game, and return its length."""
        rules = self._rules
        line: list[Move] = []
        state = self._call(seed, line, rules.initial, seed)
        earlier: list[State] = []
        while True:
            is_wanted = self._seen < self._positions and self._moves_left > 0
            if is_wanted or len(line) < 2:
                self._examine(state, seed, line)
                self._seen += 1
                self._moves_left -= len(self._call(seed, line, list, rules.moves(state)))
                self._note_still_moves(state, seed, line)
            outcome = self._call(seed, line, rules.outcome, state, earlier)
            if outcome and outcome.reason == "repetition" and rules.forbids_repetition:
                found = Violation("moves", STUCK)
                shorter = shorter_line(rules, seed, line, self._random)
                raise failure(self._game, rules, found, seed, shorter)
            if outcome:
                return len(line)
            if len(line) >= _LONGEST:
                text = (
                    f"a random game has not ended after {_LONGEST} moves: set repeats=3, or "
                    "end it with a clock and drawn"
                )
                raise failure(self._game, rules, Violation("moves", text), seed)
            move = self._call(seed, line, random_move, rules, state, earlier, self._random)
            after = self._call(seed, line, rules.play, state, move)
            earlier.append(state)
            line.append(move)
            state = after

    def _call(
        self, seed: int, line: Sequence[Move], ask: Callable[..., Any], *arguments: Any
    ) -> Any:
        """Call `ask`; a rule that raises is a violation."""
        try:
            return ask(*arguments)
        except RuleError as error:
            raise failure(self._game, self._rules, Violation.of(error), seed, line) from (
                error.problem
            )

    def _examine(self, state: State, seed: int, line: list[Move]) -> None:
        """Raise the first violation in `state`, if there is one, with a short line to it."""
        for holds in self._properties:
            for found in violations(self._rules, state, [holds]):
                shortest, shown = shortened(self._rules, seed, line, holds, found)
                raise failure(self._game, self._rules, shown, seed, shortest)

    def _note_still_moves(self, state: State, seed: int, line: list[Move]) -> None:
        """Remember the moves that change no cell of the board."""
        rules = self._rules
        if len(self._still) >= _STILL_MOVES:
            return

        def note() -> None:
            for move in still_moves(rules, state):
                self._still[format_move(rules, state, move)] = None

        self._call(seed, line, note)


def _compiled_equals_interpreted(game: Game, seconds: float) -> Property:
    """The property that compiled rules, with bounds checks, agree with interpreted rules."""
    plain = observation_function(game)
    fast = compiled_observation(game)
    import numpy as np

    words = record_words(game)
    record = np.zeros(words, np.int64)
    set_weights(game, record, *WEIGHTS)
    expected = [0] * words
    pack = state_functions(game).pack

    def compiled_equals_interpreted(_: Game, state: State) -> Iterator[Violation]:
        position = pack(state)
        length = plain(position, expected)
        try:
            call_in_thread(fast, position, record, seconds=seconds)
        except OverdueError:
            text = f"the compiled rules do not return within {seconds:g} s"
            yield Violation("moves", text)
            return
        except Exception as raised:
            text = f"a compiled rule raises {type(raised).__name__}: {raised}"
            yield Violation("moves", text)
            return
        wanted, got = expected[START:length], record[START:length].tolist()
        if got != wanted:
            index = next(i for i, word in enumerate(wanted) if got[i] != word)
            rule, what = describe_word(game, wanted, index)
            text = f"{what} is {wanted[index]}, but {got[index]} when compiled"
            yield Violation(rule, text)

    return compiled_equals_interpreted
