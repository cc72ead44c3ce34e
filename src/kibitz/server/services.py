"""The parts of one worker, put together."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Annotated, TypeVar

from fastapi import Depends, Request

from kibitz.engine.search_bounds import SearchBounds
from kibitz.server import memory_usage as memory
from kibitz.server.auth import SecretHasher, new_name
from kibitz.server.catalogue import Catalogue
from kibitz.server.clients import current_client
from kibitz.server.compile_queue import CompileQueue, NotCompiledError
from kibitz.server.event_bus import EventBus
from kibitz.server.idle_analyses import IdleAnalyses
from kibitz.server.jobs.analysis_job import AnalysisJob
from kibitz.server.jobs.analysis_service import AnalysisService
from kibitz.server.jobs.engine_turn import EngineTurn, require_seat
from kibitz.server.jobs.job_worker import JobWorker
from kibitz.server.jobs.pool import Pool
from kibitz.server.jobs.priority import Priority, is_short
from kibitz.server.maintenance import Maintenance
from kibitz.server.metrics import CHANGES, SEARCHES
from kibitz.server.rates import Rate, RateLimiter
from kibitz.server.request_parsing import RequestParser
from kibitz.server.schema.shared_schema import LimitFields
from kibitz.server.sessions.loader import SessionLoader
from kibitz.server.sessions.service import SessionService, Stored
from kibitz.server.settings import Settings
from kibitz.server.smart_horses.horses_positions import GAMES as SMART_HORSES
from kibitz.server.store.analysis_store import AnalysisStore
from kibitz.server.store.database import Database
from kibitz.server.store.expiry import Expiry
from kibitz.server.store.job_store import Leases, Waiting
from kibitz.server.store.migrate import migrate
from kibitz.server.store.models import CLIENT_LENGTH
from kibitz.server.store.quotas import Quotas
from kibitz.server.store.server_key import kept_secret
from kibitz.server.store.session_store import Saved, SessionStore
from kibitz.server.stream_slots import StreamSlots
from kibitz.session.session import Session

Found = TypeVar("Found")

_log = logging.getLogger(__name__)

_CHECK_SHARE = 0.2  # of the seconds for a search, for a request that needs none
_MEMORY_LOOK = 60.0  # seconds between two looks at the memory of this worker

_EXPIRE = 60.0  # seconds between two looks for what is too old


class Services:
    """Everything that handlers use. `start` and `close` are called once."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.catalogue = Catalogue(settings.games)
        self.database = Database(settings.database_url, settings.handlers + settings.threads + 4)
        migrate(self.database)
        self.events = EventBus(self.database, settings.poll)
        self.stream_slots = StreamSlots(settings.streams, settings.client_streams)
        self.parser = RequestParser(self.catalogue, settings)
        self.loader = SessionLoader(self.catalogue, settings.search_seconds)
        self.pool = Pool(
            settings.threads,
            settings.requests,
            memory_limit=settings.memory_limit,
            on_memory=self.loader.clear,
        )
        self.handlers = Pool(settings.handlers, settings.requests, share=0.5)
        limiter = RateLimiter(Rate.parse(settings.compile_rate)) if settings.compile_rate else None
        self.compiles = CompileQueue(self.catalogue, on=settings.warm, limiter=limiter)
        self.hasher = SecretHasher(settings.secret_key or kept_secret(self.database))
        quotas = Quotas(
            settings.queue,
            settings.client_queue,
            settings.client_exhibitions,
            settings.client_sessions,
        )
        self.sessions = SessionService(
            SessionStore(self.database, quotas),
            self.loader,
            self.hasher,
            settings.longest,
            self._changed,
        )
        self.analyses = AnalysisStore(self.database, quotas)
        self.analysis_service = AnalysisService(self.parser, self.sessions, self.compiles, settings)
        self.jobs = JobWorker(
            self.pool,
            Leases(self.database, new_name(), settings.lease),
            {
                "session": EngineTurn(
                    self.sessions, self.database, self.events.wake, self.compiles
                ),
                "analysis": AnalysisJob(self.analysis_service, self.analyses, self.events.wake),
            },
            self.bounds,
        )
        self.idle_analyses = IdleAnalyses(self.analyses, self.events, self.jobs.stop)
        self.expiry = Expiry(self.database, settings.session_days, settings.unplayed_days)
        self._maintenance = Maintenance(
            [
                (self.jobs.look, max(0.5, settings.poll)),
                (self.jobs.renew, settings.lease / 4),
                (self.sessions.settle, 1.0),
                (self._expire, _EXPIRE),
                (self.idle_analyses.look, 1.0),
                (self._leave_if_large, _MEMORY_LOOK),
            ]
        )

    def bounds(self, share: float = 1.0) -> SearchBounds:
        """What a piece of work keeps to; `share`: of the seconds that are usual."""
        seconds = self.settings.search_seconds * share
        return SearchBounds(seconds=seconds, nodes=self.settings.search_nodes)

    def start(self) -> None:
        """Begin to think and to look after things."""
        self.compiles.start(list(SMART_HORSES.values()))
        self._maintenance.start()

    def close(self) -> None:
        """Finish what is under way, leave the rest to others, and let go of everything."""
        self.jobs.close()
        self.compiles.close()
        self._maintenance.close()
        self.handlers.close()
        self.pool.close()
        self.database.close()

    def _leave_if_large(self) -> None:
        """End a worker that needs too much memory, where another takes its place.

        Compiled code is never freed: a worker that has played very many variants grows.
        """
        limit = self.settings.memory_limit
        if self.settings.replaceable and memory.is_over(limit):
            self.loader.clear()
            if memory.is_over(limit):
                _log.warning("this worker uses more than %d MB and is being replaced", limit)
                os.kill(os.getpid(), signal.SIGTERM)

    async def handle(self, work: Callable[[], Found]) -> Found:
        """Do what the current client asks for, where it needs no search."""
        patience = self.settings.patience
        return await self.handlers.run(work, self.bounds(_CHECK_SHARE), patience=patience)

    async def search(
        self,
        request: Request | None,
        work: Callable[[], Found],
        *,
        share: float = 1.0,
        priority: Priority = Priority.REQUEST,
    ) -> Found:
        """Do work of the current client that searches; if the client goes away, stop it.

        `share`: of the seconds that one answer usually gets. A game that has to be compiled first
        is waited for, but not in a search thread.
        """
        SEARCHES.inc()
        patience = self.settings.patience
        deadline = time.monotonic() + self.settings.compile_patience
        while True:
            try:
                return await self.pool.run(work, self.bounds(share), request, priority, patience)
            except NotCompiledError as needed:
                left = deadline - time.monotonic()
                await asyncio.wait([asyncio.wrap_future(needed.done)], timeout=max(0.0, left))
                if not needed.done.done():
                    raise

    async def run_search(self, work: Callable[[], Found]) -> Found:
        """Do work that searches, without a look at the connection."""
        return await self.search(None, work)

    def client_name(self) -> str:
        """What is kept of the current client: not its address, but a hash that only we can make."""
        client = current_client()
        return self.hasher.hash(client)[:CLIENT_LENGTH] if client else ""

    def priority(self, asked: LimitFields | None) -> Priority:
        """How soon a search with this limit gets its turn."""
        is_quick = asked is None or is_short(asked.limit())
        return Priority.REQUEST if is_quick else Priority.LONG

    def begin(self, session: Session) -> tuple[Stored, Mapping[int, str]]:
        """Keep a new session of the current client; what its engines need is compiled meanwhile."""
        for seat in session.seats:
            if seat.kind == "engine":
                with suppress(NotCompiledError):
                    require_seat(self.compiles, session, seat)
        return self.sessions.begin(session, self.client_name())

    def _changed(self, saved: Saved) -> None:
        CHANGES.labels(what=saved.what).inc()
        self.events.wake(saved.id)
        self.jobs.stop(saved.id)
        if saved.has_job:
            self.jobs.offer(Waiting(saved.id, saved.version, saved.client, saved.priority))

    def _expire(self) -> None:
        self.expiry.run()


def services_of(request: Request) -> Services:
    """The services of the app that a request came to."""
    found: Services = request.app.state.services
    return found


ServicesHere = Annotated[Services, Depends(services_of)]
