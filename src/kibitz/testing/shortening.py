"""Finds a short line of moves that leads to a violation."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Iterator, Sequence

from kibitz.core.contract import Game
from kibitz.core.errors import CompileError, ConformanceError
from kibitz.core.types import Move, State
from kibitz.testing.properties import Property, snapshot
from kibitz.testing.violation import Violation
from kibitz.testing.watched_rules import RuleError

_POSITIONS = 3_000  # how many to search for a shorter line


def violations(game: Game, state: State, properties: Sequence[Property]) -> Iterator[Violation]:
    """The violations in `state`."""
    for holds in properties:
        try:
            yield from holds(game, state)
        except (CompileError, ConformanceError):
            raise
        except RuleError as error:
            yield Violation.of(error)
        except Exception as problem:
            name = holds.__name__.replace("_", " ")
            yield Violation("rules", f"{name}: {type(problem).__name__}: {problem}")


def shortened(
    game: Game, seed: int, line: list[Move], holds: Property, found: Violation
) -> tuple[list[Move], Violation]:
    """A short line to a position that violates the same property.

    Searches breadth-first from the start up to a limit, then tries to omit moves from `line`. A
    line to a rule that does not return stays as it is, because every attempt would take as long.
    """
    if found.error is not None and found.error.is_overdue:
        return line, found
    start = game.initial(seed)
    queue: deque[tuple[State, list[Move]]] = deque([(start, [])])
    visited = {snapshot(start)}
    while queue and len(visited) < _POSITIONS:
        state, path = queue.popleft()
        if len(path) > len(line):
            break
        own = _first(game, state, holds)
        if own:
            return path, own
        # Ignore errors of rules in other positions.
        with contextlib.suppress(Exception):
            for move in game.moves(state):
                after = game.play(state, move)
                if snapshot(after) not in visited:
                    visited.add(snapshot(after))
                    queue.append((after, [*path, move]))
    return _thinned(game, seed, line, holds, found)


def _first(game: Game, state: State, holds: Property) -> Violation | None:
    return next(violations(game, state, [holds]), None)


def _thinned(
    game: Game, seed: int, line: list[Move], holds: Property, found: Violation
) -> tuple[list[Move], Violation]:
    """`line` without the moves that can be omitted."""
    best = line, found
    width = max(1, len(line) // 2)
    while True:
        for first in range(len(best[0]) - width + 1):
            shorter = best[0][:first] + best[0][first + width :]
            own = _violation_after(game, seed, shorter, holds)
            if own:
                best = own
                break
        else:
            if width == 1:
                return best
            width = max(1, width // 2)


def _violation_after(
    game: Game, seed: int, line: list[Move], holds: Property
) -> tuple[list[Move], Violation] | None:
    """The shortest legal prefix of `line` that shows a violation."""
    try:
        state = game.initial(seed)
        for count, move in enumerate([*line, None]):
            found = _first(game, state, holds)
            if found:
                return line[:count], found
            if move is None or move not in game.moves(state):
                return None
            state = game.play(state, move)
    except Exception:
        return None
    return None
