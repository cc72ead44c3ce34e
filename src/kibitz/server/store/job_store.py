"""The job queue. Workers lease jobs; if a worker stops, the others take over its jobs."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from typing import NamedTuple

from sqlalchemy import and_, delete, func, or_, select, update
from sqlalchemy.orm import Session as Transaction

from kibitz.server.store.database import Database
from kibitz.server.store.models import Job
from kibitz.server.store.stall_detector import StallDetector


def put_job(
    transaction: Transaction,
    job_id: str,
    kind: str,
    version: int,
    client: str = "",
    priority: int = 0,
) -> None:
    """Add a job, replacing any earlier job with this id. Lower priorities come first."""
    drop_job(transaction, job_id)
    transaction.add(
        Job(
            id=job_id,
            kind=kind,
            version=version,
            owner="",
            beat=0,
            client=client,
            priority=priority,
            created_at=_next_time(transaction),
        )
    )


def _next_time(transaction: Transaction) -> float:
    """A creation time later than all others, even if the clock was set back."""
    newest = transaction.scalar(select(func.max(Job.created_at)))
    return time.time() if newest is None else max(time.time(), newest + 0.001)


def drop_job(transaction: Transaction, job_id: str) -> bool:
    """Delete a job; return False if there was none."""
    dropped = delete(Job).where(Job.id == job_id).returning(Job.id)
    return transaction.scalar(dropped) is not None


def has_job(transaction: Transaction, job_id: str) -> bool:
    """Whether a job exists."""
    return transaction.scalar(select(Job.id).where(Job.id == job_id)) is not None


def count_jobs(
    transaction: Transaction, client: str | None = None, priority: int | None = None
) -> int:
    """The number of waiting and running jobs, optionally of one client and priority."""
    wanted = select(func.count()).select_from(Job)
    if client is not None:
        wanted = wanted.where(Job.client == client)
    if priority is not None:
        wanted = wanted.where(Job.priority == priority)
    return transaction.scalar(wanted) or 0


class Waiting(NamedTuple):
    """A job that can be claimed."""

    id: str
    version: int
    client: str = ""
    priority: int = 0


class Leases:
    """The leases of one worker, and its view of other workers' leases.

    A lease is (owner, beat). If its beat has not changed for `seconds`, as measured by this worker,
    the owner counts as stopped. The job can then be claimed, unless its beat has changed since.
    """

    def __init__(self, database: Database, owner: str, seconds: float) -> None:
        self._database = database
        self._owner = owner
        self._stalls = StallDetector(seconds)
        self._stalled: dict[str, tuple[str, int]] = {}

    def claim(self, job_id: str) -> Job | None:
        """Lease a job; None if it no longer exists or another worker has leased it."""
        owner, beat = self._stalled.get(job_id, ("", -1))
        is_free = or_(Job.owner == "", and_(Job.owner == owner, Job.beat == beat))
        claimed = (
            update(Job)
            .where(Job.id == job_id, is_free)
            .values(owner=self._owner, beat=Job.beat + 1)
            .returning(Job)
        )
        with self._database.writing_unsynced() as transaction:
            return transaction.scalars(claimed).first()

    def renew(self, job_ids: Collection[str]) -> dict[str, int]:
        """Send heartbeats for leases; return the jobs still leased here, with their versions."""
        renewed = (
            update(Job)
            .where(Job.owner == self._owner, Job.id.in_(job_ids))
            .values(beat=Job.beat + 1)
            .returning(Job.id, Job.version)
        )
        with self._database.writing_unsynced() as transaction:
            return {row.id: row.version for row in transaction.execute(renewed)}

    def release(self, job_id: str) -> None:
        """Release a lease, so that any worker can claim the job."""
        with self._database.writing_unsynced() as transaction:
            transaction.execute(
                update(Job).where(Job.id == job_id, Job.owner == self._owner).values(owner="")
            )

    def waiting(self, count: int) -> Sequence[Waiting]:
        """At most `count` jobs to claim: first those of stopped workers, then unclaimed ones.

        Unclaimed jobs are ordered by priority; within a priority, clients take turns.
        """
        clients = Job.priority, Job.client
        turn = func.row_number().over(partition_by=clients, order_by=(Job.created_at, Job.id))
        free = select(*_WAITING).where(Job.owner == "")
        leased = select(*_WAITING, Job.owner, Job.beat).where(Job.owner > "")
        with self._database.reading() as transaction:
            others = transaction.execute(leased).all()
            first = free.order_by(Job.priority, turn, Job.created_at, Job.id).limit(count)
            unclaimed = [Waiting(*row) for row in transaction.execute(first)]
        stalled = self._stalls.update({row.id: (row.owner, row.beat) for row in others})
        self._stalled = {row.id: (row.owner, row.beat) for row in others if row.id in stalled}
        left = [
            Waiting(row.id, row.version, row.client, row.priority)
            for row in others
            if row.id in stalled
        ]
        return [*left, *unclaimed][:count]

    def unclaimed(self, job_id: str) -> Waiting | None:
        """The job with this id, if it is not leased."""
        wanted = select(*_WAITING).where(Job.id == job_id, Job.owner == "")
        with self._database.reading() as transaction:
            row = transaction.execute(wanted).first()
        return None if row is None else Waiting(*row)


_WAITING = (Job.id, Job.version, Job.client, Job.priority)
