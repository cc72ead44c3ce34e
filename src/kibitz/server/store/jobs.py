"""Thinking to be done: leased by a worker, and taken over when that one falls silent."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session as Transaction

from kibitz.server.store.database import Database
from kibitz.server.store.models import Job


def put_job(transaction: Transaction, job_id: str, kind: str, version: int) -> None:
    """Have something thought about, instead of what was to be thought about before."""
    drop_job(transaction, job_id)
    transaction.add(
        Job(
            id=job_id,
            kind=kind,
            version=version,
            owner="",
            leased_until=0.0,
            created_at=time.time(),
        )
    )


def drop_job(transaction: Transaction, job_id: str) -> None:
    """Nothing is to be thought about any more."""
    transaction.execute(delete(Job).where(Job.id == job_id))


def count_jobs(transaction: Transaction) -> int:
    """How many wait or are worked on."""
    return transaction.scalar(select(func.count()).select_from(Job)) or 0


@dataclass(frozen=True, slots=True)
class Leases:
    """The leases of one worker."""

    database: Database
    owner: str
    seconds: float

    def claim(self, job_id: str) -> Job | None:
        """Lease a job; None where it is gone or another worker has it."""
        now = time.time()
        claimed = (
            update(Job)
            .where(Job.id == job_id, Job.leased_until < now)
            .values(owner=self.owner, leased_until=now + self.seconds)
            .returning(Job)
        )
        with self.database.noting() as transaction:
            return transaction.scalars(claimed).first()

    def renew(self) -> dict[str, int]:
        """Keep what this worker has; the jobs that are still its own, with their versions."""
        until = time.time() + self.seconds
        kept = (
            update(Job)
            .where(Job.owner == self.owner)
            .values(leased_until=until)
            .returning(Job.id, Job.version)
        )
        with self.database.noting() as transaction:
            return {row.id: row.version for row in transaction.execute(kept)}

    def release(self, job_id: str) -> None:
        """Leave a job to whoever wants it next."""
        with self.database.noting() as transaction:
            transaction.execute(
                update(Job)
                .where(Job.id == job_id, Job.owner == self.owner)
                .values(owner="", leased_until=0.0)
            )

    def waiting(self, count: int) -> Sequence[str]:
        """Jobs that nobody works on, the oldest first."""
        wanted = select(Job.id).where(Job.leased_until < time.time())
        with self.database.reading() as transaction:
            return transaction.scalars(wanted.order_by(Job.created_at).limit(count)).all()

    def is_waiting(self, job_id: str) -> bool:
        """Whether there is such a job and nobody works on it."""
        wanted = select(Job.id).where(Job.id == job_id, Job.leased_until < time.time())
        with self.database.reading() as transaction:
            return transaction.scalar(wanted) is not None
