"""Deletes expired sessions, analyses, reviews and answers to idempotency keys."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, delete, or_, select, update

from kibitz.server.store.database import Database
from kibitz.server.store.models import (
    Analysis,
    Review,
    Session,
    StoredResponse,
    Stream,
    Tournament,
)

_DAY = 86_400.0  # seconds
_ANALYSIS_SECONDS = 3_600.0  # lifetime of an analysis; the longest search takes 600
_KEY_SECONDS = _DAY
_BATCH = 100  # streams to delete per transaction
_BATCHES = 50  # per run
_JUMP = 600.0  # drift in seconds between wall and monotonic clock that counts as a jump
_HELD = 3_600.0  # seconds without deletions after a jump

_log = logging.getLogger(__name__)


class Expiry:
    """Deletes sessions unchanged for `session_days`, and other rows after a fixed time.

    `unplayed_days` applies to sessions without a move; 0 means never. Nothing is deleted for an
    hour after the wall clock jumps, since the jump may be corrected in that time.
    """

    def __init__(
        self,
        database: Database,
        session_days: float,
        unplayed_days: float,
        now: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._database = database
        self._session_days = session_days
        self._unplayed_days = unplayed_days
        self._now, self._steady = now, steady
        self._before = (now(), steady())
        self._held_until = -math.inf

    def run(self) -> int:
        """Delete expired rows in small transactions; return the number of sessions and analyses."""
        self._database.truncate_wal()  # first, as it may free the disk space that deleting needs
        self._watch_clock()
        if self._steady() < self._held_until:
            return 0
        now = self._now()
        deleted = self._delete(select(Analysis.id), Analysis.created_at < now - _ANALYSIS_SECONDS)
        old = self._expired(now)
        if old is not None:
            deleted += self._delete(select(Session.id), old)
        if self._session_days:
            unused = Tournament.saved_at < now - self._session_days * _DAY
            deleted += self._delete(select(Tournament.id), unused)
        self._delete_keys(now)
        self._delete_reviews(now)
        self._fix_future_times(now)
        return deleted

    def _watch_clock(self) -> None:
        before, self._before = self._before, (self._now(), self._steady())
        wall, steady = (after - past for after, past in zip(self._before, before, strict=True))
        if abs(wall - steady) > _JUMP:
            _log.warning("the clock jumped by %d s: nothing is deleted for an hour", wall - steady)
            self._held_until = self._steady() + _HELD

    def _expired(self, now: float) -> ColumnElement[bool] | None:
        conditions: list[ColumnElement[bool]] = []
        if self._session_days:
            conditions.append(Session.saved_at < now - self._session_days * _DAY)
        if self._unplayed_days:
            is_old = Session.saved_at < now - self._unplayed_days * _DAY
            conditions.append(and_(Session.size == 0, is_old))
        return or_(*conditions) if conditions else None

    def _delete(self, ids: Select[Any], old: ColumnElement[bool]) -> int:
        """Delete the streams with these ids, and all rows that reference them."""
        # Skip rows that are being changed: they are no longer old.
        wanted = ids.where(old).limit(_BATCH).with_for_update(skip_locked=True)
        count = 0
        for _ in range(_BATCHES):
            with self._database.writing() as transaction:
                found = transaction.scalars(wanted).all()
                if found:
                    transaction.execute(delete(Stream).where(Stream.id.in_(found)))
            count += len(found)
            if len(found) < _BATCH:
                break
        return count

    def _delete_keys(self, now: float) -> None:
        with self._database.writing() as transaction:
            transaction.execute(
                delete(StoredResponse).where(StoredResponse.created_at < now - _KEY_SECONDS)
            )

    def _delete_reviews(self, now: float) -> None:
        """Delete reviews that are as old as expired sessions."""
        if self._session_days:
            old = Review.created_at < now - self._session_days * _DAY
            with self._database.writing() as transaction:
                transaction.execute(delete(Review).where(old))

    def _fix_future_times(self, now: float) -> None:
        """Correct the times of rows that were written while the clock was ahead."""
        with self._database.writing() as transaction:
            for table in (Analysis, Review, StoredResponse):
                ahead = update(table).where(table.created_at > now + _JUMP)
                transaction.execute(ahead.values(created_at=now))
