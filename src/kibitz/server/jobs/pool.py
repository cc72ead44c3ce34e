"""A thread pool with a bounded queue, priorities and fairness between clients.

Within a priority, the client with the fewest running tasks comes first, then the client served
longest ago. So a hundred requests from one client delay another client's request only by the
tasks that are already running. Long tasks never occupy the last free thread, which is reserved for
games with people. Priorities rise with waiting time, so no task starves.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from threading import Condition, Thread
from typing import Any, TypeVar

from fastapi import Request

from kibitz.engine.search_bounds import SearchBounds
from kibitz.server import memory_usage as memory
from kibitz.server.client_identity import client_context, current_client
from kibitz.server.http_errors import BusyError, RateError
from kibitz.server.jobs.priority import Priority
from kibitz.server.metrics import QUEUE

Result = TypeVar("Result")

_POLL_SECONDS = 0.1  # between checks that the client is still connected
_AGEING = 5.0  # seconds a task waits before its priority rises by one


@dataclass(slots=True, eq=False)
class _Task:
    """A waiting or running task."""

    work: Callable[[], Any]
    client: str
    priority: Priority
    order: int
    future: Future[Any] = field(default_factory=Future)
    since: float = field(default_factory=time.monotonic)

    def run(self) -> None:
        """Do the work, unless it was cancelled."""
        if not self.future.set_running_or_notify_cancel():
            return
        try:
            with client_context(self.client):
                result = self.work()
        except BaseException as problem:
            self.future.set_exception(problem)
        else:
            self.future.set_result(result)


class Pool:
    """Runs tasks in `threads` threads, with up to `waiting` tasks in the queue.

    One client may fill at most half of the queue, and a fraction `share` of the threads. When the
    process uses more than `memory_limit` megabytes, `on_memory_limit` is called; if that does not
    free enough, new tasks are refused.
    """

    def __init__(
        self,
        threads: int,
        waiting: int,
        *,
        share: float = 1.0,
        memory_limit: int = 0,
        on_memory_limit: Callable[[], None] = lambda: None,
    ) -> None:
        self._limit = threads + waiting
        self._long_limit = max(1, threads - 1)
        self._client_limit = max(1, round(threads * share))
        self._client_queue_limit = max(1, waiting // 2)
        self._memory_limit = memory_limit
        self._on_memory_limit = on_memory_limit
        self._changed = Condition()
        self._waiting: list[_Task] = []
        self._running: list[_Task] = []
        self._served: dict[str, int] = {}  # by client: `_order` when its last task started
        self._order = 0
        self._is_closed = False
        self._threads = [
            Thread(target=self._work, name=f"kibitz-search-{number}", daemon=True)
            for number in range(threads)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def room(self) -> int:
        """The number of tasks that the queue still accepts."""
        return self._limit - len(self._waiting) - len(self._running)

    def submit(
        self,
        work: Callable[[], Result],
        client: str = "",
        priority: Priority = Priority.REQUEST,
    ) -> Future[Result]:
        """Queue `work`.

        Raises BusyError if the queue is full, and RateError if the client's half of it is.
        """
        self._check_memory()
        with self._changed:
            if self._is_closed or self.room <= 0:
                raise BusyError("queue_full", seconds=1)
            own = sum(task.client == client for task in self._waiting)
            if client and own >= self._client_queue_limit:
                raise RateError("too_much_waiting", count=own, seconds=1)
            self._order += 1
            task = _Task(work, client, priority, self._order)
            self._waiting.append(task)
            self._changed.notify_all()
            self._update_metric()
        return task.future

    def _work(self) -> None:
        while True:
            with self._changed:
                while (task := self._next()) is None:
                    if self._is_closed:
                        return
                    self._changed.wait()
                self._waiting.remove(task)
                self._running.append(task)
                self._record_served(task)
            task.run()
            with self._changed:
                self._running.remove(task)
                self._update_metric()
                self._changed.notify_all()

    def _next(self) -> _Task | None:
        """The task to start next; None if no waiting task may start now."""
        now = time.monotonic()
        running = Counter(task.client for task in self._running)
        long_count = sum(task.priority >= Priority.LONG for task in self._running)
        startable = [
            task
            for task in self._waiting
            if (task.priority < Priority.LONG or long_count < self._long_limit)
            and (not task.client or running[task.client] < self._client_limit)
        ]
        return min(
            startable,
            key=lambda task: (
                max(0, task.priority - int((now - task.since) / _AGEING)),
                running[task.client],
                self._served.get(task.client, 0),
                task.order,
            ),
            default=None,
        )

    def _record_served(self, task: _Task) -> None:
        """Record that a client was served; forget clients without tasks."""
        self._served[task.client] = self._order
        present = {other.client for other in (*self._waiting, *self._running)}
        for client in self._served.keys() - present:
            del self._served[client]

    def _update_metric(self) -> None:
        QUEUE.set(len(self._waiting) + len(self._running))

    def _check_memory(self) -> None:
        if memory.is_over(self._memory_limit):
            self._on_memory_limit()
            if memory.is_over(self._memory_limit):
                raise BusyError("memory_short", seconds=5)

    async def run(
        self,
        work: Callable[[], Result],
        bounds: SearchBounds,
        request: Request | None = None,
        priority: Priority = Priority.REQUEST,
        patience: float = math.inf,
    ) -> Result:
        """Run `work` for the current client within `bounds`; stop it if the client disconnects.

        Raises BusyError if it has not started after `patience` seconds.
        """

        def bounded() -> Result:
            with bounds:
                return work()

        task = self.submit(bounded, current_client(), priority)
        future, started = asyncio.wrap_future(task), time.monotonic()
        try:
            while not future.done():
                await asyncio.wait([future], timeout=_POLL_SECONDS)
                if future.done():
                    break
                if request is not None and await request.is_disconnected():
                    bounds.stop()
                    self._cancel(task)
                elif time.monotonic() - started > patience:
                    self._cancel(task)
        except asyncio.CancelledError:
            bounds.stop()
            self._cancel(task)
            raise
        if future.cancelled():
            raise BusyError("queue_full", seconds=5)
        return future.result()

    def _cancel(self, future: Future[Any]) -> None:
        """Cancel a task that has not started."""
        with self._changed:
            for task in self._waiting:
                if task.future is future and future.cancel():
                    self._waiting.remove(task)
                    self._update_metric()
                    return

    def close(self) -> None:
        """Wait for running tasks; cancel waiting ones."""
        with self._changed:
            self._is_closed = True
            for task in self._waiting:
                task.future.cancel()
            self._waiting.clear()
            self._update_metric()
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()
