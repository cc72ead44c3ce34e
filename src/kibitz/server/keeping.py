"""What a worker does at regular intervals, in a thread of its own."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from threading import Event, Thread

_log = logging.getLogger(__name__)


class Keeper:
    """Does each of `chores`, a function and the seconds between two times, until closed."""

    def __init__(self, chores: Sequence[tuple[Callable[[], None], float]]) -> None:
        self._chores = chores
        self._is_closed = Event()
        self._thread = Thread(target=self._run, name="kibitz-keeper", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def _run(self) -> None:
        due = [time.monotonic() + seconds for _, seconds in self._chores]
        while not self._is_closed.wait(max(0.0, min(due) - time.monotonic())):
            for index, (chore, seconds) in enumerate(self._chores):
                if time.monotonic() >= due[index]:
                    try:
                        chore()
                    except Exception:  # the next time may go better: a database that restarts
                        _log.warning("a chore failed", exc_info=True)
                    due[index] = time.monotonic() + seconds

    def close(self) -> None:
        """End, once what is under way is done."""
        self._is_closed.set()
        if self._thread.is_alive():
            self._thread.join()
