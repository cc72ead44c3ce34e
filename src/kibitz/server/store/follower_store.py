"""Stores who follows each session: the open event streams of all workers.

The rows of a worker that has stopped are deleted by the others once its heartbeat has stalled.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from threading import Lock
from typing import NamedTuple

from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session as Transaction

from kibitz.core.types import Side
from kibitz.server.store.database import Database
from kibitz.server.store.event_store import add_event, delete_events
from kibitz.server.store.models import Event, Follower, Stream
from kibitz.server.store.stall_detector import StallDetector

KIND = "presence"  # of the events


class Presence(NamedTuple):
    """Who follows a session: the players whose pages are open, and the number of spectators."""

    players: tuple[Side, ...] = ()
    spectators: int = 0

    def as_json(self) -> str:
        """The data of an event."""
        return json.dumps({"players": list(self.players), "spectators": self.spectators})


class _Row(NamedTuple):
    session_id: str
    player: Side | None  # None: a spectator


class FollowerStore:
    """The followers that are connected to one worker, `owner`, and its view of all others.

    `seconds`: how long a worker's heartbeat may stall.
    """

    def __init__(self, database: Database, owner: str, seconds: float) -> None:
        self._database = database
        self._owner = owner
        self._stalls = StallDetector(seconds)
        self._own: dict[str, _Row] = {}
        self._lock = Lock()

    def read(self, session_id: str) -> Presence:
        """Who follows a session."""
        with self._database.reading() as transaction:
            return _presence(transaction, session_id)

    def add(self, session_id: str, followers: Mapping[str, Side | None]) -> None:
        """Add followers, by id: the player of each, None for a spectator."""
        rows = {one: _Row(session_id, player) for one, player in followers.items()}
        with self._lock:
            self._own |= rows
        try:
            with self._database.writing_unsynced() as transaction:
                transaction.add_all(self._follower(one, row) for one, row in rows.items())
                transaction.flush()
                _announce(transaction, session_id)
        except IntegrityError:  # the session has just been deleted
            self._forget(rows)

    def remove(self, session_id: str, ids: Collection[str]) -> None:
        """Remove followers."""
        self._forget(ids)
        with self._database.writing_unsynced() as transaction:
            transaction.execute(delete(Follower).where(Follower.id.in_(ids)))
            _announce(transaction, session_id)

    def beat(self) -> None:
        """Send this worker's heartbeat, and add rows again that others have deleted."""
        with self._lock:
            own = dict(self._own)
        if not own:
            return
        raised = (
            update(Follower)
            .where(Follower.owner == self._owner)
            .values(beat=Follower.beat + 1)
            .returning(Follower.id)
        )
        with self._database.writing_unsynced() as transaction:
            found = set(transaction.scalars(raised))
        lost: dict[str, dict[str, Side | None]] = {}
        for one, row in own.items():
            if one not in found:
                lost.setdefault(row.session_id, {})[one] = row.player
        for session_id, followers in lost.items():
            self.add(session_id, followers)

    def drop_stalled(self) -> Sequence[str]:
        """Delete the followers of workers that have stopped; return the ids of their sessions."""
        workers = select(Follower.owner, Follower.beat).where(Follower.owner != self._owner)
        with self._database.reading() as transaction:
            beats: dict[str, int] = {}
            for owner, beat in transaction.execute(workers.distinct()):
                beats[owner] = max(beat, beats.get(owner, 0))
        stalled = self._stalls.update(beats)
        if not stalled:
            return ()
        dropped = delete(Follower).where(Follower.owner.in_(stalled))
        with self._database.writing_unsynced() as transaction:
            left = sorted(set(transaction.scalars(dropped.returning(Follower.session_id))))
            for session_id in left:
                _announce(transaction, session_id)
        return left

    def _follower(self, one: str, row: _Row) -> Follower:
        return Follower(
            id=one, session_id=row.session_id, player=row.player, owner=self._owner, beat=0
        )

    def _forget(self, ids: Collection[str]) -> None:
        with self._lock:
            for one in ids:
                self._own.pop(one, None)


def _presence(transaction: Transaction, session_id: str) -> Presence:
    wanted = select(Follower.player).where(Follower.session_id == session_id)
    found = list(transaction.scalars(wanted))
    players = sorted({player for player in found if player is not None})
    return Presence(tuple(players), found.count(None))


def _announce(transaction: Transaction, session_id: str) -> None:
    """Add an event with who follows a session, unless the last such event says the same."""
    # The lock serialises the changes of one session, so that the last event is right.
    transaction.execute(select(Stream.id).where(Stream.id == session_id).with_for_update())
    data = _presence(transaction, session_id).as_json()
    latest = (
        select(Event.data)
        .where(Event.stream_id == session_id, Event.kind == KIND)
        .order_by(Event.number.desc())
        .limit(1)
    )
    if transaction.scalar(latest) != data:
        delete_events(transaction, session_id, KIND)
        add_event(transaction, session_id, KIND, data)
