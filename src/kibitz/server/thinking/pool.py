"""The threads that think, and the bounded queue before them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import TypeVar

from fastapi import Request

from kibitz.engine.bounds import Bounds
from kibitz.server import memory
from kibitz.server.errors import BusyError
from kibitz.server.metrics import QUEUE, SEARCHES

Found = TypeVar("Found")

_LOOK = 0.1  # seconds between two looks whether the client is still there


class Pool:
    """Does work in `threads` threads; at most `waiting` pieces of it wait.

    `memory_limit`: megabytes of the process above which nothing is taken on; `on_memory` may free
    some first.
    """

    def __init__(
        self,
        threads: int,
        waiting: int,
        memory_limit: int = 0,
        on_memory: Callable[[], None] = lambda: None,
    ) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="kibitz-think")
        self._most = threads + waiting
        self._memory_limit = memory_limit
        self._on_memory = on_memory
        self._lock = Lock()
        self._count = 0

    @property
    def room(self) -> int:
        """How many pieces of work would be taken on."""
        return self._most - self._count

    def submit(self, work: Callable[[], Found]) -> Future[Found]:
        """Have `work` done; BusyError where too much waits already."""
        self._check_memory()
        with self._lock:
            if self._count >= self._most:
                raise BusyError("queue_full", seconds=1)
            self._count += 1
        QUEUE.set(self._count)
        future = self._threads.submit(work)
        future.add_done_callback(self._leave)
        return future

    def _leave(self, _: object) -> None:
        with self._lock:
            self._count -= 1
        QUEUE.set(self._count)

    def _check_memory(self) -> None:
        if memory.is_over(self._memory_limit):
            self._on_memory()
            if memory.is_over(self._memory_limit):
                raise BusyError("memory_short", seconds=5)

    async def run(
        self, work: Callable[[], Found], bounds: Bounds, request: Request | None = None
    ) -> Found:
        """Do `work` within `bounds`; a client that closes its connection stops it."""

        def bounded() -> Found:
            SEARCHES.inc()
            with bounds:
                return work()

        future = asyncio.wrap_future(self.submit(bounded))
        try:
            while not future.done():
                await asyncio.wait([future], timeout=_LOOK)
                if request is not None and not future.done() and await request.is_disconnected():
                    bounds.stop()
        except asyncio.CancelledError:
            bounds.stop()
            raise
        return future.result()

    def close(self) -> None:
        """Wait for what is under way; what waits is dropped."""
        self._threads.shutdown(wait=True, cancel_futures=True)
