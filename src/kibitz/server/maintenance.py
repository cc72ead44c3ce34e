"""Periodic maintenance tasks of a worker, in a background thread."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from threading import Event, Thread

from kibitz.server.logs import LogThrottle
from kibitz.server.store.failures import database_failure, log_database_failure

_log = logging.getLogger(__name__)
_throttle = LogThrottle(60.0)


class Maintenance:
    """Runs each function in `tasks` at its interval, in seconds, until closed."""

    def __init__(self, tasks: Sequence[tuple[Callable[[], None], float]]) -> None:
        self._tasks = tasks
        self._is_closed = Event()
        self._thread = Thread(target=self._run, name="kibitz-maintenance", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def _run(self) -> None:
        due = [time.monotonic() + seconds for _, seconds in self._tasks]
        while not self._is_closed.wait(max(0.0, min(due) - time.monotonic())):
            for index, (task, seconds) in enumerate(self._tasks):
                if time.monotonic() >= due[index]:
                    _run(task)
                    due[index] = time.monotonic() + seconds

    def close(self) -> None:
        """Stop after the current task."""
        self._is_closed.set()
        if self._thread.is_alive():
            self._thread.join()


def _run(task: Callable[[], None]) -> None:
    """Run a task. A failure is logged, and the task runs again after its interval."""
    try:
        task()
    except Exception as failure:
        reason = database_failure(failure)
        if reason is not None:
            log_database_failure(_log, "periodic work failed", reason)
        else:
            text = f"periodic work failed: {type(failure).__name__}"
            _throttle.log(_log, logging.ERROR, text, failure)
