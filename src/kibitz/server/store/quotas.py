"""Quotas of waiting jobs and stored sessions, in total and per client."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session as Transaction

from kibitz.server.http_errors import BusyError, RateError
from kibitz.server.store.job_store import count_jobs
from kibitz.server.store.models import Session


@dataclass(frozen=True, slots=True)
class Quotas:
    """The quotas. An empty client means the server itself, which has no client quotas."""

    queue: int  # waiting and running jobs
    client_queue: int  # the same, per client and priority
    client_exhibitions: int  # running games without a person, per client
    client_sessions: int  # stored sessions, per client

    def check_job(self, transaction: Transaction, client: str, priority: int) -> None:
        """Refuse a new job at a quota. Priorities count separately: analyses do not block moves."""
        if count_jobs(transaction) >= self.queue:
            raise BusyError("queue_full", seconds=1)
        own = count_jobs(transaction, client, priority) if client else 0
        if own >= self.client_queue:
            raise RateError("too_much_waiting", count=own, seconds=1)

    def check_exhibition(self, transaction: Transaction, client: str, priority: int) -> None:
        """Refuse a new game without people at the quota; `priority` is that of such games."""
        own = count_jobs(transaction, client, priority) if client else 0
        if client and own >= self.client_exhibitions:
            raise RateError("too_many_exhibitions", count=own, seconds=30)

    def check_session(self, transaction: Transaction, client: str) -> None:
        """Refuse a new session at the quota."""
        wanted = select(func.count()).select_from(Session).where(Session.client == client)
        own = transaction.scalar(wanted) or 0 if client else 0
        if own >= self.client_sessions:
            raise RateError("too_many_sessions", count=own, seconds=3600)
