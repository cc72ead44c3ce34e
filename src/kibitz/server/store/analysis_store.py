"""Analyses that run by themselves, as they are kept."""

from __future__ import annotations

import time
from collections.abc import Collection

from sqlalchemy import select, update

from kibitz.server.store.database import Database
from kibitz.server.store.event_store import add_event, forget_kind
from kibitz.server.store.job_store import drop_job, has_job, put_job
from kibitz.server.store.models import Analysis, Job, Stream
from kibitz.server.store.quotas import Quotas

_LINES_KEPT = 20  # events, for followers that are a little behind


class AnalysisStore:
    """Reads and writes analyses, within quotas."""

    def __init__(self, database: Database, quotas: Quotas) -> None:
        self._database = database
        self._quotas = quotas

    def add(
        self,
        analysis_id: str,
        request: str,
        document: str,
        secret_hash: str = "",
        client: str = "",
        priority: int = 0,
    ) -> None:
        """Keep a new analysis and have it thought about."""
        with self._database.writing() as transaction:
            self._quotas.check_job(transaction, client, priority)
            transaction.add(Stream(id=analysis_id, last=0))
            transaction.flush()
            transaction.add(
                Analysis(
                    id=analysis_id,
                    request=request,
                    document=document,
                    created_at=time.time(),
                    client=client,
                    secret_hash=secret_hash,
                    watched=0,
                )
            )
            put_job(transaction, analysis_id, "analysis", 0, client, priority)

    def read(self, analysis_id: str) -> Analysis | None:
        """The analysis with this name."""
        with self._database.reading() as transaction:
            return transaction.get(Analysis, analysis_id)

    def improve(self, analysis_id: str, document: str, kind: str) -> bool:
        """Keep what was found so far and publish it; "done" ends it.

        False where it has ended already: it was stopped, or another worker was quicker.
        """
        with self._database.noting() as transaction:
            is_last = kind == "done"
            is_open = (drop_job if is_last else has_job)(transaction, analysis_id)
            if not is_open:
                return False
            found = update(Analysis).where(Analysis.id == analysis_id).values(document=document)
            transaction.execute(found)
            # Every event holds all the lines: the earlier ones are worth nothing after the last.
            forget_kind(transaction, analysis_id, "lines", keep=0 if is_last else _LINES_KEPT)
            add_event(transaction, analysis_id, kind, document)
            return True

    def note_watched(self, analysis_ids: Collection[str]) -> None:
        """Note that somebody follows these analyses on this worker at this moment."""
        noted = update(Analysis).where(Analysis.id.in_(analysis_ids))
        with self._database.noting() as transaction:
            transaction.execute(noted.values(watched=Analysis.watched + 1))

    def watched(self) -> dict[str, int]:
        """The analyses under way, and how often each was noted as watched."""
        wanted = select(Analysis.id, Analysis.watched).join(Job, Job.id == Analysis.id)
        with self._database.reading() as transaction:
            return {row.id: row.watched for row in transaction.execute(wanted)}
