"""Who follows which stream, and how they learn that something has happened."""

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
_GONE = -1
_PAUSE = 0.1  # seconds between two batches of one stream; engines may be faster


class EventBus:
    """Wakes the followers of a stream: at once for this worker's changes, soon for other workers'.

    One query finds what is new in all the streams that are followed here.
    """

    def __init__(self, database: Database, seconds: float) -> None:
        self._database = database
        self._seconds = seconds
        self._bells: dict[str, set[asyncio.Event]] = {}
        self._known: dict[str, int] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    async def run(self) -> None:
        """Look for what other workers did, until cancelled."""
        self._loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(self._seconds)
            if self._bells:
                await run_in_threadpool(self._try_to_look)

    def _try_to_look(self) -> None:
        try:
            self._look()
        except SQLAlchemyError as failure:
            reason = database_failure(failure)
            if reason is None:
                raise
            log_database_failure(_log, "event streams are delayed", reason)

    def _look(self) -> None:
        followed = list(self._bells)
        with self._database.reading() as transaction:
            found = last_numbers(transaction, followed)
        for stream_id in followed:
            number = found.get(stream_id, _GONE)
            if self._known.get(stream_id) != number:
                self._known[stream_id] = number
                self.wake(stream_id)

    def wake(self, stream_id: str) -> None:
        """Something has happened to a stream. From any thread."""
        if self._loop is not None and not self._loop.is_closed() and stream_id in self._bells:
            self._loop.call_soon_threadsafe(self._ring, stream_id)

    def _ring(self, stream_id: str) -> None:
        for bell in self._bells.get(stream_id, ()):
            bell.set()

    @contextmanager
    def _listening(self, stream_id: str) -> Iterator[asyncio.Event]:
        bell = asyncio.Event()
        self._bells.setdefault(stream_id, set()).add(bell)
        STREAMS.inc()
        try:
            yield bell
        finally:
            STREAMS.dec()
            self._bells[stream_id].discard(bell)
            if not self._bells[stream_id]:
                del self._bells[stream_id]
                self._known.pop(stream_id, None)

    async def follow(self, stream_id: str, number: int) -> AsyncGenerator[list[Event], None]:
        """The events of a stream after `number`, in batches, as they come; never an empty one.

        It ends when the stream is deleted.
        """
        with self._listening(stream_id) as bell:
            while True:
                bell.clear()
                found = await run_in_threadpool(self._after, stream_id, number)
                if found is None:
                    return
                if found:
                    number = found[-1].number
                    yield found
                    await asyncio.sleep(_PAUSE)
                else:
                    await bell.wait()

    def _after(self, stream_id: str, number: int) -> list[Event] | None:
        """The events after one of them; None where the stream is gone."""
        with self._database.reading() as transaction:
            found = list(events_after(transaction, stream_id, number))
            is_there = bool(found) or bool(last_numbers(transaction, [stream_id]))
        return found if is_there else None

    def is_followed(self, stream_id: str) -> bool:
        """Whether anybody follows a stream here."""
        return stream_id in self._bells

    def last(self, stream_id: str) -> int:
        """The number of a stream's last event."""
        with self._database.reading() as transaction:
            return last_numbers(transaction, [stream_id]).get(stream_id, 0)
