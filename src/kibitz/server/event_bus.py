"""The event bus, which notifies subscribers when their stream has new events."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager

from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool

from kibitz.server.metrics import STREAMS
from kibitz.server.store.database import Database
from kibitz.server.store.event_store import events_after, last_numbers
from kibitz.server.store.failures import database_failure, log_database_failure
from kibitz.server.store.models import Event

_log = logging.getLogger(__name__)
_DELETED = -1
_PAUSE = 0.1  # minimum seconds between batches of one stream


class EventBus:
    """Notifies subscribers of new events: this worker's immediately, other workers' by polling.

    A single query polls all streams that have subscribers on this worker.
    """

    def __init__(self, database: Database, seconds: float) -> None:
        self._database = database
        self._seconds = seconds
        self._subscribers: dict[str, set[asyncio.Event]] = {}
        self._last_seen: dict[str, int] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    async def run(self) -> None:
        """Poll for other workers' events until cancelled."""
        self._loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(self._seconds)
            if self._subscribers:
                await run_in_threadpool(self._try_to_poll)

    def _try_to_poll(self) -> None:
        try:
            self._poll()
        except SQLAlchemyError as failure:
            reason = database_failure(failure)
            if reason is None:
                raise
            log_database_failure(_log, "event streams are delayed", reason)

    def _poll(self) -> None:
        stream_ids = list(self._subscribers)
        with self._database.reading() as transaction:
            last = last_numbers(transaction, stream_ids)
        for stream_id in stream_ids:
            number = last.get(stream_id, _DELETED)
            if self._last_seen.get(stream_id) != number:
                self._last_seen[stream_id] = number
                self.notify(stream_id)

    def notify(self, stream_id: str) -> None:
        """Wake the subscribers of a stream. Thread-safe."""
        if self._loop is not None and not self._loop.is_closed() and stream_id in self._subscribers:
            self._loop.call_soon_threadsafe(self._wake, stream_id)

    def _wake(self, stream_id: str) -> None:
        for signal in self._subscribers.get(stream_id, ()):
            signal.set()

    @contextmanager
    def _subscription(self, stream_id: str) -> Iterator[asyncio.Event]:
        signal = asyncio.Event()
        self._subscribers.setdefault(stream_id, set()).add(signal)
        STREAMS.inc()
        try:
            yield signal
        finally:
            STREAMS.dec()
            self._subscribers[stream_id].discard(signal)
            if not self._subscribers[stream_id]:
                del self._subscribers[stream_id]
                self._last_seen.pop(stream_id, None)

    async def subscribe(self, stream_id: str, number: int) -> AsyncGenerator[list[Event], None]:
        """Yield the events after `number` in non-empty batches, until the stream is deleted."""
        with self._subscription(stream_id) as signal:
            while True:
                signal.clear()
                found = await run_in_threadpool(self._after, stream_id, number)
                if found is None:
                    return
                if found:
                    number = found[-1].number
                    yield found
                    await asyncio.sleep(_PAUSE)
                else:
                    await signal.wait()

    def _after(self, stream_id: str, number: int) -> list[Event] | None:
        """The events after `number`; None if the stream is deleted."""
        with self._database.reading() as transaction:
            found = list(events_after(transaction, stream_id, number))
            exists = bool(found) or bool(last_numbers(transaction, [stream_id]))
        return found if exists else None

    def has_subscribers(self, stream_id: str) -> bool:
        """Whether a stream has subscribers on this worker."""
        return stream_id in self._subscribers

    def last_number(self, stream_id: str) -> int:
        """The number of the last event of a stream."""
        with self._database.reading() as transaction:
            return last_numbers(transaction, [stream_id]).get(stream_id, 0)
