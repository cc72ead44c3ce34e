"""Signals that end a command: Ctrl-C, SIGTERM, and SIGHUP when the terminal closes.

- `run_interruptible` runs a command. The first signal raises KeyboardInterrupt in the main thread,
  so that the command can save its results. The interrupt is deferred during imports, compilation,
  file writes and process starts: an exception there may be lost, leave work half done, or crash
  LLVM. Signals that follow immediately do not interrupt the clean-up.
- `interrupts_kept` defers Ctrl-C during compilation in programs that import Kibitz.
- `interrupts_blocked` defers the signals while a process is started.
- `is_user_interrupt` and `reraise_user_interrupt` distinguish Ctrl-C from a KeyboardInterrupt that
  a player's function raises.

A watchdog thread ends the process if the exception cannot be raised (as during a long call into
compiled code), if the clean-up hangs, or if another signal arrives after a second. Files are
written atomically, so only the work in progress is lost.

`kibitz.__main__` covers the time before this module is imported.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread, current_thread, main_thread
from types import FrameType
from typing import NoReturn

INTERRUPTED = 128 + signal.SIGINT
NOTE = "kibitz: stopped"

_SIGNALS: list[int] = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]
_IS_POSIX = hasattr(signal, "setitimer")
_RETRY_SECONDS = 0.02  # until the next attempt to raise a deferred interrupt
_UNRAISED_SECONDS = 1.5  # after which a deferred interrupt ends the process
_AGAIN_SECONDS = 1.0  # after which another signal ends the process
_CLEANUP_SECONDS = 10.0  # after which a clean-up that still runs is cut off
# A process that exits without clean-up leaves its semaphores to Python's resource tracker, which
# removes them and prints a warning. The tracker inherits this process's warning options.
_QUIET = "ignore:resource_tracker:UserWarning"

# Code in which a signal must not raise an exception.
_PROTECTED = tuple(
    part.replace("/", os.sep)
    for part in (
        "/numba/",
        "/llvmlite/",
        "/numpy/",
        "/sqlalchemy/",
        "/alembic/",
        "/kibitz/core/files.py",
        "/kibitz/match/worker_pool.py",
        "/kibitz/match/match_record.py",
    )
)


class Interrupts:
    """Raises the first signal as KeyboardInterrupt, from `listen` until `close`."""

    def __init__(self) -> None:
        self.number: int | None = None  # the first signal
        self._is_raised = False
        self._previous: dict[int, Callable[[int, FrameType | None], object] | int | None] = {}
        self._pipe: tuple[int, int] | None = None
        self._print_unraisable = sys.unraisablehook

    def listen(self) -> None:
        """Set the handlers. Signals that are already ignored, as under nohup, stay ignored."""
        if _QUIET not in sys.warnoptions:
            sys.warnoptions.append(_QUIET)
        if _IS_POSIX:
            self._pipe = os.pipe()
            os.set_blocking(self._pipe[1], False)
            # Signals are written here immediately, even while the main thread is busy.
            signal.set_wakeup_fd(self._pipe[1], warn_on_full_buffer=False)
            Thread(target=self._watch, name="kibitz-interrupts", daemon=True).start()
            self._previous[signal.SIGALRM] = signal.signal(signal.SIGALRM, self._retry)
        sys.unraisablehook = self._unraisable
        for number in _SIGNALS:
            if signal.getsignal(number) is not signal.SIG_IGN:
                self._previous[number] = signal.signal(number, self._handle)

    def close(self) -> None:
        """Restore the handlers when the command is done.

        Signals are ignored from here on, because the interpreter removes handlers as it shuts down.
        """
        for number, handler in self._previous.items():
            is_ending = number in _SIGNALS and handler is signal.SIG_DFL
            signal.signal(number, signal.SIG_IGN if is_ending else handler)
        sys.unraisablehook = self._print_unraisable
        if self._pipe is not None:
            signal.setitimer(signal.ITIMER_REAL, _CLEANUP_SECONDS)  # ends a shutdown that hangs
            signal.set_wakeup_fd(-1)
            os.close(self._pipe[1])  # ends the thread

    def _handle(self, number: int, _: FrameType | None) -> None:
        if self.number is None:
            self.number = number
            self._raise()

    def _retry(self, *_: object) -> None:
        if not self._is_raised:
            self._raise()

    def _raise(self) -> None:
        if _IS_POSIX and _is_protected(sys._getframe()):
            signal.setitimer(signal.ITIMER_REAL, _RETRY_SECONDS)
            return
        self._is_raised = True
        raise KeyboardInterrupt

    def _unraisable(self, problem: sys.UnraisableHookArgs) -> None:
        """Raise an interrupt again if Python would only print it."""
        if not issubclass(problem.exc_type, KeyboardInterrupt):
            self._print_unraisable(problem)
        elif _IS_POSIX:
            self._is_raised = False
            signal.setitimer(signal.ITIMER_REAL, _RETRY_SECONDS)

    def _watch(self) -> None:
        """End the process if the main thread does not; runs in the watchdog thread."""
        assert self._pipe is not None
        reader = self._pipe[0]
        first: int | None = None
        began = 0.0
        while True:
            ready, _, _ = select.select([reader], [], [], None if first is None else 0.1)
            arrived = os.read(reader, 64) if ready else b""
            if ready and not arrived:
                os.close(reader)
                return
            numbers = [number for number in arrived if number in _SIGNALS]
            waited = time.monotonic() - began
            if first is None:
                if numbers:
                    first, began = numbers[0], time.monotonic()
            elif (
                (numbers and waited > _AGAIN_SECONDS)
                or (not self._is_raised and waited > _UNRAISED_SECONDS)
                or waited > _CLEANUP_SECONDS
            ):
                with contextlib.suppress(OSError):
                    os.write(2, f"\n{NOTE}\n".encode())
                os._exit(128 + first)


def _is_protected(frame: FrameType | None) -> bool:
    """Whether the main thread runs code that must not be interrupted."""
    while frame is not None:
        name = frame.f_code.co_filename
        if name.startswith("<frozen importlib") or any(part in name for part in _PROTECTED):
            return True
        frame = frame.f_back
    return False


def run_interruptible(command: Callable[[], int]) -> int:
    """Run a command; return its exit code, or 128 plus the number of the signal that ended it.

    A command that handles Ctrl-C, for example by printing its result so far, returns its own exit
    code. After a signal, this function exits instead of returning: threads that still run compiled
    code may crash while the interpreter unloads its modules.
    """
    interrupts = Interrupts()
    try:
        interrupts.listen()
        code = command()
    except KeyboardInterrupt:
        code = INTERRUPTED
    if interrupts.number is None:
        interrupts.close()
        return code
    if interrupts.number != signal.SIGINT:
        code = 128 + interrupts.number
    return leave(code)


def leave(code: int) -> NoReturn:
    """End the process without shutting the interpreter down."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError, AttributeError):
            stream.flush()
    os._exit(code)


@contextmanager
def interrupts_kept() -> Iterator[None]:
    """Defer Ctrl-C until the block is over; a second one is raised immediately.

    An exception inside Numba may be printed and lost, or leave LLVM in a state in which it crashes;
    NumPy mistakes one for a broken installation. Only Python's default handler is replaced: any
    other handler belongs to the program that set it.
    """
    handler = signal.getsignal(signal.SIGINT)
    if current_thread() is not main_thread() or handler is not signal.default_int_handler:
        yield
        return
    arrived = []

    def remember(number: int, frame: FrameType | None) -> None:
        arrived.append(number)
        if len(arrived) > 1:
            signal.default_int_handler(number, frame)

    def report(problem: sys.UnraisableHookArgs) -> None:
        if problem.exc_type is not KeyboardInterrupt:
            print_problem(problem)

    print_problem = sys.unraisablehook
    sys.unraisablehook = report
    signal.signal(signal.SIGINT, remember)
    try:
        yield
    except Exception:
        if arrived:
            raise KeyboardInterrupt from None
        raise
    finally:
        signal.signal(signal.SIGINT, handler)
        sys.unraisablehook = print_problem
    if arrived:
        raise KeyboardInterrupt


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Defer the signals that end a command until the block is over, so that a process starts fully.

    Child processes inherit the block on Ctrl-C, because a terminal sends it to all of them. They do
    not block SIGTERM, so that it can end them.
    """
    is_main = current_thread() is main_thread()
    if not is_main or not hasattr(signal, "pthread_sigmask"):
        yield
        return
    arrived: list[tuple[int, FrameType | None]] = []

    def remember(number: int, frame: FrameType | None) -> None:
        arrived.append((number, frame))

    own = {
        number: handler
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        if callable(handler := signal.getsignal(number))
    }
    for number in own:
        signal.signal(number, remember)
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        for number, handler in own.items():
            signal.signal(number, handler)
    if arrived:
        own[signal.Signals(arrived[0][0])](*arrived[0])


def is_user_interrupt(problem: BaseException) -> bool:
    """Whether `problem` comes from Ctrl-C, not from code that raises KeyboardInterrupt.

    Python raises it in the main thread only, and worker processes ignore the signal.
    """
    is_listening = signal.getsignal(signal.SIGINT) is not signal.SIG_IGN
    is_main = current_thread() is main_thread()
    return isinstance(problem, KeyboardInterrupt) and is_listening and is_main


def reraise_user_interrupt(problem: BaseException) -> None:
    """Raise `problem` again if it comes from Ctrl-C."""
    if is_user_interrupt(problem):
        raise problem
