"""The services of one worker process, wired together."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from threading import Thread
from typing import Annotated, TypeVar

from fastapi import Depends, Request
from sqlalchemy.exc import SQLAlchemyError

from kibitz.engine.search_bounds import SearchBounds
from kibitz.server import memory_usage as memory
from kibitz.server.auth import SecretHasher, new_id
from kibitz.server.catalogue import Catalogue
from kibitz.server.client_identity import current_client
from kibitz.server.compile_queue import CompileQueue, NotCompiledError
from kibitz.server.event_bus import EventBus
from kibitz.server.idle_analyses import IdleAnalyses
from kibitz.server.jobs.analysis_job import AnalysisJob
from kibitz.server.jobs.analysis_service import AnalysisService
from kibitz.server.jobs.engine_turn import EngineTurn, require_seat
from kibitz.server.jobs.job_worker import JobWorker
from kibitz.server.jobs.pool import Pool
from kibitz.server.jobs.priority import Priority, is_short
from kibitz.server.jobs.review_job import ReviewJob
from kibitz.server.jobs.review_service import ReviewService
from kibitz.server.jobs.tree_service import TreeService
from kibitz.server.lesson_catalogue import LessonCatalogue
from kibitz.server.maintenance import Maintenance
from kibitz.server.metrics import CHANGES, SEARCHES
from kibitz.server.rate_limiter import Rate, RateLimiter
from kibitz.server.request_parsing import RequestParser
from kibitz.server.requested_positions import RequestedPositions
from kibitz.server.schema.shared_schema import LimitFields
from kibitz.server.sessions.arrangement import Arrangement
from kibitz.server.sessions.loader import SessionLoader
from kibitz.server.sessions.service import SessionService, Stored
from kibitz.server.settings import Settings
from kibitz.server.smart_horses.horses_positions import GAMES as SMART_HORSES
from kibitz.server.store.analysis_store import AnalysisStore
from kibitz.server.store.database import Database
from kibitz.server.store.expiry import Expiry
from kibitz.server.store.failures import database_failure, log_database_failure
from kibitz.server.store.follower_store import FollowerStore
from kibitz.server.store.job_store import Leases, Waiting
from kibitz.server.store.migrate import migrate
from kibitz.server.store.models import CLIENT_LENGTH
from kibitz.server.store.quotas import Quotas
from kibitz.server.store.rate_store import RateStore
from kibitz.server.store.review_store import ReviewStore
from kibitz.server.store.server_key import stored_secret
from kibitz.server.store.session_store import SavedSession, SessionStore
from kibitz.server.store.tournament_store import TournamentStore
from kibitz.server.stream_limiter import StreamLimiter
from kibitz.server.tournaments.tournament_service import TournamentService
from kibitz.session.seats import Seat
from kibitz.session.session import Session
from kibitz.teaching.review.chances import curve

Result = TypeVar("Result")

_log = logging.getLogger(__name__)

_CHECK_SHARE = 0.2  # fraction of the search time allowed for requests without a search
_REVIEW_SHARE = 6.0  # times the usual search time, for a review in the background
_MEMORY_SECONDS = 60.0  # between checks of this worker's memory use
_EXPIRY_SECONDS = 60.0  # between deletions of expired rows


class Services:
    """Everything that handlers use. `start` and `close` are called once."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.catalogue = Catalogue(settings.games)
        self.database = Database(settings.database_url, settings.handlers + settings.threads + 4)
        migrate(self.database)
        self.events = EventBus(self.database, settings.poll)
        self.streams = StreamLimiter(settings.streams, settings.client_streams)
        self.parser = RequestParser(self.catalogue, settings)
        self.loader = SessionLoader(self.catalogue, settings.search_seconds)
        self.pool = Pool(
            settings.threads,
            settings.requests,
            memory_limit=settings.memory_limit,
            on_memory_limit=self.loader.clear,
        )
        self.handlers = Pool(settings.handlers, settings.requests, share=0.5)
        limiter = RateLimiter(Rate.parse(settings.compile_rate)) if settings.compile_rate else None
        self.compile_queue = CompileQueue(self.catalogue, on=settings.warm, limiter=limiter)
        self.hasher = SecretHasher(settings.secret_key or stored_secret(self.database))
        quotas = Quotas(
            settings.queue,
            settings.client_queue,
            settings.client_exhibitions,
            settings.client_sessions,
        )
        session_store = SessionStore(self.database, quotas)
        self.sessions = SessionService(
            session_store,
            self.loader,
            self.hasher,
            settings.longest,
            self._changed,
        )
        self.tournaments = TournamentService(
            TournamentStore(self.database, session_store),
            self.sessions,
            self.parser,
            self.catalogue,
            self.hasher,
            self.events.notify,
        )
        self.analyses = AnalysisStore(self.database, quotas)
        self.positions = RequestedPositions(self.parser, self.sessions)
        self.analysis_service = AnalysisService(
            self.parser, self.positions, self.compile_queue, settings
        )
        self.reviews = ReviewService(
            self.parser, self.sessions, self.compile_queue, ReviewStore(self.database)
        )
        self.lessons = LessonCatalogue(settings.lessons)
        self.tree_service = TreeService(self.parser, self.positions, settings)
        owner = new_id()
        self.followers = FollowerStore(self.database, owner, 2 * settings.lease)
        self.jobs = JobWorker(
            self.pool,
            Leases(self.database, owner, settings.lease),
            {
                "session": EngineTurn(
                    self.sessions, self.database, self.events.notify, self.compile_queue
                ),
                "analysis": AnalysisJob(
                    self.positions, self.analysis_service, self.analyses, self.events.notify
                ),
                "review": ReviewJob(
                    self.reviews,
                    self.analyses,
                    _REVIEW_SHARE * settings.search_seconds,
                    self.events.notify,
                ),
            },
            self.bounds,
        )
        self.idle_analyses = IdleAnalyses(self.analyses, self.events, self.jobs.stop)
        self.rate_store = RateStore(self.database)
        self.expiry = Expiry(self.database, settings.session_days, settings.unplayed_days)
        self._maintenance = Maintenance(
            [
                (self.jobs.poll, max(0.5, settings.poll)),
                (self.jobs.renew, settings.lease / 4),
                (self.sessions.end_expired, 1.0),
                (self.followers.beat, settings.lease / 4),
                (self._drop_followers, settings.lease / 2),
                (self._expire, _EXPIRY_SECONDS),
                (self.idle_analyses.poll, 1.0),
                (self.tournaments.poll, max(0.5, settings.poll)),
                (self._exit_if_too_large, _MEMORY_SECONDS),
            ]
        )

    def bounds(self, share: float = 1.0) -> SearchBounds:
        """Search bounds for a task; `share` scales the usual time limit."""
        seconds = self.settings.search_seconds * share
        return SearchBounds(seconds=seconds, nodes=self.settings.search_nodes)

    def start(self) -> None:
        """Start compiling games and running maintenance tasks."""
        self.compile_queue.start(list(SMART_HORSES.values()))
        self._maintenance.start()
        if self.settings.warm:
            Thread(target=self._measure_games, name="kibitz-measure", daemon=True).start()

    def close(self) -> None:
        """Shut down: finish the work in progress and leave the rest to other workers."""
        self.jobs.close()
        self.compile_queue.close()
        self._maintenance.close()
        self.handlers.close()
        self.pool.close()
        self.database.close()

    def _exit_if_too_large(self) -> None:
        """Exit if this worker uses too much memory and a supervisor will replace it.

        Compiled code is never freed, so a worker grows with the number of variants played.
        """
        limit = self.settings.memory_limit
        if self.settings.replaceable and memory.is_over(limit):
            self.loader.clear()
            if memory.is_over(limit):
                _log.warning("this worker uses more than %d MB and is being replaced", limit)
                os.kill(os.getpid(), signal.SIGTERM)

    async def handle(self, work: Callable[[], Result]) -> Result:
        """Run a request from the current client that needs no search."""
        patience = self.settings.patience
        return await self.handlers.run(work, self.bounds(_CHECK_SHARE), patience=patience)

    async def search(
        self,
        request: Request | None,
        work: Callable[[], Result],
        *,
        share: float = 1.0,
        priority: Priority = Priority.REQUEST,
    ) -> Result:
        """Run a search for the current client; stop it if the client disconnects.

        `share` scales the usual time limit. If the game must be compiled first, wait for that
        without occupying a search thread.
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

    async def run_search(self, work: Callable[[], Result]) -> Result:
        """Run a search without checking whether the client has disconnected."""
        return await self.search(None, work)

    def client_name(self) -> str:
        """The stored identity of the current client; empty for the server's own work."""
        client = current_client()
        return self.hashed_client(client) if client else ""

    def hashed_client(self, client: str) -> str:
        """The stored identity of a client: a keyed hash of its address."""
        return self.hasher.hash(client)[:CLIENT_LENGTH]

    def priority(self, limit: LimitFields | None) -> Priority:
        """The priority of a search with this limit."""
        is_quick = limit is None or is_short(limit.limit())
        return Priority.REQUEST if is_quick else Priority.LONG

    def create_session(
        self, session: Session, arrangement: Arrangement
    ) -> tuple[Stored, Mapping[int, str]]:
        """Store a new session for the current client, and order compilation for its engines."""
        for seat in session.seats:
            self.order_seat(session, seat)
        return self.sessions.create(session, self.client_name(), arrangement)

    def order_seat(self, session: Session, seat: Seat) -> None:
        """Order compilation for the engine in a seat, if there is one."""
        if seat.kind == "engine":
            with suppress(NotCompiledError):
                require_seat(self.compile_queue, session, seat)

    def follow(self, session_id: str, sides: Sequence[int | None]) -> list[str]:
        """Record followers of a session, players or spectators (None); return their ids."""
        followers = {new_id(): side for side in sides}
        self.followers.add(session_id, followers)
        self.events.notify(session_id)
        return list(followers)

    def unfollow(self, session_id: str, ids: Sequence[str]) -> None:
        """Remove followers. If the database fails, they count as gone when they stall."""
        try:
            self.followers.remove(session_id, ids)
        except SQLAlchemyError as failure:
            reason = database_failure(failure)
            if reason is None:
                raise
            log_database_failure(_log, "a follower was not removed", reason)
        self.events.notify(session_id)

    def _drop_followers(self) -> None:
        for session_id in self.followers.drop_stalled():
            self.events.notify(session_id)

    def _measure_games(self) -> None:
        """Measure the winning chances of additional games, which can take seconds.

        Otherwise the first page of such a game would wait for that.
        """
        for name in self.catalogue.files:
            with suppress(Exception):  # rules of users may raise anything; requests report it
                curve(self.catalogue.game(name))

    def _changed(self, saved: SavedSession) -> None:
        CHANGES.labels(what=saved.what).inc()
        self.events.notify(saved.id)
        self.jobs.stop(saved.id)
        if saved.has_job:
            self.jobs.offer(Waiting(saved.id, saved.version, saved.client, saved.priority))

    def _expire(self) -> None:
        self.expiry.run()
        self.rate_store.prune()


def services_of(request: Request) -> Services:
    """The services of the app that handles a request."""
    services: Services = request.app.state.services
    return services


ServicesHere = Annotated[Services, Depends(services_of)]
