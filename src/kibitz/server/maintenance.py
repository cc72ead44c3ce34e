"""What a worker does periodically, in a thread of its own."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from threading import Event, Thread

from kibitz.server.logs import Repeats
from kibitz.server.store.failures import database_failure, log_database_failure

_log = logging.getLogger(__name__)
_repeats = Repeats(60.0)


class Maintenance:
    """Runs each of `chores`, (function, interval in seconds), periodically until closed."""

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
                    _run(chore)
                    due[index] = time.monotonic() + seconds

    def close(self) -> None:
        """End, once what is under way is done."""
        self._is_closed.set()
        if self._thread.is_alive():
            self._thread.join()


def _run(chore: Callable[[], None]) -> None:
    """Run a chore; a failure is logged, and it is tried again the next time."""
    try:
        chore()
    except Exception as failure:
        reason = database_failure(failure)
        if reason is not None:
            log_database_failure(_log, "periodic work failed", reason)
        else:
            text = f"periodic work failed: {type(failure).__name__}"
            _repeats.log(_log, logging.ERROR, text, failure)
