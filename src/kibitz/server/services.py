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

from kibitz.engine.bounds import Bounds
from kibitz.server import memory
from kibitz.server.catalogue import Catalogue
from kibitz.server.clients import current_client
from kibitz.server.compile_queue import CompileQueue, NotCompiledError
from kibitz.server.following import Follower
from kibitz.server.keeping import Keeper
from kibitz.server.metrics import CHANGES, SEARCHES
from kibitz.server.places import Places
from kibitz.server.play.opening import Opener
from kibitz.server.play.tables import Stored, Tables
from kibitz.server.rates import Rate, RateLimiter
from kibitz.server.schema.common import LimitFields
from kibitz.server.secrecy import Hasher, new_name
from kibitz.server.settings import Settings
from kibitz.server.smart_horses.positions import GAMES as SMART_HORSES
from kibitz.server.store.analyses import AnalysisStore
from kibitz.server.store.database import Database
from kibitz.server.store.expiry import Expiry
from kibitz.server.store.jobs import Leases, Waiting
from kibitz.server.store.keys import kept_secret
from kibitz.server.store.migrating import migrate
from kibitz.server.store.models import CLIENT_LENGTH
from kibitz.server.store.quotas import Quotas
from kibitz.server.store.sessions import Saved, SessionStore
from kibitz.server.stream_slots import StreamSlots
from kibitz.server.thinking.analyses import AnalysisTask
from kibitz.server.thinking.analyst import Analyst
from kibitz.server.thinking.pool import Pool
from kibitz.server.thinking.priority import Priority, is_short
from kibitz.server.thinking.seats import SeatTask, require_seat
from kibitz.server.thinking.thinker import Thinker
from kibitz.server.watching import Watching
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
        self.follower = Follower(self.database, settings.poll)
        self.stream_slots = StreamSlots(settings.streams, settings.client_streams)
        self.places = Places(self.catalogue, settings)
        self.opener = Opener(self.catalogue, settings.search_seconds)
        self.pool = Pool(
            settings.threads,
            settings.requests,
            memory_limit=settings.memory_limit,
            on_memory=self.opener.clear,
        )
        self.handlers = Pool(settings.handlers, settings.requests, share=0.5)
        limiter = RateLimiter(Rate.parse(settings.compile_rate)) if settings.compile_rate else None
        self.compiles = CompileQueue(self.catalogue, on=settings.warm, limiter=limiter)
        self.hasher = Hasher(settings.secret_key or kept_secret(self.database))
        quotas = Quotas(
            settings.queue,
            settings.client_queue,
            settings.client_exhibitions,
            settings.client_sessions,
        )
        self.tables = Tables(
            SessionStore(self.database, quotas),
            self.opener,
            self.hasher,
            settings.longest,
            self._changed,
        )
        self.analyses = AnalysisStore(self.database, quotas)
        self.analyst = Analyst(self.places, self.tables, self.compiles, settings)
        self.thinker = Thinker(
            self.pool,
            Leases(self.database, new_name(), settings.lease),
            {
                "session": SeatTask(self.tables, self.database, self.follower.wake, self.compiles),
                "analysis": AnalysisTask(self.analyst, self.analyses, self.follower.wake),
            },
            self.bounds,
        )
        self.watching = Watching(self.analyses, self.follower, self.thinker.stop)
        self.expiry = Expiry(self.database, settings.session_days, settings.unplayed_days)
        self._keeper = Keeper(
            [
                (self.thinker.look, max(0.5, settings.poll)),
                (self.thinker.renew, settings.lease / 4),
                (self.tables.settle, 1.0),
                (self._expire, _EXPIRE),
                (self.watching.look, 1.0),
                (self._leave_if_large, _MEMORY_LOOK),
            ]
        )

    def bounds(self, share: float = 1.0) -> Bounds:
        """What a piece of work keeps to; `share`: of the seconds that are usual."""
        seconds = self.settings.search_seconds * share
        return Bounds(seconds=seconds, nodes=self.settings.search_nodes)

    def start(self) -> None:
        """Begin to think and to look after things."""
        self.compiles.start(list(SMART_HORSES.values()))
        self._keeper.start()

    def close(self) -> None:
        """Finish what is under way, leave the rest to others, and let go of everything."""
        self.thinker.close()
        self.compiles.close()
        self._keeper.close()
        self.handlers.close()
        self.pool.close()
        self.database.close()

    def _leave_if_large(self) -> None:
        """End a worker that needs too much memory, where another takes its place.

        Compiled code is never freed: a worker that has played very many variants grows.
        """
        limit = self.settings.memory_limit
        if self.settings.replaceable and memory.is_over(limit):
            self.opener.clear()
            if memory.is_over(limit):
                _log.warning("this worker needs more than %d MB and is replaced", limit)
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
        return self.tables.begin(session, self.client_name())

    def _changed(self, saved: Saved) -> None:
        CHANGES.labels(what=saved.what).inc()
        self.follower.wake(saved.id)
        self.thinker.stop(saved.id)
        if saved.has_job:
            self.thinker.offer(Waiting(saved.id, saved.version, saved.client, saved.priority))

    def _expire(self) -> None:
        self.expiry.run()


def services_of(request: Request) -> Services:
    """The services of the app that a request came to."""
    found: Services = request.app.state.services
    return found


ServicesHere = Annotated[Services, Depends(services_of)]
