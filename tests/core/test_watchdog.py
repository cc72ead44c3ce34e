"""Functions that never return are interrupted where they are; others are left alone."""

from __future__ import annotations

import threading
import time

import pytest

from kibitz.core.watchdog import OverdueError, Watchdog, call_in_thread

SOON = 0.1


def endless() -> None:
    while True:
        pass


def test_an_endless_loop_is_interrupted_on_its_line() -> None:
    with Watchdog(SOON) as watchdog, pytest.raises(OverdueError) as caught:
        watchdog.call(endless)
    assert caught.traceback[-1].frame.code.name == "endless"


def test_a_function_that_catches_every_exception_is_interrupted_again() -> None:
    caught: list[int] = []

    def stubborn() -> None:
        while True:
            try:
                endless()
            except OverdueError:
                if caught:
                    raise
                caught.append(1)

    with Watchdog(SOON) as watchdog, pytest.raises(OverdueError):
        watchdog.call(stubborn)
    assert caught == [1]


def test_a_function_that_cannot_be_interrupted_is_reported_with_its_frame() -> None:
    released = threading.Event()
    names = []

    def report(frame: object) -> None:
        names.append(getattr(getattr(frame, "f_back", None), "f_code", None))
        released.set()

    with Watchdog(SOON, report) as watchdog, pytest.raises(OverdueError):
        watchdog.call(released.wait)
    assert len(names) == 1


def test_results_and_errors_pass() -> None:
    with Watchdog(SOON) as watchdog:
        assert watchdog.call(divmod, 7, 2) == (3, 1)
        with pytest.raises(ZeroDivisionError):
            watchdog.call(divmod, 7, 0)


def test_time_between_calls_does_not_count() -> None:
    with Watchdog(SOON) as watchdog:
        for _ in range(6):
            watchdog.call(time.sleep, SOON / 2)
        time.sleep(3 * SOON)
        assert watchdog.call(int) == 0


def test_code_that_cannot_be_interrupted_is_left_behind_in_its_thread() -> None:
    released = threading.Event()
    with pytest.raises(OverdueError):
        call_in_thread(released.wait, seconds=SOON)
    released.set()
    assert call_in_thread(divmod, 7, 2, seconds=SOON) == (3, 1)
    with pytest.raises(ZeroDivisionError):
        call_in_thread(divmod, 7, 0, seconds=SOON)
