"""The threads that search, and the bounded queue in front of them.

Work waits by priority and, within one priority, by client: the client that has the least work
running goes first, then the one that was served longest ago. So one client's hundred requests
delay another client's single one by no more than what is running. Work that may take long never
takes the last free thread, which stays for people's games; work that has waited for some time
rises in priority, so nothing waits for ever.
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
from kibitz.server.clients import acting_for, current_client
from kibitz.server.http_errors import BusyError, RateError
from kibitz.server.jobs.priority import Priority
from kibitz.server.metrics import QUEUE

Found = TypeVar("Found")

_LOOK = 0.1  # seconds between two checks that the client is still connected
_AGEING = 5.0  # seconds of waiting that raise the priority by one


@dataclass(slots=True, eq=False)
class _Task:
    """A piece of work that waits or runs."""

    work: Callable[[], Any]
    client: str
    priority: Priority
    order: int
    future: Future[Any] = field(default_factory=Future)
    since: float = field(default_factory=time.monotonic)

    def run(self) -> None:
        """Do the work, unless nobody wants it any more."""
        if not self.future.set_running_or_notify_cancel():
            return
        try:
            with acting_for(self.client):
                found = self.work()
        except BaseException as problem:
            self.future.set_exception(problem)
        else:
            self.future.set_result(found)


class Pool:
    """Runs work in `threads` threads; at most `waiting` pieces of work wait, half of them of one
    client.

    `share`: the part of the threads that one client may occupy. `memory_limit`: megabytes of the
    process above which no work is accepted; `on_memory` may free some first.
    """

    def __init__(
        self,
        threads: int,
        waiting: int,
        *,
        share: float = 1.0,
        memory_limit: int = 0,
        on_memory: Callable[[], None] = lambda: None,
    ) -> None:
        self._most = threads + waiting
        self._most_long = max(1, threads - 1)
        self._most_of_one = max(1, round(threads * share))
        self._most_waiting_of_one = max(1, waiting // 2)
        self._memory_limit = memory_limit
        self._on_memory = on_memory
        self._changed = Condition()
        self._waiting: list[_Task] = []
        self._running: list[_Task] = []
        self._served: dict[str, int] = {}  # by waiting client: the order of its last task
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
        """How many more pieces of work would be accepted."""
        return self._most - len(self._waiting) - len(self._running)

    def submit(
        self,
        work: Callable[[], Found],
        client: str = "",
        priority: Priority = Priority.REQUEST,
    ) -> Future[Found]:
        """Have `work` done; BusyError where too much waits, RateError for one client's too much."""
        self._check_memory()
        with self._changed:
            if self._is_closed or self.room <= 0:
                raise BusyError("queue_full", seconds=1)
            own = sum(task.client == client for task in self._waiting)
            if client and own >= self._most_waiting_of_one:
                raise RateError("too_much_waiting", count=own, seconds=1)
            self._order += 1
            task = _Task(work, client, priority, self._order)
            self._waiting.append(task)
            self._changed.notify_all()
            self._count()
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
                self._note_served(task)
            task.run()
            with self._changed:
                self._running.remove(task)
                self._count()
                self._changed.notify_all()

    def _next(self) -> _Task | None:
        """The task to start now; None where there is none, or none that may take a thread."""
        now = time.monotonic()
        running = Counter(task.client for task in self._running)
        long_ones = sum(task.priority >= Priority.LONG for task in self._running)
        startable = [
            task
            for task in self._waiting
            if (task.priority < Priority.LONG or long_ones < self._most_long)
            and (not task.client or running[task.client] < self._most_of_one)
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

    def _note_served(self, task: _Task) -> None:
        """Remember who was served last, for as long as that client has work here."""
        self._served[task.client] = self._order
        present = {other.client for other in (*self._waiting, *self._running)}
        for client in self._served.keys() - present:
            del self._served[client]

    def _count(self) -> None:
        QUEUE.set(len(self._waiting) + len(self._running))

    def _check_memory(self) -> None:
        if memory.is_over(self._memory_limit):
            self._on_memory()
            if memory.is_over(self._memory_limit):
                raise BusyError("memory_short", seconds=5)

    async def run(
        self,
        work: Callable[[], Found],
        bounds: SearchBounds,
        request: Request | None = None,
        priority: Priority = Priority.REQUEST,
        patience: float = math.inf,
    ) -> Found:
        """Do `work` of the current client within `bounds`; if its connection is closed, stop it.

        BusyError where its turn has not come after `patience` seconds.
        """

        def bounded() -> Found:
            with bounds:
                return work()

        task = self.submit(bounded, current_client(), priority)
        future, began = asyncio.wrap_future(task), time.monotonic()
        try:
            while not future.done():
                await asyncio.wait([future], timeout=_LOOK)
                if future.done():
                    break
                if request is not None and await request.is_disconnected():
                    bounds.stop()
                    self._withdraw(task)
                elif time.monotonic() - began > patience:
                    self._withdraw(task)
        except asyncio.CancelledError:
            bounds.stop()
            self._withdraw(task)
            raise
        if future.cancelled():
            raise BusyError("queue_full", seconds=5)
        return future.result()

    def _withdraw(self, future: Future[Any]) -> None:
        """Take work back that has not begun."""
        with self._changed:
            for task in self._waiting:
                if task.future is future and future.cancel():
                    self._waiting.remove(task)
                    self._count()
                    return

    def close(self) -> None:
        """Wait for what is running; drop what waits."""
        with self._changed:
            self._is_closed = True
            for task in self._waiting:
                task.future.cancel()
            self._waiting.clear()
            self._count()
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()
