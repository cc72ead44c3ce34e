"""Sessions as they are kept: a change is one transaction, its event, answer and job with it."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session as Transaction

from kibitz.server.store.database import Database
from kibitz.server.store.event_store import add_event, forget_kind
from kibitz.server.store.job_store import drop_job, put_job
from kibitz.server.store.models import Answer, Seat, Session, Stream
from kibitz.server.store.quotas import Quotas

_COLUMNS = ("version", "record", "size", "document", "is_running", "saved_at", "deadline")
_AHEAD = 5.0  # seconds by which the clocks of two workers may differ
_KEYS_KEPT = 128  # changes of a session after which its idempotency keys are forgotten
_DOCUMENTS_KEPT = 16  # changes after which a retry is answered with the session as it is then


@dataclass(frozen=True, slots=True)
class Saved:
    """A session after a change, as it is to be kept."""

    id: str
    version: int
    record: str
    size: int  # moves of the record, its branches among them
    document: str
    is_running: bool
    saved_at: float
    deadline: float | None
    what: str  # happened
    event: str  # the same as JSON
    has_job: bool  # whether an engine has to think
    priority: int  # of that; lower is served first
    is_exhibition: bool  # whether only engines play
    client: str  # who began the session

    def columns(self) -> dict[str, Any]:
        """The columns of a session's row that a change sets."""
        return {name: getattr(self, name) for name in _COLUMNS}


@dataclass(frozen=True, slots=True)
class Key:
    """The idempotency key of a command, and what tells commands apart."""

    text: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Looked:
    """A session, whose seat a secret opens in it, and what a key was answered; None for none."""

    row: Session | None
    player: int | None
    answer: Answer | None


class SessionStore:
    """Reads and writes sessions, within quotas."""

    def __init__(self, database: Database, quotas: Quotas) -> None:
        self._database = database
        self._quotas = quotas

    def read(self, session_id: str) -> Session | None:
        """The session with this name."""
        with self._database.reading() as transaction:
            return transaction.get(Session, session_id)

    def look(self, session_id: str, secret_hash: str | None, key: str | None) -> Looked:
        """All that a command needs to know, read at once."""
        with self._database.reading() as transaction:
            # In this order: a version that the same command has made is not seen without its key.
            row = transaction.get(Session, session_id)
            seat = transaction.get(Seat, secret_hash) if secret_hash else None
            answer = transaction.get(Answer, (session_id, key)) if key else None
        is_own = seat is not None and seat.session_id == session_id
        return Looked(row, seat.player if seat is not None and is_own else None, answer)

    def add(self, saved: Saved, game: str, seats: Mapping[str, int]) -> None:
        """Keep a new session; `seats`: the player of every secret's hash."""
        with self._database.writing() as transaction:
            self._quotas.check_session(transaction, saved.client)
            if saved.has_job:
                self._quotas.check_job(transaction, saved.client, saved.priority)
            if saved.has_job and saved.is_exhibition:
                self._quotas.check_exhibition(transaction, saved.client, saved.priority)
            transaction.add(Stream(id=saved.id, last=0))
            transaction.flush()
            transaction.add(
                Session(
                    id=saved.id,
                    game=game,
                    created_at=saved.saved_at,
                    client=saved.client,
                    **saved.columns(),
                )
            )
            transaction.flush()
            transaction.add_all(
                Seat(secret_hash=secret_hash, session_id=saved.id, player=player)
                for secret_hash, player in seats.items()
            )
            add_event(transaction, saved.id, "change", saved.event)
            self._set_job(transaction, saved)

    def replace(self, saved: Saved, key: Key | None, *, is_forced: bool = False) -> bool:
        """Keep a change of the version before; False where that is not the last one any more.

        `is_forced`: also where more engines wait than are let, for what an engine itself has done.
        """
        changed = (
            update(Session)
            .where(Session.id == saved.id, Session.version == saved.version - 1)
            .values(saved.columns())
            .returning(Session.id)
        )
        try:
            with self._database.writing() as transaction:
                if saved.has_job and not is_forced:
                    self._quotas.check_job(transaction, saved.client, saved.priority)
                if transaction.scalar(changed) is None:
                    return False
                self._note(transaction, saved, key)
                self._set_job(transaction, saved)
        except IntegrityError:  # the same key at the same time: the other one was first
            return False
        return True

    def _note(self, transaction: Transaction, saved: Saved, key: Key | None) -> None:
        forget_kind(transaction, saved.id, "thinking")
        add_event(transaction, saved.id, "change", saved.event)
        if key is not None:
            self._forget_answers(transaction, saved)
            transaction.add(
                Answer(
                    session_id=saved.id,
                    key=key.text,
                    fingerprint=key.fingerprint,
                    version=saved.version,
                    document=saved.document,
                    created_at=saved.saved_at,
                )
            )

    def _forget_answers(self, transaction: Transaction, saved: Saved) -> None:
        """Bound what is kept for retries: the last keys, and fewer of their documents."""
        own = Answer.session_id == saved.id
        transaction.execute(delete(Answer).where(own, Answer.version <= saved.version - _KEYS_KEPT))
        is_old = Answer.version <= saved.version - _DOCUMENTS_KEPT
        old = update(Answer).where(own, is_old, Answer.document != "")
        transaction.execute(old.values(document=""))

    def _set_job(self, transaction: Transaction, saved: Saved) -> None:
        if saved.has_job:
            put_job(transaction, saved.id, "session", saved.version, saved.client, saved.priority)
        else:
            drop_job(transaction, saved.id)

    def due(self) -> Sequence[str]:
        """The sessions in which somebody's time is up."""
        wanted = select(Session.id).where(Session.deadline < time.time()).limit(100)
        with self._database.reading() as transaction:
            return transaction.scalars(wanted).all()

    def forget_deadline(self, session_id: str, version: int) -> None:
        """Have `due` leave out a session, unless it has changed since this version."""
        with self._database.writing() as transaction:
            transaction.execute(
                update(Session)
                .where(Session.id == session_id, Session.version == version)
                .values(deadline=None)
                .execution_options(synchronize_session=False)
            )

    def set_future_back(self) -> None:
        """Have sessions that were saved before the clock was set back go on from now.

        Whoever is to move has as much time left as when the session was saved.
        """
        now = time.time()
        is_ahead = Session.saved_at > now + _AHEAD
        with self._database.reading() as transaction:
            if transaction.scalar(select(Session.id).where(is_ahead).limit(1)) is None:
                return
        left = Session.deadline - Session.saved_at
        with self._database.writing() as transaction:
            transaction.execute(
                update(Session)
                .where(is_ahead)
                .values(deadline=left + now, saved_at=now)
                .execution_options(synchronize_session=False)
            )
