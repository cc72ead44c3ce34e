"""Stores background analyses and reviews."""

from __future__ import annotations

import time
from collections.abc import Collection

from sqlalchemy import select, update

from kibitz.server.store.database import Database
from kibitz.server.store.event_store import add_event, delete_events
from kibitz.server.store.job_store import drop_job, has_job, put_job
from kibitz.server.store.models import Analysis, Job, Stream
from kibitz.server.store.quotas import Quotas

ANALYSIS = "analysis"
REVIEW = "review"
_LINES_KEPT = 20  # latest events, for followers that lag behind
_DONE = "done"  # the event that ends an analysis or a review


class AnalysisStore:
    """Reads and writes analyses and reviews, within quotas."""

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
        kind: str = ANALYSIS,
    ) -> None:
        """Store a new analysis and its job; `kind`: a review is stored in the same way."""
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
                    kind=kind,
                )
            )
            put_job(transaction, analysis_id, kind, 0, client, priority)

    def read(self, analysis_id: str, kind: str = ANALYSIS) -> Analysis | None:
        """The analysis with this id, or the review; None if there is none."""
        with self._database.reading() as transaction:
            found = transaction.get(Analysis, analysis_id)
            return found if found is not None and found.kind == kind else None

    def publish(self, analysis_id: str, document: str, kind: str) -> bool:
        """Store a result and its event; the kind "done" ends the analysis.

        Returns False if the analysis has already ended, here or on another worker.
        """
        with self._database.writing_unsynced() as transaction:
            is_last = kind == _DONE
            is_active = (drop_job if is_last else has_job)(transaction, analysis_id)
            if not is_active:
                return False
            changed = update(Analysis).where(Analysis.id == analysis_id).values(document=document)
            transaction.execute(changed)
            # Every event contains all lines, or the whole progress, so older events are redundant.
            for former in ("lines", "progress"):
                delete_events(transaction, analysis_id, former, keep=0 if is_last else _LINES_KEPT)
            add_event(transaction, analysis_id, kind, document)
            return True

    def mark_followed(self, analysis_ids: Collection[str]) -> None:
        """Send a heartbeat for analyses that have followers on this worker."""
        raised = update(Analysis).where(Analysis.id.in_(analysis_ids))
        with self._database.writing_unsynced() as transaction:
            transaction.execute(raised.values(watched=Analysis.watched + 1))

    def follower_beats(self) -> dict[str, int]:
        """The follower heartbeat counter of each running analysis."""
        wanted = select(Analysis.id, Analysis.watched).join(Job, Job.id == Analysis.id)
        with self._database.reading() as transaction:
            return {row.id: row.watched for row in transaction.execute(wanted)}
