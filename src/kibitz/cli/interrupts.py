"""The signals that end a command: Ctrl-C, SIGTERM, and SIGHUP of a closed terminal.

The first one raises KeyboardInterrupt in the main thread, so that a command keeps what it has done.
It is put off while modules are loaded, code compiled, records written or processes started:
an exception there may be lost, leave something half done, or make LLVM crash.
Further signals do not disturb the clean-up.

A thread sees to it that the process ends: where the exception cannot be raised (a long call into
compiled code), where the clean-up does not end, and where the user asks again. Everything that is
kept is written whole or not at all, so that such an end loses no more than the work in progress.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import time
from collections.abc import Callable
from threading import Thread
from types import FrameType
from typing import NoReturn

INTERRUPTED = 128 + signal.SIGINT
NOTE = "kibitz: stopped"

_SIGNALS = [
    number for name in ("SIGINT", "SIGTERM", "SIGHUP") if (number := getattr(signal, name, None))
]
_IS_POSIX = hasattr(signal, "setitimer")
_RETRY_SECONDS = 0.02  # until the next attempt to raise an interrupt that was put off
_UNRAISED_SECONDS = 1.5  # that an interrupt may be put off
_AGAIN_SECONDS = 1.0  # after which a second signal ends the process at once
_CLEANUP_SECONDS = 10.0  # that the clean-up may take
# A process that ends at once leaves its semaphores to a helper of Python's, which removes them and
# prints a warning. The helper is started with the options for warnings of this process.
_QUIET = "ignore:resource_tracker:UserWarning"

# Where no exception may be raised from outside.
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
        self.number: int | None = None  # of the first signal
        self._is_raised = False
        self._previous: dict[int, Callable[[int, FrameType | None], object] | int | None] = {}
        self._pipe: tuple[int, int] | None = None
        self._print_unraisable = sys.unraisablehook

    def listen(self) -> None:
        """Begin. A signal that this process was started to ignore, as by nohup, stays ignored."""
        if _QUIET not in sys.warnoptions:
            sys.warnoptions.append(_QUIET)
        if _IS_POSIX:
            self._pipe = os.pipe()
            os.set_blocking(self._pipe[1], False)
            # The system writes here at once, whatever the main thread is doing.
            signal.set_wakeup_fd(self._pipe[1], warn_on_full_buffer=False)
            Thread(target=self._watch, name="kibitz-interrupts", daemon=True).start()
            self._previous[signal.SIGALRM] = signal.signal(signal.SIGALRM, self._retry)
        sys.unraisablehook = self._unraisable
        for number in _SIGNALS:
            if signal.getsignal(number) is not signal.SIG_IGN:
                self._previous[number] = signal.signal(number, self._hear)

    def close(self) -> None:
        """End: the command is done, and a signal while the interpreter shuts down has nothing left
        to interrupt. Any handler but SIG_IGN is taken away in the middle of that.
        """
        for number, handler in self._previous.items():
            is_ending = number in _SIGNALS and handler is signal.SIG_DFL
            signal.signal(number, signal.SIG_IGN if is_ending else handler)
        sys.unraisablehook = self._print_unraisable
        if self._pipe is not None:
            signal.setitimer(signal.ITIMER_REAL, _CLEANUP_SECONDS)  # ends a shutdown that hangs
            signal.set_wakeup_fd(-1)
            os.close(self._pipe[1])  # ends the thread

    def _hear(self, number: int, _: FrameType | None) -> None:
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
        """Raise an interrupt again that arrived where Python can only print it."""
        if not issubclass(problem.exc_type, KeyboardInterrupt):
            self._print_unraisable(problem)
        elif _IS_POSIX:
            self._is_raised = False
            signal.setitimer(signal.ITIMER_REAL, _RETRY_SECONDS)

    def _watch(self) -> None:
        """End the process where it does not end by itself; in a thread of its own."""
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
    """Whether something is being done that has to be finished."""
    while frame is not None:
        name = frame.f_code.co_filename
        if name.startswith("<frozen importlib") or any(part in name for part in _PROTECTED):
            return True
        frame = frame.f_back
    return False


def run_interruptible(command: Callable[[], int]) -> int:
    """Run a command; its exit code, or 128 and the number of the signal that ended it.

    A command that answers Ctrl-C with its result so far decides about its exit code itself. After
    a signal this does not return: threads that still run compiled code may crash while the
    interpreter takes its modules down.
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
    """End the process without taking the interpreter down."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError, AttributeError):
            stream.flush()
    os._exit(code)
