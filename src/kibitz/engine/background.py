"""Compiling in the background, while the interpreted search answers.

A game that another process can load is compiled by one of low priority, which outlives a short
command. Any other game is compiled by a thread. KIBITZ_BACKGROUND=0 turns both off: a search then
waits until its game is compiled.
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
from kibitz.engine.orders import Order, start_process
from kibitz.search.builds import Build

# Called when a game begins to be compiled in the background.
Listener: TypeAlias = Callable[[Game], None]

VARIABLE = "KIBITZ_BACKGROUND"
_TRIES = 3  # of one build, where the process that compiles it is killed
_PAUSE = 60.0  # seconds until a build that failed may be tried again


_listeners: list[Listener] = []
_compiled_here: set[Build] = set()  # by threads, now
_compiled_here_lock = Lock()


def on_background(listener: Listener) -> None:
    """Call `listener` when a build is first requested; once, however often it is given."""
    if listener not in _listeners:
        _listeners.append(listener)


def is_on() -> bool:
    """Whether games are compiled in the background."""
    return os.environ.get(VARIABLE) != "0"


class Compiler(Protocol):
    """What has builds compiled."""

    def request(self, build: Build, order: Order | None) -> None:
        """Have a build compiled soon; `order` is None where no other process can load the game.

        Whether it is done can be seen by `build.load()`. May be called again and again.
        """


@dataclass
class _Request:
    """A build that is being compiled, or could not be."""

    build: Build
    order: Order | None
    tries: int = 0
    failed_at: float | None = None


class BackgroundCompiler:
    """Compiles by a process of its own, one build after the other."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._requests: dict[Build, _Request] = {}
        self._process: Popen[str] | None = None
        self._pending: list[_Request] = []  # what the process was given and has not answered

    def request(self, build: Build, order: Order | None) -> None:
        """Have a build compiled soon."""
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
        """Give a request to the process, or to a thread where there is no such process."""
        if request.order is not None:
            with suppress(OSError):
                self._give(request, request.order)
                return
        compile_here(request.build)

    def _give(self, request: _Request, order: Order) -> None:
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
            # It has just died, or its pipe is closed: the thread that listens to it tries again.
            pass

    def _listen(self, process: Popen[str], pending: list[_Request]) -> None:
        """Take the answers of a process until it ends; then retry what it has not answered."""
        with suppress(OSError), process:  # what it was not yet given cannot be written any more
            assert process.stdout is not None
            for answer in process.stdout:
                with self._lock:
                    request = pending.pop(0)
                    if answer.strip() == "done":
                        del self._requests[
                            request.build
                        ]  # if its file is removed, it is made again
                    else:
                        compile_here(request.build)
                    if not pending:
                        self._let_go(process)
        with self._lock:
            self._let_go(process)
            for request in pending:
                if request.tries < _TRIES:
                    self._place(request)
                else:
                    request.failed_at = time.monotonic()

    def _let_go(self, process: Popen[str]) -> None:
        """Have a process end, which has nothing left to do; the next request starts another."""
        if self._process is process:
            self._process = None
            assert process.stdin is not None
            with suppress(OSError):
                process.stdin.close()


def compile_here(build: Build) -> None:
    """Compile a build in a thread of this process, unless one does it already."""
    with _compiled_here_lock:
        if build in _compiled_here:
            return
        _compiled_here.add(build)
    # Not a daemon: a program that ends while LLVM compiles would crash.
    Thread(target=_compile, args=(build,), name="kibitz-compile").start()


def _compile(build: Build) -> None:
    """Compile a build; a failure is kept, and raised when the build is loaded."""
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
    """Have builds compiled by `compiler` from now on."""
    global _compiler
    _compiler = compiler


def request(build: Build, order: Order | None) -> None:
    """Have a build compiled soon, see `Compiler.request`."""
    _compiler.request(build, order)
