"""Ctrl-C while something is compiled."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType


@contextmanager
def interrupts_kept() -> Iterator[None]:
    """Put Ctrl-C off until the block is over; the second one is raised at once.

    An exception inside Numba may be printed only, or leave LLVM in a state in which it crashes;
    NumPy takes one for a broken installation. Only Python's own handler is put off: any other is
    left to its owner.
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
