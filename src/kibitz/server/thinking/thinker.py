"""Engines in seats, and analyses that go on by themselves: jobs that are leased and done."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from threading import Lock
from typing import TypeAlias

from kibitz.engine.bounds import Bounds
from kibitz.server.compile_queue import NotCompiledError
from kibitz.server.errors import BusyError
from kibitz.server.store.jobs import Leases
from kibitz.server.store.models import Job
from kibitz.server.thinking.pool import Pool

Task: TypeAlias = Callable[[Job, Bounds], None]

_log = logging.getLogger(__name__)


class Thinker:
    """Does the jobs of the database. `tasks`: what to do for each kind of job.

    `bounds(job)`: what the searches of a job keep to.
    """

    def __init__(
        self,
        pool: Pool,
        leases: Leases,
        tasks: Mapping[str, Task],
        bounds: Callable[[], Bounds],
    ) -> None:
        self._pool = pool
        self._leases = leases
        self._tasks = tasks
        self._bounds = bounds
        self._lock = Lock()
        self._taken: dict[str, tuple[int, Bounds] | None] = {}  # None while it waits for a thread
        self._is_closing = False

    def offer(self, job_id: str, version: int = 0) -> None:
        """Do a job soon, where there is room; otherwise it is found again later."""
        with self._lock:
            if self._is_closing or job_id in self._taken:
                return
            self._taken[job_id] = None
        try:
            self._pool.submit(lambda: self._do(job_id))
        except (BusyError, RuntimeError):  # full, or shut down meanwhile
            self._give_up(job_id)

    def look(self) -> None:
        """Take on jobs that nobody works on."""
        room = self._pool.room
        if room > 0:
            for job in self._leases.waiting(room):
                self.offer(job.id, job.version)

    def renew(self) -> None:
        """Keep the leases, and stop thinking about what is not asked for any more."""
        with self._lock:
            doing = {job_id: taken for job_id, taken in self._taken.items() if taken is not None}
        if not doing:
            return
        kept = self._leases.renew(list(doing))
        for job_id, (version, bounds) in doing.items():
            if kept.get(job_id) != version:
                bounds.stop()

    def stop(self, job_id: str) -> None:
        """Stop thinking about something, if it is thought about here."""
        with self._lock:
            taken = self._taken.get(job_id)
        if taken is not None:
            taken[1].stop()

    def close(self) -> None:
        """Stop everything; what was not finished is left to other workers."""
        with self._lock:
            self._is_closing = True
            doing = [taken for taken in self._taken.values() if taken is not None]
        for _, bounds in doing:
            bounds.stop()

    def _do(self, job_id: str) -> None:
        try:
            self._attempt(job_id)
        except NotCompiledError as needed:
            self._leases.release(job_id)
            with self._lock:
                self._taken[job_id] = None  # nobody offers it again before it is compiled
            needed.done.add_done_callback(lambda _: self._resume(job_id))
            return
        except Exception:
            # The lease runs out, and it is tried again then.
            _log.exception("an engine failed", extra={"job": job_id})
        self._give_up(job_id)
        if not self._is_closing and self._leases.is_waiting(job_id):
            self.offer(job_id)  # doing it left another one for the same session

    def _attempt(self, job_id: str) -> None:
        job = None if self._is_closing else self._leases.claim(job_id)
        if job is None:
            return
        bounds = self._bounds()
        with self._lock:
            self._taken[job_id] = (job.version, bounds)
        if self._is_closing:
            bounds.stop()
        with bounds:
            self._tasks[job.kind](job, bounds)
        if self._is_closing:
            self._leases.release(job_id)

    def _resume(self, job_id: str) -> None:
        """Go on with a job whose game has been compiled."""
        self._give_up(job_id)
        self.offer(job_id)

    def _give_up(self, job_id: str) -> None:
        with self._lock:
            self._taken.pop(job_id, None)
