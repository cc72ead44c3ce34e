"""Deletes what is too old: sessions, analyses and the answers of idempotency keys."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable

from sqlalchemy import ColumnElement, Select, and_, delete, or_, select, update

from kibitz.server.store.database import Database
from kibitz.server.store.models import Analysis, Answer, Session, Stream

_DAY = 86_400.0  # seconds
_ANALYSIS_SECONDS = 3_600.0  # that an analysis is kept; the longest runs for 600
_KEY_SECONDS = _DAY
_BATCH = 100  # streams that are deleted in one transaction
_BATCHES = 50  # in one run
_JUMP = 600.0  # seconds by which the wall clock may differ from the monotonic one
_HELD = 3_600.0  # seconds in which nothing is deleted after that

_log = logging.getLogger(__name__)


class Expiry:
    """Deletes sessions without a change for `session_days`, and the rest after fixed times.

    `unplayed_days`: for sessions in which no move was ever made. 0 is never, for both. Nothing is
    deleted in the hour after the wall clock has jumped: it may be set right again.
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
        """Delete what is too old, in small transactions; how many sessions and analyses it was."""
        self._database.shrink_log()  # first: that may make the room which the rest needs
        self._watch_clock()
        if self._steady() < self._held_until:
            return 0
        now = self._now()
        deleted = self._delete(select(Analysis.id), Analysis.created_at < now - _ANALYSIS_SECONDS)
        old = self._too_old(now)
        if old is not None:
            deleted += self._delete(select(Session.id), old)
        self._delete_keys(now)
        self._set_future_back(now)
        return deleted

    def _watch_clock(self) -> None:
        before, self._before = self._before, (self._now(), self._steady())
        wall, steady = (after - past for after, past in zip(self._before, before, strict=True))
        if abs(wall - steady) > _JUMP:
            _log.warning("the clock jumped by %d s: nothing is deleted for an hour", wall - steady)
            self._held_until = self._steady() + _HELD

    def _too_old(self, now: float) -> ColumnElement[bool] | None:
        conditions: list[ColumnElement[bool]] = []
        if self._session_days:
            conditions.append(Session.saved_at < now - self._session_days * _DAY)
        if self._unplayed_days:
            is_old = Session.saved_at < now - self._unplayed_days * _DAY
            conditions.append(and_(Session.size == 0, is_old))
        return or_(*conditions) if conditions else None

    def _delete(self, names: Select[tuple[str]], old: ColumnElement[bool]) -> int:
        """Delete the streams with these names, and with them all that belongs to them."""
        # A row that somebody changes at this moment is not old any more: it is skipped.
        wanted = names.where(old).limit(_BATCH).with_for_update(skip_locked=True)
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
            transaction.execute(delete(Answer).where(Answer.created_at < now - _KEY_SECONDS))

    def _set_future_back(self, now: float) -> None:
        """Have what was written while the clock was ahead expire like the rest."""
        with self._database.writing() as transaction:
            for table in (Analysis, Answer):
                ahead = update(table).where(table.created_at > now + _JUMP)
                transaction.execute(ahead.values(created_at=now))
