"""Compiles games in a process of its own, so that a server answers meanwhile and stays small.

    python -m kibitz.server.warming '[["tictactoe", {}, "paranoid"]]'

A game is given by its name or its file, its options, and what engines think of the others.
"""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from threading import Lock, Thread
from typing import TypeAlias

from kibitz.core.contract import Game
from kibitz.core.errors import CompileError
from kibitz.search.compiled import compiled_search
from kibitz.search.deepening import Opponents
from kibitz.server.catalogue import Catalogue

Wanted: TypeAlias = tuple[str, dict[str, int | str], str]

_MOST_SECONDS = 300.0
_log = logging.getLogger(__name__)


class Warmer:
    """Sees to it that games are compiled before this process loads them, unless it is not `on`."""

    def __init__(self, catalogue: Catalogue, *, on: bool = True) -> None:
        self._catalogue = catalogue
        self._is_on = on
        self._lock = Lock()
        self._done: set[str] = set()
        self.is_ready = not on

    def start(self) -> None:
        """Compile every game as it is usually played, in the background."""
        if self._is_on:
            Thread(target=self._warm_all, name="kibitz-warm", daemon=True).start()

    def _warm_all(self) -> None:
        games = [self._catalogue.game(name) for name in self._catalogue.names()]
        with self._lock:
            self._compile([self._wanted(game, "paranoid") for game in games])
        for game in games:
            with suppress(CompileError):
                compiled_search(game)
        self.is_ready = True

    def ensure(self, game: Game, opponents: Opponents = "paranoid") -> None:
        """Have a game compiled, if it is not yet; waits for it."""
        if not self._is_on:
            return
        wanted = self._wanted(game, opponents)
        with self._lock:
            if json.dumps(wanted) not in self._done:
                self._compile([wanted])

    def _wanted(self, game: Game, opponents: Opponents) -> Wanted:
        return self._catalogue.source(game.name), dict(game.settings), opponents

    def _compile(self, wanted: Sequence[Wanted]) -> None:
        command = [sys.executable, "-m", "kibitz.server.warming", json.dumps(wanted)]
        try:
            subprocess.run(command, check=True, timeout=_MOST_SECONDS, capture_output=True)  # noqa: S603 - our own
        except (OSError, subprocess.SubprocessError):
            _log.warning("games could not be compiled ahead", exc_info=True)
        self._done.update(json.dumps(one) for one in wanted)


def main(text: str) -> None:
    """Compile some games; of several processes one does it, the others find it done."""
    from filelock import FileLock

    from kibitz.core.compiling.cache import cache_folder
    from kibitz.games.registry import game

    folder = cache_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with FileLock(folder / "warming.lock"):
        for name, options, opponents in json.loads(text):
            with suppress(CompileError):
                compiled_search(game(name, **options), opponents=opponents)


if __name__ == "__main__":
    main(sys.argv[1])
