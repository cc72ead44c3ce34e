"""Searches that end although a rule of the game does not return.

A search stops between two calls of the rules, so a rule that never returns would hang it. Games
that Kibitz ships are trusted; for others, everything that calls rules is watched.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import Any, TypeVar

from kibitz.core import watchdog
from kibitz.core.contract import Game
from kibitz.core.errors import KibitzError
from kibitz.core.watchdog import OverdueError, Watchdog, call_in_thread, frame_of, joined, raise_in
from kibitz.testing.first_look import is_trusted
from kibitz.testing.places import Place, place_of_error, place_of_frame

Result = TypeVar("Result")


def guarded(game: Game, function: Callable[..., Result], *arguments: Any) -> Result:
    """The result of a function that calls interpreted rules a few times."""
    if is_trusted(game):
        return function(*arguments)
    try:
        with Watchdog(watchdog.PATIENCE) as watched:
            return watched.call(function, *arguments)
    except OverdueError as problem:
        raise _error(game, place_of_error(problem.__traceback__, None)) from None


def run_in_thread(
    game: Game,
    function: Callable[..., Result],
    *arguments: Any,
    progress: Callable[[], object],
    is_interpreted: bool,
) -> Result:
    """The result of a short search, which cannot be interrupted if it is compiled."""
    if is_trusted(game):
        return function(*arguments)
    try:
        return call_in_thread(
            function,
            *arguments,
            seconds=watchdog.PATIENCE,
            progress=progress,
            is_interpreted=is_interpreted,
        )
    except OverdueError as problem:
        raise _error(game, place_of_error(problem.__traceback__, None)) from None


def join(game: Game, thread: Thread, progress: Callable[[], object] = lambda: None) -> None:
    """Wait for the thread of a search that was asked to stop."""
    if is_trusted(game):
        thread.join()
    elif not joined(thread, watchdog.PATIENCE, progress) and thread.ident is not None:
        place = place_of_frame(frame_of(thread.ident))
        if place is not None:
            raise_in(thread.ident, OverdueError)  # ends an interpreted search
        raise _error(game, place)


class Pulse:
    """Whether a search still makes progress; `nodes()` is its number of nodes."""

    def __init__(self, game: Game, nodes: Callable[[], int]) -> None:
        self._is_watched = not is_trusted(game)
        self._nodes = nodes
        self._last = -1
        self._waited = 0.0

    def is_lost(self, seconds: float) -> bool:
        """Whether the search has stood still for too long; call it every `seconds`."""
        if not self._is_watched:
            return False
        nodes = self._nodes()
        self._waited = self._waited + seconds if nodes == self._last else 0.0
        self._last = nodes
        return self._waited >= watchdog.PATIENCE


def _error(game: Game, place: Place | None) -> KibitzError:
    where = "" if place is None else f" ({place.text('')})"
    return KibitzError(
        "rule_does_not_return", game=game.name, seconds=watchdog.PATIENCE, where=where
    )
