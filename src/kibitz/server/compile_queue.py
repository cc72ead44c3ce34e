"""Compiles games in a process of its own, so that a worker answers meanwhile and stays small.

A *build* is what has to be compiled for one engine: a game with its options, an evaluation, what
the engine assumes of its opponents, and whether it is the plain search. No search thread waits for
one: `require` raises NotCompiledError instead, and the work is started again once the build is
there. Builds that people ask for go before those compiled ahead, and clients take turns.
"""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import time
import warnings
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from threading import Condition, Thread, Timer
from typing import NamedTuple

from filelock import FileLock

from kibitz.core.compiling.vault import UntrustedFolderError, opened
from kibitz.core.contract import Game
from kibitz.core.errors import KibitzError
from kibitz.core.folders import cache_folder
from kibitz.core.messages import message
from kibitz.engine.engine import Engine
from kibitz.engine.levels import levels
from kibitz.games.registry import game
from kibitz.search.deepening import Opponents
from kibitz.search.switches import PLAIN
from kibitz.server.catalogue import Catalogue
from kibitz.server.clients import current_client
from kibitz.server.errors import BusyError, RateError
from kibitz.server.rates import RateLimiter

_log = logging.getLogger(__name__)

_MOST_WAITING = 64
_MOST_OF_ONE = 4  # builds of one client that wait
_MOST_SECONDS = 180.0  # for one build; a process that takes longer is killed
_RETRY_SECONDS = 60.0  # after which a build that failed may be tried again
_BUILDS_PER_PROCESS = 6  # each leaves 20 MB behind
_NICENESS = 10


class Build(NamedTuple):
    """What one engine needs compiled."""

    source: str  # the game's name, or its file
    settings: tuple[tuple[str, int | str], ...]
    opponents: Opponents
    evaluation: str  # the game's usual one where empty
    is_plain: bool = False  # the plain search: textbook levels, and claims of hints


class NotCompiledError(BusyError):
    """A game has to be compiled first; `done` is resolved when that was tried."""

    def __init__(self, game: str, done: Future[None]) -> None:
        super().__init__(message("compiling", game=game, seconds=5))
        self.done = done


class _Order(NamedTuple):
    """A build that somebody waits for; the server itself is the client without a name."""

    build: Build
    client: str
    done: Future[None]


class CompileQueue:
    """Sees to it that games are compiled before this process loads them, unless it is not `on`.

    `limiter`: how many builds that this worker has not loaded yet one client may ask for.
    """

    def __init__(
        self, catalogue: Catalogue, *, on: bool = True, limiter: RateLimiter | None = None
    ) -> None:
        self._catalogue = catalogue
        self._is_on = on
        self._limiter = limiter
        self._changed = Condition()
        self._orders: OrderedDict[Build, _Order] = OrderedDict()  # waiting, or being compiled
        self._ready: set[Build] = set()
        self._failed: dict[Build, float] = {}  # when
        self._served: list[str] = []  # clients, the one served last at the end
        self._process: subprocess.Popen[str] | None = None
        self._built = 0  # by that process
        self._is_closed = False
        self._thread = Thread(target=self._run, name="kibitz-compile", daemon=True)
        self.is_ready = not on

    def start(self, others: Sequence[Game] = ()) -> None:
        """Compile every game as it is usually played, and `others`, in the background."""
        if self._is_on:
            games = [self._catalogue.game(name) for name in self._catalogue.names()]
            games += [rules for rules in others if rules not in games]
            first = [self._build(rules, "paranoid", "") for rules in games]
            later = [
                self._build(rules, "paranoid", evaluation, is_plain)
                for rules in games
                for evaluation, is_plain in sorted(
                    {("", True), *((one.evaluation, one.is_plain) for one in levels(rules))}
                )
            ]
            for build in (*first, *later):
                self._orders.setdefault(build, _Order(build, "", Future()))
            Thread(target=self._load, args=(games, first), name="kibitz-load", daemon=True).start()
        self._thread.start()

    def close(self) -> None:
        """Stop compiling; whoever waits is refused."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
            process = self._process
        if process is not None:
            process.kill()
        if self._thread.is_alive():
            self._thread.join()

    def require(
        self,
        rules: Game,
        opponents: Opponents = "paranoid",
        evaluation: str = "",
        *,
        is_plain: bool = False,
    ) -> None:
        """Make sure that a build is compiled; NotCompiledError, once it is ordered, if it is not.

        RateError where the current client asks for too many.
        """
        if not self._is_on:
            return
        build = self._build(rules, opponents, evaluation, is_plain)
        with self._changed:
            if build in self._ready:
                return
            order = self._orders.get(build)
            if order is None or not order.client:
                order = self._place(rules.name, build, current_client(), order)
        raise NotCompiledError(rules.name, order.done)

    def _build(
        self, rules: Game, opponents: Opponents, evaluation: str, is_plain: bool = False
    ) -> Build:
        settings = tuple(sorted(rules.settings.items()))
        source = self._catalogue.source(rules.name)
        return Build(source, settings, opponents, evaluation, is_plain)

    def _place(self, name: str, build: Build, client: str, ahead: _Order | None) -> _Order:
        """Order a build for a client, who takes over one that was to be compiled ahead."""
        if ahead is not None:
            order = ahead._replace(client=client)
        else:
            self._check(name, build, client)
            order = _Order(build, client, Future())
        self._orders[build] = order
        self._changed.notify_all()
        return order

    def _check(self, name: str, build: Build, client: str) -> None:
        if self._is_closed or len(self._orders) >= _MOST_WAITING:
            raise BusyError("queue_full", seconds=5)
        failed = time.monotonic() - self._failed.get(build, -_RETRY_SECONDS)
        if failed < _RETRY_SECONDS:
            raise BusyError("compile_failed", game=name, seconds=round(_RETRY_SECONDS))
        own = sum(order.client == client for order in self._orders.values())
        if client and own >= _MOST_OF_ONE:
            raise RateError("too_many_compiles", seconds=10)
        wait = self._limiter.take(client) if client and self._limiter is not None else 0
        if wait:
            raise RateError("too_many_compiles", seconds=max(1, round(wait)))

    def _load(self, games: Sequence[Game], builds: Sequence[Build]) -> None:
        """Load what was compiled ahead, so that the first move of a game does not wait for it."""
        orders = [self._orders[build].done for build in builds]
        for rules, done in zip(games, orders, strict=True):
            with suppress(BusyError):
                done.result()
                Engine(rules).prepare()
        self.is_ready = True

    def _run(self) -> None:
        """Compile one build after the other until closed."""
        while (order := self._next()) is not None:
            is_done = self._compile(order.build)
            if self._built >= _BUILDS_PER_PROCESS or len(self._orders) == 1:
                self._discard()
            with self._changed:
                order = self._orders.pop(order.build)
                if is_done:
                    self._ready.add(order.build)
                else:
                    self._failed[order.build] = time.monotonic()
            order.done.set_result(None)
        for order in self._orders.values():
            order.done.set_exception(BusyError("queue_full", seconds=5))

    def _next(self) -> _Order | None:
        """The build to compile now; None once closed."""
        with self._changed:
            while not self._is_closed:
                if self._orders:
                    order = min(self._orders.values(), key=self._turn)
                    if order.client in self._served:
                        self._served.remove(order.client)
                    self._served = [*self._served[-_MOST_WAITING:], order.client]
                    return order
                self._changed.wait()
            return None

    def _turn(self, order: _Order) -> tuple[bool, int]:
        """When a build is compiled: people's first, and of those the client served longest ago."""
        place = self._served.index(order.client) + 1 if order.client in self._served else 0
        return not order.client, place

    def _compile(self, build: Build) -> bool:
        """Compile in the other process; False where that process crashed or took too long.

        Where no other process can be started, True: the worker compiles the game itself.
        """
        try:
            process = self._started()
        except OSError as problem:
            _log.warning("no process for compiling could be started: %s", problem)
            return True
        assert process.stdin is not None
        assert process.stdout is not None
        timer = Timer(_MOST_SECONDS, process.kill)
        timer.start()
        try:
            process.stdin.write(json.dumps(build) + "\n")
            process.stdin.flush()
            if process.stdout.readline():
                self._built += 1
                return True
        except OSError:
            pass  # it has just died
        finally:
            timer.cancel()
        self._discard()
        if not self._is_closed:
            _log.warning("%s could not be compiled", build.source)
        return False

    def _started(self) -> subprocess.Popen[str]:
        """The process that compiles. It is in a session of its own, out of reach of Ctrl-C."""
        with self._changed:
            if self._process is None:
                self._built = 0
                self._process = subprocess.Popen(
                    [sys.executable, "-m", "kibitz.server.compile_queue"],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                    start_new_session=True,
                )
            return self._process

    def _discard(self) -> None:
        """End the process; the next build starts another."""
        with self._changed:
            process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()


def _builds(lines: Iterable[str]) -> Iterator[Build]:
    for line in lines:
        source, settings, *rest = json.loads(line)
        yield Build(source, tuple((name, value) for name, value in settings), *rest)


def _prepare(build: Build) -> None:
    """Compile a build and keep it on disk; what is wrong with it, the worker will find out."""
    with suppress(KibitzError):
        found = game(build.source, **dict(build.settings))
        judged = found.judged_by(build.evaluation) if build.evaluation else found
        switches = PLAIN if build.is_plain else None
        Engine(judged, opponents=build.opponents, switches=switches).prepare()


def _only_one(path: Path) -> FileLock:
    """A lock; OSError where there can be none, for which FileLock itself would wait for ever."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    return FileLock(path)


def main(lines: Iterable[str]) -> None:
    """Compile each build of `lines`, and print a line for it.

    Of the processes of several workers, one compiles at a time. Where nothing can be kept in the
    folder for compiled code this is of no use: the worker has to compile the game itself.
    """
    for build in _builds(lines):
        with suppress(OSError, RuntimeError, UntrustedFolderError):
            folder = cache_folder()
            with opened(folder, create=True), _only_one(folder / "compiling.lock"):
                _prepare(build)
        try:
            print(build.source, flush=True)  # noqa: T201 - read by the process that waits
        except OSError:  # the worker was killed
            os._exit(1)


if __name__ == "__main__":
    warnings.simplefilter("ignore")  # the worker says the same
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    main(sys.stdin)
