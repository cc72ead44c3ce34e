"""Plays random games and checks every property in every position."""

from __future__ import annotations

import contextlib
import random
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from kibitz.core.contract import Game, require_game
from kibitz.core.errors import CompileError, ConformanceError, KibitzError
from kibitz.core.states import state_functions
from kibitz.core.text import format_move, format_state
from kibitz.core.types import Move, State
from kibitz.search.evaluation_call import set_weights
from kibitz.testing.observation import (
    RECORD_WORDS,
    WEIGHTS,
    compiled_observation,
    describe_word,
    observation_function,
)
from kibitz.testing.properties import PROPERTIES, Property, snapshot
from kibitz.testing.random_moves import STUCK, random_move
from kibitz.testing.rules_text_check import check_rules_text

_LONGEST = 10_000  # plies after which a random game counts as endless
_SEEDS = 4  # the number of starts to try if the start is random
_SHRINK_POSITIONS = 3_000  # how many positions to search for a shorter line


@dataclass(frozen=True, slots=True)
class Report:
    """How much a check covered."""

    games: int
    positions: int
    longest: int  # plies of the longest game
    is_compiled: bool  # whether compiled and interpreted rules were compared


def check(
    game: Game,
    *,
    games: int = 20,
    positions: int = 500,
    seed: int = 0,
    compiled: bool = True,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Play random games and check every position against the contract.

    Raises ConformanceError at the first violation, with the shortest line of moves found that
    leads to it. The contract: rules never modify a state; play is deterministic; every move leads
    to a valid state; notation round-trips; compiled and interpreted rules agree; games end;
    symmetries hold; `moves` does not read clocks; a mirrored evaluation is indeed mirrored; the
    boards of the rules text can be drawn.

    `games` and `positions`: how many to check. `compiled`: whether rules over integer states must
    compile. `progress(done, games)`: called after every game.
    """
    require_game(game, "the conformance suite")
    check_rules_text(game)
    properties = list(PROPERTIES)
    uncompiled: CompileError | None = None
    if compiled and game.has_integer_states():
        try:
            properties.append(_compiled_equals_interpreted(game))
        except CompileError as error:
            uncompiled = error  # raised at the end: other violations take precedence
    generator = random.Random(seed)  # noqa: S311 - repeatable, not a secret
    seen = 0
    longest = 0
    for number in range(games):
        start_seed = number % _SEEDS
        line: list[Move] = []
        state = _call_rule(game, start_seed, line, lambda: game.initial(start_seed))  # noqa: B023
        earlier: list[State] = []
        while True:
            if seen < positions or len(line) < 2:
                _examine(game, state, start_seed, line, properties)
                seen += 1
            outcome = _call_rule(game, start_seed, line, lambda: game.outcome(state, earlier))  # noqa: B023
            if outcome and outcome.reason == "repetition" and game.forbids_repetition:
                _fail(game, STUCK, start_seed, line)
            if outcome:
                break
            if len(line) >= _LONGEST:
                _fail(
                    game,
                    f"a random game has not ended after {_LONGEST} moves: set repeats=3, or "
                    "end it with "
                    "a clock and drawn",
                    start_seed,
                    [],
                )
            move = random_move(game, state, earlier, generator)
            after = _call_rule(game, start_seed, [*line, move], lambda: game.play(state, move))  # noqa: B023
            earlier.append(state)
            line.append(move)
            state = after
        longest = max(longest, len(line))
        if progress:
            progress(number + 1, games)
    if uncompiled is not None:
        raise uncompiled
    return Report(games, seen, longest, len(properties) > len(PROPERTIES))


def _call_rule(game: Game, seed: int, line: list[Move], ask: Callable[[], Any]) -> Any:
    """Call `ask`; a rule that raises is a violation."""
    try:
        return ask()
    except KibitzError:
        raise
    except Exception as problem:
        _fail(game, f"a rule raises {type(problem).__name__}: {problem}", seed, line)


def _problems(
    game: Game, state: State, properties: list[Property]
) -> Iterator[tuple[Property, str]]:
    """The violations in `state`, each with its property."""
    for holds in properties:
        try:
            for problem in holds(game, state):
                yield holds, problem
        except (CompileError, ConformanceError):
            raise
        except Exception as raised:
            yield holds, f"a rule raises {type(raised).__name__}: {raised}"


def _examine(
    game: Game, state: State, seed: int, line: list[Move], properties: list[Property]
) -> None:
    for holds, problem in _problems(game, state, properties):
        shortest, problem = _shortened(game, seed, line, holds, problem)
        _fail(game, problem, seed, shortest)


def _shortened(
    game: Game, seed: int, line: list[Move], holds: Property, problem: str
) -> tuple[list[Move], str]:
    """A short line to a position that violates the same property.

    Searches breadth-first from the start up to a limit, then tries to omit moves from `line`.
    """

    def violation(state: State) -> str | None:
        return next((text for _, text in _problems(game, state, [holds])), None)

    start = game.initial(seed)
    queue: deque[tuple[State, list[Move]]] = deque([(start, [])])
    visited = {snapshot(start)}
    while queue and len(visited) < _SHRINK_POSITIONS:
        state, path = queue.popleft()
        if len(path) > len(line):
            break
        found = violation(state)
        if found:
            return path, found
        # Ignore errors of rules in other positions.
        with contextlib.suppress(Exception):
            for move in game.moves(state):
                after = game.play(state, move)
                if snapshot(after) not in visited:
                    visited.add(snapshot(after))
                    queue.append((after, [*path, move]))
    return _thinned(game, seed, line, violation, problem)


def _thinned(
    game: Game,
    seed: int,
    line: list[Move],
    violation: Callable[[State], str | None],
    problem: str,
) -> tuple[list[Move], str]:
    """`line` without the moves that can be omitted."""
    best, best_problem = line, problem
    width = max(1, len(line) // 2)
    while True:
        for first in range(len(best) - width + 1):
            shorter = best[:first] + best[first + width :]
            found = _problem_after(game, seed, shorter, violation)
            if found:
                best, best_problem = found
                break
        else:
            if width == 1:
                return best, best_problem
            width = max(1, width // 2)


def _problem_after(
    game: Game, seed: int, line: list[Move], violation: Callable[[State], str | None]
) -> tuple[list[Move], str] | None:
    """The shortest legal prefix of `line` that shows the problem."""
    try:
        state = game.initial(seed)
        for count, move in enumerate([*line, None]):
            found = violation(state)
            if found:
                return line[:count], found
            if move is None or move not in game.moves(state):
                return None
            state = game.play(state, move)
    except Exception:
        return None
    return None


def _compiled_equals_interpreted(game: Game) -> Property:
    """The property that compiled rules, with bounds checks, agree with interpreted rules."""
    plain = observation_function(game)
    fast = compiled_observation(game)
    import numpy as np

    record = np.zeros(RECORD_WORDS, np.int64)
    set_weights(game, record, *WEIGHTS)
    expected = [0] * RECORD_WORDS
    pack = state_functions(game).pack

    def compiled_equals_interpreted(game: Game, state: State) -> Iterator[str]:
        position = pack(state)
        length = plain(position, expected)
        try:
            fast(position, record)
        except Exception as raised:
            yield f"a compiled rule raises {type(raised).__name__}: {raised}"
            return
        got = record[:length].tolist()
        if got != expected[:length]:
            index = next(i for i in range(length) if got[i] != expected[i])
            what = describe_word(game, expected, index)
            yield f"{what} is {expected[index]}, but {got[index]} when compiled"

    return compiled_equals_interpreted


def _fail(game: Game, problem: str, seed: int, line: list[Move]) -> None:
    """Raise ConformanceError, with the line in the game's notation if possible."""
    texts = []
    position = "the start"
    try:
        state = game.initial(seed)
        for move in line:
            texts.append(_text_of(game, state, move))
            state = game.play(state, move)
        position = format_state(game, state)
    except Exception:  # the error may be in the notation or in the last move
        position = "that cannot be formatted"
    shown = " ".join(texts) or "(none)"
    if game.is_seeded:
        shown += f"  (start of seed {seed})"
    raise ConformanceError(
        "not_conforming", game=game.name, problem=problem, line=shown, position=position
    )


def _text_of(game: Game, state: State, move: Move) -> str:
    try:
        return str(format_move(game, state, move))
    except Exception:
        return str(move)
