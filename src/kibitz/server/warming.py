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
from threading import Condition, Thread
from typing import TypeAlias

from kibitz.core.contract import Game
from kibitz.core.errors import CompileError
from kibitz.search.compiled import compiled_search
from kibitz.search.deepening import Opponents
from kibitz.server.catalogue import Catalogue

Wanted: TypeAlias = tuple[str, dict[str, int | str], str]

_log = logging.getLogger(__name__)


class Warmer:
    """Sees to it that games are compiled before this process loads them, unless it is not `on`."""

    def __init__(self, catalogue: Catalogue, *, on: bool = True) -> None:
        self._catalogue = catalogue
        self._is_on = on
        self._changed = Condition()
        self._pending: set[str] = set()  # being compiled
        self._done: set[str] = set()
        self.is_ready = not on

    def start(self) -> None:
        """Compile every game as it is usually played, in the background."""
        if self._is_on:
            games = [self._catalogue.game(name) for name in self._catalogue.names()]
            wanted = [self._wanted(game, "paranoid") for game in games]
            self._pending.update(map(_key, wanted))
            arguments = (games, wanted)
            Thread(target=self._warm_all, args=arguments, name="kibitz-warm", daemon=True).start()

    def _warm_all(self, games: Sequence[Game], wanted: Sequence[Wanted]) -> None:
        self._compile(wanted)
        for game in games:
            with suppress(CompileError):
                compiled_search(game)
        self.is_ready = True

    def ensure(self, game: Game, opponents: Opponents = "paranoid") -> None:
        """Have a game compiled, if it is not yet; waits for it."""
        if not self._is_on:
            return
        wanted = self._wanted(game, opponents)
        key = _key(wanted)
        with self._changed:
            self._changed.wait_for(lambda: key not in self._pending)
            if key in self._done:
                return
            self._pending.add(key)
        self._compile([wanted])

    def _wanted(self, game: Game, opponents: Opponents) -> Wanted:
        return self._catalogue.source(game.name), dict(game.settings), opponents

    def _compile(self, wanted: Sequence[Wanted]) -> None:
        """Compile in another process, which says when each of them is done."""
        command = [sys.executable, "-m", "kibitz.server.warming", json.dumps(wanted)]
        waiting = list(wanted)
        try:
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - our own
                for _ in process.stdout or ():
                    self._finish([waiting.pop(0)])
            if process.returncode:
                _log.warning("games could not be compiled ahead")
        except OSError:
            _log.warning("games could not be compiled ahead", exc_info=True)
        finally:
            self._finish(waiting)  # whoever needs them compiles them then

    def _finish(self, wanted: Sequence[Wanted]) -> None:
        with self._changed:
            self._pending.difference_update(map(_key, wanted))
            self._done.update(map(_key, wanted))
            self._changed.notify_all()


def _key(wanted: Wanted) -> str:
    return json.dumps(wanted)


def main(text: str) -> None:
    """Compile some games, a line of output for each; of several processes one does it."""
    from filelock import FileLock

    from kibitz.core.folders import cache_folder
    from kibitz.games.registry import game

    folder = cache_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for name, options, opponents in json.loads(text):
        with FileLock(folder / "warming.lock"), suppress(CompileError):
            compiled_search(game(name, **options), opponents=opponents)
        print(name, flush=True)  # noqa: T201 - read by the process that waits


if __name__ == "__main__":
    main(sys.argv[1])
