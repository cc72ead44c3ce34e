"""Stores how much of its rate limits each client has used, for all workers together."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import delete
from sqlalchemy.exc import IntegrityError

from kibitz.server.store.database import Database
from kibitz.server.store.models import RateUsage

_SHARE = 4  # a worker takes at most a quarter of what is left, so that others get some of it


class Grant(NamedTuple):
    """Tokens taken from a client's bucket, and what is left in it."""

    tokens: int
    left: float
    wait: float  # seconds until the next token; 0 if some were granted


class RateStore:
    """Token buckets in the database, shared by all workers.

    A bucket is stored as the time at which it will be full. It holds `count` tokens less those that
    it gains until then, so that taking tokens postpones that time, and the row of a full bucket is
    not needed. `now` is the system clock, which the workers share: if it is set back, a bucket is
    empty at most, and never takes longer to fill than usual.
    """

    def __init__(self, database: Database, now: Callable[[], float] = time.time) -> None:
        self._database = database
        self._now = now

    def take(self, policy: str, client: str, count: int, seconds: float, wanted: int) -> Grant:
        """Take up to `wanted` tokens of a bucket that holds `count` and is filled in `seconds`."""
        try:
            return self._take(policy, client, count, seconds, wanted)
        except IntegrityError:  # another worker has created the row since
            return self._take(policy, client, count, seconds, wanted)

    def _take(self, policy: str, client: str, count: int, seconds: float, wanted: int) -> Grant:
        with self._database.writing_unsynced() as transaction:
            row = transaction.get(RateUsage, (policy, client), with_for_update=True)
            now, each = self._now(), seconds / count
            full_at = now if row is None else min(max(row.full_at, now), now + seconds)
            left = count - (full_at - now) / each
            granted = min(wanted, max(1, int(left) // _SHARE)) if left >= 1 else 0
            full_at += granted * each
            if row is None:
                transaction.add(RateUsage(policy=policy, client=client, full_at=full_at))
            elif row.full_at != full_at:
                row.full_at = full_at
        return Grant(granted, left - granted, 0.0 if granted else (1 - left) * each)

    def prune(self) -> None:
        """Delete the rows of full buckets."""
        with self._database.writing_unsynced() as transaction:
            transaction.execute(delete(RateUsage).where(RateUsage.full_at < self._now()))
