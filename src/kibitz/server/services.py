"""The parts of one worker, put together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypeVar

from fastapi import Depends, Request

from kibitz.engine.bounds import Bounds
from kibitz.server.catalogue import Catalogue
from kibitz.server.following import Follower
from kibitz.server.keeping import Keeper
from kibitz.server.metrics import CHANGES
from kibitz.server.places import Places
from kibitz.server.play.opening import Opener
from kibitz.server.play.tables import Tables
from kibitz.server.secrecy import Hasher, new_name
from kibitz.server.settings import Settings
from kibitz.server.store.analyses import AnalysisStore
from kibitz.server.store.database import Database
from kibitz.server.store.jobs import Leases
from kibitz.server.store.keys import kept_secret
from kibitz.server.store.migrating import migrate
from kibitz.server.store.sessions import Saved, SessionStore
from kibitz.server.thinking.analyses import AnalysisTask
from kibitz.server.thinking.analyst import Analyst
from kibitz.server.thinking.pool import Pool
from kibitz.server.thinking.seats import SeatTask
from kibitz.server.thinking.thinker import Thinker
from kibitz.server.warming import Warmer

Found = TypeVar("Found")

_HOUR = 3600.0
_ABANDONED = 3.0  # seconds that an analysis goes on without anybody watching


class Services:
    """Everything that handlers use. `start` and `close` are called once."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.catalogue = Catalogue(settings.games)
        self.database = Database(settings.database_url, settings.handlers + settings.threads + 4)
        migrate(self.database)
        self.follower = Follower(self.database, settings.poll)
        self.places = Places(self.catalogue, settings)
        self.opener = Opener(self.catalogue)
        self.pool = Pool(
            settings.threads, settings.requests, settings.memory_limit, self.opener.clear
        )
        self.warmer = Warmer(self.catalogue, on=settings.warm)
        self.tables = Tables(
            SessionStore(self.database, settings.queue),
            self.opener,
            Hasher(settings.secret_key or kept_secret(self.database)),
            settings.longest,
            self._changed,
        )
        self.analyses = AnalysisStore(self.database, settings.queue)
        self.analyst = Analyst(self.places, self.tables, self.warmer, settings)
        self.thinker = Thinker(
            self.pool,
            Leases(self.database, new_name(), settings.lease),
            {
                "session": SeatTask(self.tables, self.database, self.follower.wake, self.warmer),
                "analysis": AnalysisTask(self.analyst, self.analyses, self.follower.wake),
            },
            self.bounds,
        )
        self._keeper = Keeper(
            [
                (self.thinker.look, max(0.5, settings.poll)),
                (self.thinker.renew, settings.lease / 4),
                (self.tables.settle, 1.0),
                (self._forget, _HOUR),
                (self._stop_abandoned, 1.0),
            ]
        )

    def bounds(self, share: float = 1.0) -> Bounds:
        """What a piece of work keeps to; `share`: of the seconds that are usual."""
        seconds = self.settings.search_seconds * share
        return Bounds(seconds=seconds, nodes=self.settings.search_nodes)

    def start(self) -> None:
        """Begin to think and to look after things."""
        self.warmer.start()
        self._keeper.start()

    def close(self) -> None:
        """Finish what is under way, leave the rest to others, and let go of everything."""
        self.thinker.close()
        self._keeper.close()
        self.pool.close()
        self.database.close()

    async def search(
        self, request: Request, work: Callable[[], Found], share: float = 1.0
    ) -> Found:
        """Do a piece of work in the pool; a client that goes away stops it."""
        return await self.pool.run(work, self.bounds(share), request)

    async def run_search(self, work: Callable[[], Found]) -> Found:
        """Do a piece of work in the pool, whoever asked for it."""
        return await self.pool.run(work, self.bounds())

    def _changed(self, saved: Saved) -> None:
        CHANGES.labels(what=saved.what).inc()
        self.follower.wake(saved.id)
        self.thinker.stop(saved.id)
        if saved.has_job:
            self.thinker.offer(saved.id)

    def _stop_abandoned(self) -> None:
        for analysis_id in self.analyses.abandoned(_ABANDONED):
            self.thinker.stop(analysis_id)

    def _forget(self) -> None:
        self.tables.forget_keys()
        self.analyses.forget_old()


def services_of(request: Request) -> Services:
    """The services of the app that a request came to."""
    found: Services = request.app.state.services
    return found


ServicesHere = Annotated[Services, Depends(services_of)]
