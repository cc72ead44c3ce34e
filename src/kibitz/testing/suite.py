"""Random games through a game's contract, every position put to every property."""

from __future__ import annotations

import contextlib
import random
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from kibitz.core.contract import Game, require_game
from kibitz.core.errors import CompileError, ConformanceError, KibitzError
from kibitz.core.text import format_move, format_state
from kibitz.core.types import Move, State
from kibitz.search.judging import set_weights
from kibitz.testing.observation import (
    WEIGHTS,
    WORDS,
    compiled_observation,
    label,
    observation_function,
)
from kibitz.testing.properties import PROPERTIES, Property, snapshot

_LONGEST = 10_000  # plies after which a random game is said not to end
_SEEDS = 4  # different starts that are tried where the start is random
_SHRINKING = 3_000  # positions that are looked at for a shorter line


@dataclass(frozen=True, slots=True)
class Report:
    """What was looked at."""

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
    """Play random games and hold every position against the contract.

    Raises ConformanceError with the shortest line of moves that shows the first thing found wrong.
    States are never changed; play is deterministic; every move leads to a valid state; notation
    makes the round trip; compiled equals interpreted; games end; symmetries hold; clocks are not
    read by `moves`; a mirrored evaluation mirrors.

    `games` and `positions`: how much is looked at. `compiled`: whether rules over states of
    integers have to compile. `progress(done, games)`: called after every game.
    """
    require_game(game, "the conformance suite")
    properties = list(PROPERTIES)
    uncompiled: CompileError | None = None
    if compiled and game.has_integer_states():
        try:
            properties.append(_compiled_equals_interpreted(game))
        except CompileError as error:
            uncompiled = error  # told last: what is wrong in itself comes first
    chance = random.Random(seed)  # noqa: S311 - chosen for its repeatability
    seen = 0
    longest = 0
    for number in range(games):
        start_seed = number % _SEEDS
        line: list[Move] = []
        state = _guarded(game, start_seed, line, lambda: game.initial(start_seed))  # noqa: B023
        earlier: list[State] = []
        while True:
            if seen < positions or len(line) < 2:
                _examine(game, state, start_seed, line, properties)
                seen += 1
            if _guarded(game, start_seed, line, lambda: game.outcome(state, earlier)):  # noqa: B023
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
            move = chance.choice(list(game.moves(state)))
            after = _guarded(game, start_seed, [*line, move], lambda: game.play(state, move))  # noqa: B023
            earlier.append(state)
            line.append(move)
            state = after
        longest = max(longest, len(line))
        if progress:
            progress(number + 1, games)
    if uncompiled is not None:
        raise uncompiled
    return Report(games, seen, longest, len(properties) > len(PROPERTIES))


def _guarded(game: Game, seed: int, line: list[Move], ask: Callable[[], Any]) -> Any:
    """What `ask` gives; a rule that raises is a finding too."""
    try:
        return ask()
    except KibitzError:
        raise
    except Exception as problem:
        _fail(game, f"a rule raises {type(problem).__name__}: {problem}", seed, line)


def _problems(
    game: Game, state: State, properties: list[Property]
) -> Iterator[tuple[Property, str]]:
    """What is wrong in `state`, and by which property."""
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
    """The shortest line to a position that breaks the same property.

    Breadth first from the start as far as that goes, then by leaving moves out of what is known.
    """

    def broken(state: State) -> str | None:
        return next((text for _, text in _problems(game, state, [holds])), None)

    start = game.initial(seed)
    queue: deque[tuple[State, list[Move]]] = deque([(start, [])])
    visited = {snapshot(start)}
    while queue and len(visited) < _SHRINKING:
        state, path = queue.popleft()
        if len(path) > len(line):
            break
        found = broken(state)
        if found:
            return path, found
        # A rule that raises elsewhere is not what is being looked for.
        with contextlib.suppress(Exception):
            for move in game.moves(state):
                after = game.play(state, move)
                if snapshot(after) not in visited:
                    visited.add(snapshot(after))
                    queue.append((after, [*path, move]))
    return _thinned(game, seed, line, broken, problem)


def _thinned(
    game: Game,
    seed: int,
    line: list[Move],
    broken: Callable[[State], str | None],
    problem: str,
) -> tuple[list[Move], str]:
    """`line` without the moves that can be left out."""
    best, best_problem = line, problem
    width = max(1, len(line) // 2)
    while True:
        for first in range(len(best) - width + 1):
            shorter = best[:first] + best[first + width :]
            found = _problem_after(game, seed, shorter, broken)
            if found:
                best, best_problem = found
                break
        else:
            if width == 1:
                return best, best_problem
            width = max(1, width // 2)


def _problem_after(
    game: Game, seed: int, line: list[Move], broken: Callable[[State], str | None]
) -> tuple[list[Move], str] | None:
    """The shortest part of `line`, from the start, that can be played and shows the problem."""
    try:
        state = game.initial(seed)
        for count, move in enumerate([*line, None]):
            found = broken(state)
            if found:
                return line[:count], found
            if move is None or move not in game.moves(state):
                return None
            state = game.play(state, move)
    except Exception:
        return None
    return None


def _compiled_equals_interpreted(game: Game) -> Property:
    """The property that the compiled rules, with bounds checked, say what the plain ones say."""
    plain = observation_function(game)
    fast = compiled_observation(game)
    import numpy as np

    words = np.zeros(WORDS, np.int64)
    set_weights(game, words, *WEIGHTS)
    expected = [0] * WORDS

    def compiled_equals_interpreted(game: Game, state: State) -> Iterator[str]:
        length = plain(tuple(state), expected)
        try:
            fast(tuple(state), words)
        except Exception as raised:
            yield f"a compiled rule raises {type(raised).__name__}: {raised}"
            return
        got = words[:length].tolist()
        if got != expected[:length]:
            place = next(i for i in range(length) if got[i] != expected[i])
            what = label(game, expected, place)
            yield f"{what} is {expected[place]}, but {got[place]} when compiled"

    return compiled_equals_interpreted


def _fail(game: Game, problem: str, seed: int, line: list[Move]) -> None:
    """Raise, with the line in the game's own words as far as it can be written."""
    texts = []
    position = "the start"
    try:
        state = game.initial(seed)
        for move in line:
            texts.append(_text_of(game, state, move))
            state = game.play(state, move)
        position = format_state(game, state)
    except Exception:  # the mistake may be in the notation, or in the very move
        position = "(cannot be written)"
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
