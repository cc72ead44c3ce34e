"""How much may wait and be kept: of everybody together, and of one client."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session as Transaction

from kibitz.server.http_errors import BusyError, RateError
from kibitz.server.store.job_store import count_jobs
from kibitz.server.store.models import Session


@dataclass(frozen=True, slots=True)
class Quotas:
    """The limits. A client without a name, the server itself, has none of its own."""

    queue: int  # jobs that wait or are done
    client_queue: int  # the same, of one client and one priority
    client_exhibitions: int  # games without a person that are played for one client
    client_sessions: int  # that are kept for one client

    def check_job(self, transaction: Transaction, client: str, priority: int) -> None:
        """Refuse one more job. Whoever has many long analyses can still move in a game."""
        if count_jobs(transaction) >= self.queue:
            raise BusyError("queue_full", seconds=1)
        own = count_jobs(transaction, client, priority) if client else 0
        if own >= self.client_queue:
            raise RateError("too_much_waiting", count=own, seconds=1)

    def check_exhibition(self, transaction: Transaction, client: str, priority: int) -> None:
        """Refuse one more game without a person, all of which have this priority."""
        own = count_jobs(transaction, client, priority) if client else 0
        if client and own >= self.client_exhibitions:
            raise RateError("too_many_exhibitions", count=own, seconds=30)

    def check_session(self, transaction: Transaction, client: str) -> None:
        """Refuse one more session."""
        wanted = select(func.count()).select_from(Session).where(Session.client == client)
        own = transaction.scalar(wanted) or 0 if client else 0
        if own >= self.client_sessions:
            raise RateError("too_many_sessions", count=own, seconds=3600)
