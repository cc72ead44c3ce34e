"""Analyses that go on by themselves, as they are kept."""

from __future__ import annotations

import time
from collections.abc import Sequence

from sqlalchemy import delete, select, update

from kibitz.server.errors import BusyError
from kibitz.server.store.database import Database
from kibitz.server.store.events import add_event
from kibitz.server.store.jobs import count_jobs, drop_job, put_job
from kibitz.server.store.models import Analysis, Job, Stream

_KEPT = 86_400.0  # seconds


class AnalysisStore:
    """Reads and writes analyses. At most `queue` jobs are let wait."""

    def __init__(self, database: Database, queue: int) -> None:
        self._database = database
        self._queue = queue

    def add(self, analysis_id: str, request: str, document: str) -> None:
        """Keep a new analysis and have it thought about."""
        with self._database.writing() as transaction:
            if count_jobs(transaction) >= self._queue:
                raise BusyError("queue_full", seconds=1)
            transaction.add(Stream(id=analysis_id, last=0))
            transaction.flush()
            transaction.add(
                Analysis(
                    id=analysis_id,
                    request=request,
                    document=document,
                    abandoned_at=None,
                    created_at=time.time(),
                )
            )
            put_job(transaction, analysis_id, "analysis", 0)

    def read(self, analysis_id: str) -> Analysis | None:
        """The analysis with this name."""
        with self._database.reading() as transaction:
            return transaction.get(Analysis, analysis_id)

    def improve(self, analysis_id: str, document: str, kind: str) -> None:
        """Keep what was found so far, and tell those who watch; "done" ends it."""
        with self._database.noting() as transaction:
            found = update(Analysis).where(Analysis.id == analysis_id).values(document=document)
            transaction.execute(found)
            add_event(transaction, analysis_id, kind, document)
            if kind == "done":
                drop_job(transaction, analysis_id)

    def abandon(self, analysis_id: str, at: float | None) -> None:
        """Note when the last watcher left; None where there is one."""
        with self._database.noting() as transaction:
            noted = update(Analysis).where(Analysis.id == analysis_id)
            transaction.execute(noted.values(abandoned_at=at))

    def abandoned(self, seconds: float) -> Sequence[str]:
        """The analyses under way whose last watcher left so long ago."""
        wanted = select(Analysis.id).join(Job, Job.id == Analysis.id)
        left = wanted.where(Analysis.abandoned_at < time.time() - seconds)
        with self._database.reading() as transaction:
            return transaction.scalars(left).all()

    def forget_old(self) -> None:
        """Remove analyses that were begun too long ago."""
        old = select(Analysis.id).where(Analysis.created_at < time.time() - _KEPT)
        with self._database.noting() as transaction:
            transaction.execute(delete(Stream).where(Stream.id.in_(old)))
