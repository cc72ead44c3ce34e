"""Stores sessions. A change, its event, its answer and its job are stored in one transaction."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session as Transaction

from kibitz.server.store.database import Database
from kibitz.server.store.event_store import add_event, delete_events
from kibitz.server.store.job_store import drop_job, put_job
from kibitz.server.store.models import Seat, Session, StoredResponse, Stream
from kibitz.server.store.quotas import Quotas

_COLUMNS = (
    "version",
    "record",
    "size",
    "document",
    "is_running",
    "saved_at",
    "deadline",
    "arrangement",
)
_SKEW = 5.0  # seconds by which the clocks of two workers may differ
_KEYS_KEPT = 128  # changes to a session after which an idempotency key is deleted
_DOCUMENTS_KEPT = 16  # changes after which a retry gets the current session instead of its answer


@dataclass(frozen=True, slots=True)
class SavedSession:
    """A serialised session after a change."""

    id: str
    version: int
    record: str
    size: int  # moves, including branches
    document: str
    is_running: bool
    saved_at: float
    deadline: float | None
    arrangement: str  # engine help, a rematch and preparation, as JSON
    what: str  # the kind of change
    event: str  # the change as JSON
    delta: str | None  # what it altered in the document, as JSON; None for a new session
    has_job: bool  # whether an engine has to move, answer or learn
    priority: int  # of that job; lower comes first
    is_exhibition: bool  # whether only engines play
    client: str  # which created the session

    def columns(self) -> dict[str, Any]:
        """The columns that a change sets in the session's row."""
        return {name: getattr(self, name) for name in _COLUMNS}


@dataclass(frozen=True, slots=True)
class AddedSession:
    """A new session, the name of its game, and the player of each secret's hash."""

    saved: SavedSession
    game: str
    seats: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Additions:
    """What is stored together with a change to a session.

    `seats`: the player of each new secret's hash; earlier secrets of these players are deleted.
    `following`: the session of a rematch.
    """

    seats: Mapping[str, int] = field(default_factory=dict)
    following: AddedSession | None = None


@dataclass(frozen=True, slots=True)
class IdempotencyKey:
    """The idempotency key of a command, and a fingerprint of the command."""

    text: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Lookup:
    """A session's row, the secret's player, and the answer stored for the idempotency key."""

    row: Session | None
    player: int | None
    answer: StoredResponse | None


class SessionStore:
    """Reads and writes sessions, within quotas."""

    def __init__(self, database: Database, quotas: Quotas) -> None:
        self._database = database
        self._quotas = quotas

    def read(self, session_id: str) -> Session | None:
        """The session with this id."""
        with self._database.reading() as transaction:
            return transaction.get(Session, session_id)

    def lookup(self, session_id: str, secret_hash: str | None, key: str | None) -> Lookup:
        """Read everything that a command needs, in one transaction."""
        with self._database.reading() as transaction:
            # Read the answer last. Otherwise a retry could read the version that its command
            # created, but miss the answer.
            row = transaction.get(Session, session_id)
            seat = transaction.get(Seat, secret_hash) if secret_hash else None
            answer = transaction.get(StoredResponse, (session_id, key)) if key else None
        matches = seat is not None and seat.session_id == session_id
        return Lookup(row, seat.player if seat is not None and matches else None, answer)

    def seats(self, session_id: str) -> dict[int, str]:
        """The hash of the secret of every seat that has one, by player."""
        wanted = select(Seat.player, Seat.secret_hash).where(Seat.session_id == session_id)
        with self._database.reading() as transaction:
            return {row.player: row.secret_hash for row in transaction.execute(wanted)}

    def add(self, new: AddedSession) -> None:
        """Store a new session."""
        with self._database.writing() as transaction:
            self.add_within(transaction, new)

    def add_within(self, transaction: Transaction, new: AddedSession) -> None:
        """Store a new session in a transaction that stores more."""
        saved = new.saved
        self._quotas.check_session(transaction, saved.client)
        self._check_jobs(transaction, saved)
        transaction.add(Stream(id=saved.id, last=0))
        transaction.flush()
        transaction.add(
            Session(
                id=saved.id,
                game=new.game,
                created_at=saved.saved_at,
                client=saved.client,
                **saved.columns(),
            )
        )
        transaction.flush()
        self._add_seats(transaction, saved.id, new.seats)
        add_event(transaction, saved.id, "change", saved.event)
        self._set_job(transaction, saved)

    def _add_seats(
        self, transaction: Transaction, session_id: str, seats: Mapping[str, int]
    ) -> None:
        transaction.add_all(
            Seat(secret_hash=secret_hash, session_id=session_id, player=player)
            for secret_hash, player in seats.items()
        )

    def _check_jobs(self, transaction: Transaction, saved: SavedSession) -> None:
        """Refuse the job of a session at a quota."""
        if saved.has_job:
            self._quotas.check_job(transaction, saved.client, saved.priority)
        if saved.has_job and saved.is_exhibition:
            self._quotas.check_exhibition(transaction, saved.client, saved.priority)

    def replace(
        self,
        saved: SavedSession,
        key: IdempotencyKey | None,
        additions: Additions | None = None,
        *,
        is_forced: bool = False,
    ) -> bool:
        """Store a change to the previous version; return False if that is no longer the latest.

        `is_forced` skips the job quota, for changes made by engines.
        """
        changed = (
            update(Session)
            .where(Session.id == saved.id, Session.version == saved.version - 1)
            .values(saved.columns())
            .returning(Session.id)
        )
        try:
            with self._database.writing() as transaction:
                if not is_forced:
                    self._check_jobs(transaction, saved)
                if transaction.scalar(changed) is None:
                    return False
                self._record_change(transaction, saved, key)
                self._set_job(transaction, saved)
                if additions is not None:
                    self._store_additions(transaction, saved, additions)
        except IntegrityError:  # a concurrent request with the same key
            return False
        return True

    def _record_change(
        self, transaction: Transaction, saved: SavedSession, key: IdempotencyKey | None
    ) -> None:
        delete_events(transaction, saved.id, "thinking")
        add_event(transaction, saved.id, "change", saved.event, saved.delta)
        if key is not None:
            self._prune_answers(transaction, saved)
            transaction.add(
                StoredResponse(
                    session_id=saved.id,
                    key=key.text,
                    fingerprint=key.fingerprint,
                    version=saved.version,
                    document=saved.document,
                    created_at=saved.saved_at,
                )
            )

    def _store_additions(
        self, transaction: Transaction, saved: SavedSession, additions: Additions
    ) -> None:
        players = set(additions.seats.values())
        earlier = delete(Seat).where(Seat.session_id == saved.id, Seat.player.in_(players))
        transaction.execute(earlier)
        self._add_seats(transaction, saved.id, additions.seats)
        if additions.following is not None:
            self.add_within(transaction, additions.following)

    def _prune_answers(self, transaction: Transaction, saved: SavedSession) -> None:
        """Delete old keys; of the others, keep only the latest documents."""
        own = StoredResponse.session_id == saved.id
        transaction.execute(
            delete(StoredResponse).where(own, StoredResponse.version <= saved.version - _KEYS_KEPT)
        )
        is_old = StoredResponse.version <= saved.version - _DOCUMENTS_KEPT
        old = update(StoredResponse).where(own, is_old, StoredResponse.document != "")
        transaction.execute(old.values(document=""))

    def _set_job(self, transaction: Transaction, saved: SavedSession) -> None:
        if saved.has_job:
            put_job(transaction, saved.id, "session", saved.version, saved.client, saved.priority)
        else:
            drop_job(transaction, saved.id)

    def due(self) -> Sequence[str]:
        """The ids of sessions in which a player is out of time."""
        wanted = select(Session.id).where(Session.deadline < time.time()).limit(100)
        with self._database.reading() as transaction:
            return transaction.scalars(wanted).all()

    def clear_deadline(self, session_id: str, version: int) -> None:
        """Exclude a session from `due`, unless it has changed since this version."""
        with self._database.writing() as transaction:
            transaction.execute(
                update(Session)
                .where(Session.id == session_id, Session.version == version)
                .values(deadline=None)
                .execution_options(synchronize_session=False)
            )

    def fix_future_times(self) -> None:
        """Correct the times of sessions that were saved before the clock was set back.

        The side to move then has as much time left as when the session was saved.
        """
        now = time.time()
        is_future = Session.saved_at > now + _SKEW
        with self._database.reading() as transaction:
            if transaction.scalar(select(Session.id).where(is_future).limit(1)) is None:
                return
        left = Session.deadline - Session.saved_at
        with self._database.writing() as transaction:
            transaction.execute(
                update(Session)
                .where(is_future)
                .values(deadline=left + now, saved_at=now)
                .execution_options(synchronize_session=False)
            )
