"""Engines in seats, and analyses that run by themselves: jobs that are leased and done."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from threading import Lock
from typing import TypeAlias

from sqlalchemy.exc import SQLAlchemyError

from kibitz.core.errors import KibitzError
from kibitz.engine.search_bounds import SearchBounds
from kibitz.server.compile_queue import NotCompiledError
from kibitz.server.http_errors import LaterError
from kibitz.server.jobs.pool import Pool
from kibitz.server.jobs.priority import Priority
from kibitz.server.jobs.retries import Retries
from kibitz.server.store.failures import database_failure, log_database_failure
from kibitz.server.store.job_store import Leases, Waiting
from kibitz.server.store.models import Job

Task: TypeAlias = Callable[[Job, SearchBounds], None]

_log = logging.getLogger(__name__)
_NOBODY = "unknown"  # the client of sessions from before clients were kept


class JobWorker:
    """Does the jobs of the database. `tasks`: what to do for each kind of job.

    `bounds()`: what the searches of a job keep to.
    """

    def __init__(
        self,
        pool: Pool,
        leases: Leases,
        tasks: Mapping[str, Task],
        bounds: Callable[[], SearchBounds],
    ) -> None:
        self._pool = pool
        self._leases = leases
        self._tasks = tasks
        self._bounds = bounds
        self._retries = Retries()
        self._lock = Lock()
        self._taken: dict[
            str, tuple[int, SearchBounds] | None
        ] = {}  # None while it waits for a thread
        self._is_behind = False  # whether jobs wait that the pool had no room for
        self._is_closing = False

    def offer(self, job: Waiting) -> None:
        """Do a job soon, where there is room; otherwise it is found again later."""
        with self._lock:
            is_taken = self._is_closing or job.id in self._taken
            if is_taken or self._retries.is_resting(job.id, job.version):
                return
            self._taken[job.id] = None
        client = job.client or _NOBODY
        try:
            self._pool.submit(lambda: self._do(job), client, Priority(job.priority))
        except LaterError:  # it is full, or this client has enough in it
            self._is_behind = True
            self._give_up(job.id)

    def look(self) -> None:
        """Take on jobs that nobody works on."""
        room = self._pool.room
        if room > 0:
            self._is_behind = False
            # Jobs that rest after a failure must not hide those behind them.
            for job in self._leases.waiting(room + self._retries.count):
                self.offer(job)

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

    def _do(self, job: Waiting) -> None:
        following = None
        try:
            self._work(job.id)
            self._retries.succeed(job.id)
            # Doing it may have left another one for the same session.
            following = self._leases.unclaimed(job.id)
        except NotCompiledError as needed:
            self._wait_for_compiling(job, needed)
            return
        except Exception as failure:
            self._fail(job, failure)
        self._give_up(job.id)
        if self._is_behind:
            self._try_to_look()
        elif following is not None:
            self.offer(following)

    def _try_to_look(self) -> None:
        """Look for other jobs; where the database fails, the next regular look will do."""
        try:
            self.look()
        except SQLAlchemyError as failure:
            if database_failure(failure) is None:
                raise

    def _wait_for_compiling(self, job: Waiting, needed: NotCompiledError) -> None:
        """Go on with a job once its game is compiled; until then nobody offers it again."""
        self._release(job.id)
        with self._lock:
            self._taken[job.id] = None

        def resume(_: object) -> None:
            self._give_up(job.id)
            self.offer(job)

        needed.done.add_done_callback(resume)

    def _work(self, job_id: str) -> None:
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

    def _fail(self, job: Waiting, failure: Exception) -> None:
        """Log the first failure of a job, and have it tried again after a pause."""
        is_first = self._retries.fail(job.id, job.version)
        reason = database_failure(failure)
        if reason is not None:
            log_database_failure(_log, "the result of an engine was not saved, retrying", reason)
        elif is_first and isinstance(failure, KibitzError):
            _log.warning("an engine failed: %s", failure, extra={"job": job.id})
        elif is_first:
            _log.error("an engine failed", exc_info=failure, extra={"job": job.id})
        self._release(job.id)

    def _release(self, job_id: str) -> None:
        try:
            self._leases.release(job_id)
        except Exception as again:  # then the lease stands still, and is taken over in time
            if database_failure(again) is None:
                _log.error("a lease was not released", exc_info=again, extra={"job": job_id})

    def _give_up(self, job_id: str) -> None:
        with self._lock:
            self._taken.pop(job_id, None)
