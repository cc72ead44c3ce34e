"""Runs the background jobs in the database (engine turns and analyses) under leases."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from threading import Lock
from typing import TypeAlias

from sqlalchemy.exc import SQLAlchemyError

from kibitz.core.errors import KibitzError
from kibitz.engine.search_bounds import SearchBounds
from kibitz.server.compile_queue import NotCompiledError
from kibitz.server.http_errors import RetryError
from kibitz.server.jobs.pool import Pool
from kibitz.server.jobs.priority import Priority
from kibitz.server.jobs.retries import Retries
from kibitz.server.store.failures import database_failure, log_database_failure
from kibitz.server.store.job_store import Leases, Waiting
from kibitz.server.store.models import Job

Task: TypeAlias = Callable[[Job, SearchBounds], None]

_log = logging.getLogger(__name__)
_UNKNOWN = "unknown"  # client of sessions from older versions, which did not store it


class JobWorker:
    """Claims and runs jobs.

    `tasks` maps each kind of job to its function. `bounds()` creates the search bounds of a job.
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
        self._taken: dict[str, tuple[int, SearchBounds] | None] = {}  # None: waiting for a thread
        self._has_backlog = False  # whether the pool had no room for a job
        self._is_closing = False

    def offer(self, job: Waiting) -> None:
        """Queue a job if there is room; otherwise a later poll finds it again."""
        with self._lock:
            is_taken = self._is_closing or job.id in self._taken
            if is_taken or self._retries.is_backing_off(job.id, job.version):
                return
            self._taken[job.id] = None
        client = job.client or _UNKNOWN
        try:
            self._pool.submit(lambda: self._process(job), client, Priority(job.priority))
        except RetryError:  # the queue is full, or this client has reached its share
            self._has_backlog = True
            self._forget(job.id)

    def poll(self) -> None:
        """Queue jobs that no running worker has leased."""
        room = self._pool.room
        if room > 0:
            self._has_backlog = False
            # Ask for more than fit, so that jobs in back-off do not hide those behind them.
            for job in self._leases.waiting(room + self._retries.count):
                self.offer(job)

    def renew(self) -> None:
        """Send heartbeats for the leases; stop jobs that were dropped, replaced or taken over."""
        with self._lock:
            running = {job_id: taken for job_id, taken in self._taken.items() if taken is not None}
        if not running:
            return
        renewed = self._leases.renew(list(running))
        for job_id, (version, bounds) in running.items():
            if renewed.get(job_id) != version:
                bounds.stop()

    def stop(self, job_id: str) -> None:
        """Stop a job if it runs on this worker."""
        with self._lock:
            taken = self._taken.get(job_id)
        if taken is not None:
            taken[1].stop()

    def close(self) -> None:
        """Stop all jobs; unfinished ones are left to other workers."""
        with self._lock:
            self._is_closing = True
            running = [taken for taken in self._taken.values() if taken is not None]
        for _, bounds in running:
            bounds.stop()

    def _process(self, job: Waiting) -> None:
        following = None
        try:
            self._run(job.id)
            self._retries.succeed(job.id)
            # The result may have created the next job of the same session.
            following = self._leases.unclaimed(job.id)
        except NotCompiledError as needed:
            self._wait_for_compiling(job, needed)
            return
        except Exception as failure:
            self._fail(job, failure)
        self._forget(job.id)
        if self._has_backlog:
            self._try_to_poll()
        elif following is not None:
            self.offer(following)

    def _try_to_poll(self) -> None:
        """Queue waiting jobs; if the database fails, leave them to the next regular poll."""
        try:
            self.poll()
        except SQLAlchemyError as failure:
            if database_failure(failure) is None:
                raise

    def _wait_for_compiling(self, job: Waiting, needed: NotCompiledError) -> None:
        """Release the job, and queue it again once its game is compiled."""
        self._release(job.id)
        with self._lock:
            self._taken[job.id] = None

        def resume(_: object) -> None:
            self._forget(job.id)
            self.offer(job)

        needed.done.add_done_callback(resume)

    def _run(self, job_id: str) -> None:
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
        """Log the first failure of a job, and schedule a retry with back-off."""
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
        except Exception as again:  # the lease expires, and another worker takes it over
            if database_failure(again) is None:
                _log.error("a lease was not released", exc_info=again, extra={"job": job_id})

    def _forget(self, job_id: str) -> None:
        with self._lock:
            self._taken.pop(job_id, None)
