"""Compiles games in a separate process, so that workers stay responsive and small.

Until a game is compiled, its engines run interpreted. Work that must be reproducible waits for
compilation, but without occupying a search thread: `require` raises NotCompiledError, and the
caller retries once the game is compiled. Requests from clients come before the warm-up, and
clients take turns.
"""

from __future__ import annotations

import logging
import subprocess
import time
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import suppress
from threading import Condition, Thread, Timer
from typing import NamedTuple

from kibitz.core.contract import Game
from kibitz.core.messages import message
from kibitz.engine import background
from kibitz.engine.compile_order import CompileOrder, start_process
from kibitz.engine.engine import Engine
from kibitz.engine.levels import levels
from kibitz.engine.search_choice import unusual_search
from kibitz.games.game_ref import GameRef
from kibitz.games.registry import source_of
from kibitz.search.builds import Build
from kibitz.search.deepening import Opponents, SearchKind
from kibitz.server.catalogue import Catalogue
from kibitz.server.client_identity import current_client
from kibitz.server.http_errors import BusyError, RateError
from kibitz.server.rate_limiter import RateLimiter

_log = logging.getLogger(__name__)

_MOST_WAITING = 64
_MOST_OF_CLIENT = 4  # waiting builds per client
_TIMEOUT_SECONDS = 180.0  # per build; after that the process is killed
_RETRY_SECONDS = 60.0  # before a failed build may be retried
_BUILDS_PER_PROCESS = 6  # then a new process starts, since each build leaks about 20 MB


class NotCompiledError(BusyError):
    """The game must be compiled first; `done` completes when that has succeeded or failed."""

    def __init__(self, game: str, done: Future[None]) -> None:
        super().__init__(message("compiling", game=game, seconds=5))
        self.done = done


class _Request(NamedTuple):
    """A compile order and its client; an empty client means the server's warm-up."""

    order: CompileOrder
    client: str
    done: Future[None]


class CompileQueue:
    """Queues games for compilation in another process; does nothing if `on` is false.

    `limiter` limits the rate of orders per client.
    """

    def __init__(
        self, catalogue: Catalogue, *, on: bool = True, limiter: RateLimiter | None = None
    ) -> None:
        self._catalogue = catalogue
        self._is_on = on
        self._limiter = limiter
        self._changed = Condition()
        self._requests: OrderedDict[CompileOrder, _Request] = (
            OrderedDict()
        )  # waiting or being compiled
        self._ready: set[CompileOrder] = set()
        self._failed: dict[CompileOrder, float] = {}  # when each order failed
        self._served: list[str] = []  # clients, most recently served last
        self._process: subprocess.Popen[str] | None = None
        self._built = 0  # number of games that this process has built
        self._is_closed = False
        self._thread = Thread(target=self._run, name="kibitz-compile", daemon=True)
        self.is_ready = not on

    def start(self, others: Sequence[Game] = ()) -> None:
        """Start the warm-up: compile every game with its default options, and also `others`."""
        if self._is_on:
            games = [self._catalogue.game(name) for name in self._catalogue.names()]
            games += [rules for rules in others if rules not in games]
            first = [self._order_for(rules, "paranoid", "") for rules in games]
            later = [
                self._order_for(rules, "paranoid", evaluation, is_plain)
                for rules in games
                for evaluation, is_plain in sorted(
                    {("", True), *((one.evaluation, one.is_plain) for one in levels(rules))}
                )
            ]
            for order in (*first, *later):
                self._requests.setdefault(order, _Request(order, "", Future()))
            background.use(self)
            Thread(target=self._load, args=(games, first), name="kibitz-load", daemon=True).start()
        self._thread.start()

    def close(self) -> None:
        """Stop compiling; waiting requests fail."""
        if self._is_on:
            background.use(background.BackgroundCompiler())
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
        search: SearchKind | None = None,
        waits: bool = False,
    ) -> None:
        """Order the compilation of a game for an engine, unless it is already compiled.

        Raises NotCompiledError if it is not compiled yet and the caller `waits`, and RateError if
        the current client orders too many games.
        """
        if not self._is_on:
            return
        order = self._order_for(rules, opponents, evaluation, is_plain, search)
        with self._changed:
            if order in self._ready:
                return
            request = self._requests.get(order)
            if request is None or not request.client:
                request = self._enqueue(rules.name, order, current_client(), request)
        if waits or not background.is_on():
            raise NotCompiledError(rules.name, request.done)

    def request(self, build: Build, order: CompileOrder | None) -> None:
        """Compile a game for an engine, ordering it now if `require` has not.

        This process compiles the game if the other one could not load it or save the code to disk.
        """
        wanted = None if order is None else order._replace(code="")
        with self._changed:
            if wanted is None or wanted in self._ready:
                background.compile_here(build)
            elif wanted not in self._requests:
                with suppress(BusyError):
                    self._enqueue(build.game.name, wanted, "", None)

    def _order_for(
        self,
        rules: Game,
        opponents: Opponents,
        evaluation: str,
        is_plain: bool = False,
        search: SearchKind | None = None,
    ) -> CompileOrder:
        ref = GameRef.at(source_of(rules) or rules.name, rules)
        chosen = None if search is None else unusual_search(rules, search)
        ref = ref._replace(evaluation=evaluation)
        return CompileOrder(ref, opponents, is_plain, search=chosen)

    def _enqueue(
        self, name: str, order: CompileOrder, client: str, warm_up: _Request | None
    ) -> _Request:
        """Queue a client's order; if the warm-up has already queued it, raise its priority."""
        if warm_up is not None:
            request = warm_up._replace(client=client)
        else:
            self._check(name, order, client)
            request = _Request(order, client, Future())
        self._requests[order] = request
        self._changed.notify_all()
        return request

    def _check(self, name: str, order: CompileOrder, client: str) -> None:
        if self._is_closed or len(self._requests) >= _MOST_WAITING:
            raise BusyError("queue_full", seconds=5)
        failed = time.monotonic() - self._failed.get(order, -_RETRY_SECONDS)
        if failed < _RETRY_SECONDS:
            raise BusyError("compile_failed", game=name, seconds=round(_RETRY_SECONDS))
        own = sum(request.client == client for request in self._requests.values())
        if client and own >= _MOST_OF_CLIENT:
            raise RateError("too_many_compiles", seconds=10)
        wait = self._limiter.take(client) if client and self._limiter is not None else 0
        if wait:
            raise RateError("too_many_compiles", seconds=max(1, round(wait)))

    def _load(self, games: Sequence[Game], orders: Sequence[CompileOrder]) -> None:
        """Load each game once it is compiled, so that a session's first move is not delayed."""
        pending = [self._requests[order].done for order in orders]
        for rules, done in zip(games, pending, strict=True):
            with suppress(BusyError):
                done.result()
                Engine(rules).prepare()
        self.is_ready = True

    def _run(self) -> None:
        """Compile one order after another until closed."""
        while (request := self._next()) is not None:
            is_done = self._compile(request.order)
            if self._built >= _BUILDS_PER_PROCESS or len(self._requests) == 1:
                self._stop_process()
            with self._changed:
                request = self._requests.pop(request.order)
                if is_done:
                    self._ready.add(request.order)
                else:
                    self._failed[request.order] = time.monotonic()
            request.done.set_result(None)
        for request in self._requests.values():
            request.done.set_exception(BusyError("queue_full", seconds=5))

    def _next(self) -> _Request | None:
        """Wait for the next request; None once closed."""
        with self._changed:
            while not self._is_closed:
                if self._requests:
                    request = min(self._requests.values(), key=self._rank)
                    if request.client in self._served:
                        self._served.remove(request.client)
                    self._served = [*self._served[-_MOST_WAITING:], request.client]
                    return request
                self._changed.wait()
            return None

    def _rank(self, request: _Request) -> tuple[bool, int]:
        """The sort key: clients before the warm-up, and the least recently served client first."""
        served = self._served.index(request.client) + 1 if request.client in self._served else 0
        return not request.client, served

    def _compile(self, order: CompileOrder) -> bool:
        """Compile in the other process; return False if it crashed or timed out.

        If no process can be started, return True: this worker then compiles the game itself.
        """
        try:
            process = self._running_process()
        except OSError as problem:
            _log.warning("the compile process could not be started: %s", problem)
            return True
        assert process.stdin is not None
        assert process.stdout is not None
        timer = Timer(_TIMEOUT_SECONDS, process.kill)
        timer.start()
        try:
            process.stdin.write(order.line())
            process.stdin.flush()
            if process.stdout.readline():
                self._built += 1
                return True
        except OSError:
            pass  # the process died
        finally:
            timer.cancel()
        self._stop_process()
        if not self._is_closed:
            _log.warning("%s could not be compiled", order.game.source)
        return False

    def _running_process(self) -> subprocess.Popen[str]:
        """The compile process, started if necessary."""
        with self._changed:
            if self._process is None:
                self._built = 0
                self._process = start_process()
            return self._process

    def _stop_process(self) -> None:
        """Kill the process; the next build starts another."""
        with self._changed:
            process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()
