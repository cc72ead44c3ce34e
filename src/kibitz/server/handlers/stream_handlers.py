"""Handlers for the event streams of sessions, background analyses and reviews."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import Annotated, Literal

from fastapi import Query, Response
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool
from starlette.types import Receive, Scope, Send

from kibitz.server.client_identity import current_client
from kibitz.server.handlers.analysis_handlers import read_analysis
from kibitz.server.handlers.headers import LastEvent, event_number
from kibitz.server.handlers.review_handlers import read_review
from kibitz.server.http_errors import MissingError
from kibitz.server.services import Services, ServicesHere
from kibitz.server.store.event_store import EVENTS_KEPT
from kibitz.server.store.failures import database_failure, log_database_failure
from kibitz.server.store.follower_store import KIND, Presence
from kibitz.server.store.models import Event

_log = logging.getLogger(__name__)

_MOST_UPDATES = 20  # in one batch; a client that missed more gets the full document

EventsWanted = Annotated[
    Literal["changes"] | None,
    Query(description="changes: updates instead of the full document after every change"),
]

TicketsSent = Annotated[
    Sequence[str],
    Query(max_length=16, description="the tickets of the seats whose players follow the session"),
]
IsSpectator = Annotated[bool, Query(description="whether to count the follower as a spectator")]


async def follow_session(
    session_id: str,
    services: ServicesHere,
    events: EventsWanted = None,
    seat: TicketsSent = (),
    spectator: IsSpectator = False,
    last_event_id: LastEvent = None,
) -> Response:
    """Follow a session by server-sent events.

    `change` and `thinking` (an engine's best line so far) are sent in order. After changes,
    `session` contains the full document. A stream resumed with Last-Event-ID sends the missed
    events, or the full session if there are too many.

    With `events=changes`, `session` is only sent first and after a gap. Every change is then an
    `update`, which contains what it altered in the document.

    `presence` contains the players who follow the session, and the number of spectators.
    """
    number = event_number(last_event_id)

    def work() -> list[int | None]:
        services.sessions.read(session_id)
        keys = services.sessions.keys
        sides: set[int] = {keys.ticket_side(session_id, ticket) for ticket in seat}
        return [*sorted(sides), *([None] if spectator and not sides else [])]

    followers = await services.handle(work)
    sent = _session_events(services, session_id, number, events == "changes")
    return FollowedStream(sent, services, session_id, followers)


async def follow_analysis(
    analysis_id: str, services: ServicesHere, last_event_id: LastEvent = None
) -> Response:
    """Follow an analysis: `lines` as they improve, then `done`. It stops if all followers leave."""
    number = event_number(last_event_id) or 0
    found = await read_analysis(analysis_id, services)
    last = await run_in_threadpool(services.events.last_number, analysis_id)
    if found.status == "done" and number >= last:
        return Response(status_code=204)  # a browser does not reconnect after 204
    return EventStream(_analysis_events(services, analysis_id, number), services)


async def follow_review(
    review_id: str, services: ServicesHere, last_event_id: LastEvent = None
) -> Response:
    """Follow a review: `progress` while moves are judged, then `done` with the review.

    It stops if all followers leave.
    """
    number = event_number(last_event_id) or 0
    found = await read_review(review_id, services)
    last = await run_in_threadpool(services.events.last_number, review_id)
    if found.status in ("done", "stopped") and number >= last:
        return Response(status_code=204)
    return EventStream(_analysis_events(services, review_id, number), services)


class EventStream(EventSourceResponse):
    """An event stream, counted against its client's limit."""

    def __init__(self, events: AsyncGenerator[ServerSentEvent], services: Services) -> None:
        self._services = services
        super().__init__(
            _until_failure(events),
            ping=services.settings.heartbeat,
            sep="\n",
            headers={"X-Accel-Buffering": "no"},
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events. At a limit, raises RateError or BusyError before sending anything."""
        with self._services.streams.open(current_client()):
            await self.send_events(scope, receive, send)

    async def send_events(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events."""
        await super().__call__(scope, receive, send)


class FollowedStream(EventStream):
    """The event stream of a session. While it is open, its followers count as present."""

    def __init__(
        self,
        events: AsyncGenerator[ServerSentEvent],
        services: Services,
        session_id: str,
        followers: Sequence[int | None],
    ) -> None:
        super().__init__(events, services)
        self._session_id = session_id
        self._followers = followers

    async def send_events(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events, with the followers recorded."""
        if not self._followers:
            await super().send_events(scope, receive, send)
            return
        services, session_id = self._services, self._session_id
        ids = await run_in_threadpool(services.follow, session_id, self._followers)
        try:
            await super().send_events(scope, receive, send)
        finally:
            # Not awaited, because the client may have gone and this task may be cancelled.
            loop = asyncio.get_running_loop()
            loop.run_in_executor(None, services.unfollow, session_id, ids)


async def _until_failure(
    events: AsyncGenerator[ServerSentEvent],
) -> AsyncGenerator[ServerSentEvent]:
    """Yield events until the resource is deleted or the database fails; then end the stream.

    The client reconnects and gets the error as a response.
    """
    try:
        async with aclosing(events):
            async for event in events:
                yield event
    except MissingError:
        return
    except Exception as failure:
        reason = database_failure(failure)
        if reason is None:
            raise
        log_database_failure(_log, "a stream was closed", reason)


async def _session_events(
    services: Services, session_id: str, number: int | None, has_updates: bool
) -> AsyncGenerator[ServerSentEvent]:
    last = await run_in_threadpool(services.events.last_number, session_id)
    if number is None or not last - EVENTS_KEPT <= number <= last:
        number = last
        yield await _session_event(services, session_id, number)
        presence = await run_in_threadpool(services.followers.read, session_id)
        if presence != Presence():
            yield ServerSentEvent(presence.as_json(), event=KIND, id=str(number))
    async with aclosing(services.events.subscribe(session_id, number)) as batches:
        async for batch in batches:
            changes = [event for event in batch if event.kind == "change"]
            if not has_updates:
                for event in batch:
                    yield _sent(event)
                if changes:
                    yield await _session_event(services, session_id, batch[-1].number)
            elif len(changes) > _MOST_UPDATES or any(event.delta is None for event in changes):
                yield await _session_event(services, session_id, batch[-1].number)
            else:
                for event in batch:
                    yield _update(event) if event.kind == "change" else _sent(event)


def _sent(event: Event) -> ServerSentEvent:
    return ServerSentEvent(event.data, event=event.kind, id=str(event.number))


def _update(event: Event) -> ServerSentEvent:
    return ServerSentEvent(event.delta, event="update", id=str(event.number))


async def _session_event(services: Services, session_id: str, number: int) -> ServerSentEvent:
    stored = await run_in_threadpool(services.sessions.read, session_id)
    return ServerSentEvent(stored.document, event="session", id=str(number))


async def _analysis_events(
    services: Services, analysis_id: str, number: int
) -> AsyncGenerator[ServerSentEvent]:
    await run_in_threadpool(services.idle_analyses.mark_followed, analysis_id)
    async with aclosing(services.events.subscribe(analysis_id, number)) as batches:
        async for batch in batches:
            for event in batch:
                yield _sent(event)
            if batch[-1].kind == "done":
                return
