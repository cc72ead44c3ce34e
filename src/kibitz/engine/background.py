"""Compiling in the background while the interpreted search plays.

A game that another process can load is compiled in a low-priority process, which keeps running
after a short command exits. Any other game is compiled in a thread. KIBITZ_BACKGROUND=0 disables
both: searches then wait until their game is compiled.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from subprocess import Popen
from threading import Lock, Thread
from typing import Protocol, TypeAlias

from kibitz.core.contract import Game
from kibitz.core.errors import CompileError
from kibitz.engine.compile_order import CompileOrder, start_process
from kibitz.search.builds import Build

# Called when background compilation of a game begins.
Listener: TypeAlias = Callable[[Game], None]

VARIABLE = "KIBITZ_BACKGROUND"
_TRIES = 3  # attempts at a build if the compile process dies
_PAUSE = 60.0  # seconds until a failed build may be retried


_listeners: list[Listener] = []
_compiled_here: set[Build] = set()  # builds that threads are compiling
_compiled_here_lock = Lock()


def on_background(listener: Listener) -> None:
    """Call `listener` when a build is first requested. Registering it twice has no effect."""
    if listener not in _listeners:
        _listeners.append(listener)


def is_on() -> bool:
    """Whether games are compiled in the background."""
    return os.environ.get(VARIABLE) != "0"


class Compiler(Protocol):
    """Compiles builds on request."""

    def request(self, build: Build, order: CompileOrder | None) -> None:
        """Start compiling a build. `order` is None if no other process can load the game.

        `build.load()` returns the code when it is ready. Repeated requests have no effect.
        """


@dataclass
class _Request:
    """A build that is being compiled or has failed."""

    build: Build
    order: CompileOrder | None
    tries: int = 0
    failed_at: float | None = None


class BackgroundCompiler:
    """Compiles in a separate process, one build after another."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._requests: dict[Build, _Request] = {}
        self._process: Popen[str] | None = None
        self._pending: list[_Request] = []  # sent to the process but not answered yet

    def request(self, build: Build, order: CompileOrder | None) -> None:
        """Start compiling a build."""
        with self._lock:
            known = self._requests.get(build)
            if known is not None and not _may_retry(known):
                return
            if known is None:
                for listener in _listeners:
                    listener(build.game)
            request = self._requests[build] = _Request(build, order)
            self._place(request)

    def _place(self, request: _Request) -> None:
        """Send a request to the process, or to a thread if the process cannot be used."""
        if request.order is not None:
            with suppress(OSError):
                self._send(request, request.order)
                return
        compile_here(request.build)

    def _send(self, request: _Request, order: CompileOrder) -> None:
        request.tries += 1
        if self._process is None:
            self._process = start_process()
            self._pending = []
            arguments = (self._process, self._pending)
            name = "kibitz-compiled"
            Thread(target=self._listen, args=arguments, name=name, daemon=True).start()
        self._pending.append(request)
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(order.line())
            self._process.stdin.flush()
        except (OSError, ValueError):
            # The process has ended or closed its pipe; the listening thread retries the request.
            pass

    def _listen(self, process: Popen[str], pending: list[_Request]) -> None:
        """Read the answers of a process until it ends, then retry its unanswered requests."""
        with suppress(OSError), process:  # closing may fail to flush unsent requests
            assert process.stdout is not None
            for answer in process.stdout:
                with self._lock:
                    request = pending.pop(0)
                    if answer.strip() == "done":
                        # Forget it, so that the build is compiled again if its file is deleted.
                        del self._requests[request.build]
                    else:
                        compile_here(request.build)
                    if not pending:
                        self._release(process)
        with self._lock:
            self._release(process)
            for request in pending:
                if request.tries < _TRIES:
                    self._place(request)
                else:
                    request.failed_at = time.monotonic()

    def _release(self, process: Popen[str]) -> None:
        """Close the input of an idle process so that it exits; the next request starts another."""
        if self._process is process:
            self._process = None
            assert process.stdin is not None
            with suppress(OSError):
                process.stdin.close()


def compile_here(build: Build) -> None:
    """Compile a build in a thread of this process, unless another thread is compiling it."""
    with _compiled_here_lock:
        if build in _compiled_here:
            return
        _compiled_here.add(build)
    # Not a daemon thread: the process would crash if it exited while LLVM is compiling.
    Thread(target=_compile, args=(build,), name="kibitz-compile").start()


def _compile(build: Build) -> None:
    """Compile a build; `Build.load` raises the error if it fails."""
    try:
        with suppress(CompileError):
            build.compile(is_announced=False)
    finally:
        with _compiled_here_lock:
            _compiled_here.discard(build)


def _may_retry(request: _Request) -> bool:
    return request.failed_at is not None and time.monotonic() - request.failed_at > _PAUSE


_compiler: Compiler = BackgroundCompiler()


def use(compiler: Compiler) -> None:
    """Compile builds with `compiler` from now on."""
    global _compiler
    _compiler = compiler


def request(build: Build, order: CompileOrder | None) -> None:
    """Start compiling a build; see `Compiler.request`."""
    _compiler.request(build, order)
