"""A watchdog for Python functions that may never return, such as the rules of a user's game."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Lock, Thread, get_ident
from types import FrameType, TracebackType
from typing import Any, TypeVar

# No rule needs this long for one call on any machine. One that does is assumed never to return.
PATIENCE = 5.0

_STUCK = 3  # exceptions after which a function counts as stuck

Result = TypeVar("Result")


class OverdueError(BaseException):
    """Raised inside a function that runs too long.

    Not an Exception, because the function may catch those.
    """


class Watchdog:
    """Raises OverdueError in functions that run longer than `seconds`, wherever they are.

    The default is `PATIENCE`. It watches the thread that enters it. Time during which the process
    is suspended does not count. A function that waits for the system, as `input` does, cannot be
    interrupted, and one may catch the exception; `on_stuck(frame)` is then called once, in another
    thread.
    """

    def __init__(
        self,
        seconds: float | None = None,
        on_stuck: Callable[[FrameType], None] | None = None,
    ) -> None:
        self.seconds: float = PATIENCE if seconds is None else seconds
        self._pause = min(self.seconds / 4, 0.25)
        self._on_stuck = on_stuck
        self._lock = Lock()
        self._closed = Event()
        self._thread = 0
        self._call = 0  # the number of the current call; 0 between calls
        self._calls = 0
        self._raised = 0  # how often the exception was raised in the current call

    def __enter__(self) -> Watchdog:
        self._thread = get_ident()
        Thread(target=self._watch, name="kibitz-watchdog", daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._closed.set()

    def call(self, function: Callable[..., Result], *arguments: Any, **named: Any) -> Result:
        """The result of the function. Raises OverdueError if it does not return in time."""
        with self._lock:
            self._calls += 1
            self._call = self._calls
            self._raised = 0
        try:
            return function(*arguments, **named)
        finally:
            self._end()

    def _end(self) -> None:
        while True:
            try:
                with self._lock:
                    self._call = 0
                    if self._raised:
                        self._raised = 0
                        _absorb()
                return
            except OverdueError:  # it was raised just before the function returned
                continue

    def _watch(self) -> None:
        watched, waited = 0, 0.0
        while not self._closed.wait(self._pause):
            with self._lock:
                # Count intervals instead of reading a clock, which runs on in a suspended process.
                waited = waited + self._pause if self._call and self._call == watched else 0.0
                watched = self._call
                if waited < self.seconds:
                    continue
                waited = 0.0
                self._raised += 1
                raise_in(self._thread, OverdueError)
                is_stuck = self._raised == _STUCK
            if is_stuck and self._on_stuck is not None:
                frame = frame_of(self._thread)
                if frame is not None:
                    self._on_stuck(frame)


def raise_in(thread: int, kind: type[BaseException]) -> None:
    """Raise an exception in another thread before its next instruction."""
    import ctypes

    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(kind))


def _absorb() -> None:
    """Wait for an exception that `raise_in` may have left pending in this thread.

    Python 3.11 does not return to full speed, and may hang while tracing, if it is withdrawn.
    """
    with suppress(OverdueError):
        raise_in(get_ident(), OverdueError)  # replaces the pending one, so that there is one
        while True:
            pass


def frame_of(thread: int) -> FrameType | None:
    """The frame that another thread executes; None if the thread has ended."""
    return sys._current_frames().get(thread)


def call_in_thread(
    function: Callable[..., Result],
    *arguments: Any,
    seconds: float,
    progress: Callable[[], object] = lambda: None,
    is_interpreted: bool = False,
) -> Result:
    """The result of a function that may be compiled, and can then not be interrupted.

    Raises OverdueError if it has not returned and `progress()` has not changed for `seconds`.
    A compiled function keeps running in its thread.
    """
    results: list[Result] = []
    problems: list[BaseException] = []

    def run() -> None:
        try:
            results.append(function(*arguments))
        except BaseException as problem:  # raised again in the waiting thread
            problems.append(problem)

    thread = Thread(target=run, name="kibitz-watched", daemon=True)
    thread.start()
    if not joined(thread, seconds, progress) and is_interpreted and thread.ident is not None:
        raise_in(thread.ident, OverdueError)  # so that the traceback has the line
        thread.join(1)
    if problems:
        raise problems[0]
    if not results:
        raise OverdueError
    return results[0]


def joined(thread: Thread, seconds: float, progress: Callable[[], object] = lambda: None) -> bool:
    """Wait for a thread; return False once `progress()` has not changed for `seconds`."""
    last = progress()
    thread.join(seconds)
    while thread.is_alive() and progress() != last:
        last = progress()
        thread.join(seconds)
    return not thread.is_alive()
