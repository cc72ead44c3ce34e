"""Compiled functions of a game: made once, and a Ctrl-C meanwhile is not lost."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator

import pytest

from kibitz.core.interrupts import interrupts_kept


@pytest.fixture(autouse=True)
def ctrl_c_raises() -> Iterator[None]:
    """As in a terminal: a test run in the background has Ctrl-C ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_an_interrupt_that_was_swallowed_is_raised_afterwards() -> None:
    before = signal.getsignal(signal.SIGINT)
    seen = []
    with pytest.raises(KeyboardInterrupt), interrupts_kept():  # noqa: PT012 - the block is tested
        with contextlib.suppress(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
            signal.sigpending()
        seen.append("went on")
    assert seen[-1] == "went on"
    assert signal.getsignal(signal.SIGINT) is before


def test_an_error_caused_by_an_interrupt_is_an_interrupt() -> None:
    with pytest.raises(KeyboardInterrupt), interrupts_kept():  # noqa: PT012 - the block is tested
        try:
            os.kill(os.getpid(), signal.SIGINT)
            signal.sigpending()
        except KeyboardInterrupt:
            raise RuntimeError("something else") from None


def test_without_an_interrupt_nothing_happens() -> None:
    with interrupts_kept():
        pass
    with pytest.raises(ValueError, match="mine"), interrupts_kept():
        raise ValueError("mine")


class Interrupted:
    """Raises where an exception can only be printed: while an object is taken away."""

    def __init__(self, problem: type[BaseException]) -> None:
        self.problem = problem

    def __del__(self) -> None:
        raise self.problem


def test_an_interrupt_that_can_only_be_printed_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    printed = []
    monkeypatch.setattr("sys.unraisablehook", lambda problem: printed.append(problem.exc_type))
    with interrupts_kept():
        Interrupted(KeyboardInterrupt)
        Interrupted(ZeroDivisionError)
    assert printed == [ZeroDivisionError]
    Interrupted(KeyboardInterrupt)
    assert printed == [ZeroDivisionError, KeyboardInterrupt]
