"""Loads sessions from database rows, through a cache, and serialises them."""

from __future__ import annotations

import json
import math
import time
from collections import OrderedDict
from threading import Lock

from kibitz.core.deadline import reading_within
from kibitz.server.catalogue import Catalogue
from kibitz.server.game_files import GameLabel
from kibitz.server.jobs.priority import is_exhibition, session_priority
from kibitz.server.schema.session_schema import change_fields, session_document
from kibitz.server.schema.update_schema import SessionMark, session_update
from kibitz.server.sessions.adaptive_seats import pending_learner
from kibitz.server.sessions.arrangement import Arrangement, write_arrangement
from kibitz.server.store import models
from kibitz.server.store.session_store import SavedSession
from kibitz.session.session import Session

_CACHED_SESSIONS = 256
_CACHED_MOVES = 20_000  # in all cached sessions together
_MOST_SECONDS = 10.0**9


class SessionLoader:
    """Loads sessions through a cache of recently used ones.

    `seconds` limits the time to load a session. One with branches in which kings have thousands of
    captures can take minutes to replay.
    """

    def __init__(self, catalogue: Catalogue, seconds: float = math.inf) -> None:
        self._catalogue = catalogue
        self._seconds = seconds
        self._cache: OrderedDict[tuple[str, int, float], tuple[Session, int]] = OrderedDict()
        self._cached_moves = 0
        self._lock = Lock()

    def open(self, row: models.Session) -> Session:
        """Load a row's session, with its clock up to date, for exclusive use.

        The session is not in the cache again until `put_back`.
        """
        with self._lock:
            cached, size = self._cache.pop(_key(row), (None, 0))
            self._cached_moves -= size
        if cached is not None:
            return cached
        record = json.loads(row.record)
        if row.is_running:
            passed = max(0.0, time.time() - row.saved_at)
            record["elapsed"] = min(_MOST_SECONDS, record["elapsed"] + passed)
        with reading_within(self._seconds):
            session = Session.from_json(record, self._catalogue.game_of(record), now=time.time)
        if not row.is_running:
            session.pause(record["elapsed"])
        return session

    def label(self, session: Session) -> GameLabel:
        """What the server calls the game of a session."""
        return self._catalogue.label(session.game)

    def put_back(self, row: models.Session | SavedSession, session: Session) -> None:
        """Put a session into the cache; the caller must not use it afterwards."""
        with self._lock:
            self._cached_moves += row.size - self._cache.get(_key(row), (None, 0))[1]
            self._cache[_key(row)] = session, row.size
            while len(self._cache) > _CACHED_SESSIONS or self._cached_moves > _CACHED_MOVES:
                _, (_, size) = self._cache.popitem(last=False)
                self._cached_moves -= size

    def clear(self) -> None:
        """Empty the cache, to free memory."""
        with self._lock:
            self._cache.clear()
            self._cached_moves = 0


def _key(row: models.Session | SavedSession) -> tuple[str, int, float]:
    # `saved_at` changes without a new version after the system clock was set back.
    return row.id, row.version, row.saved_at


def saved_session(
    session_id: str,
    version: int,
    session: Session,
    label: GameLabel,
    what: str,
    arrangement: Arrangement,
    before: SessionMark | None = None,
    *,
    is_running: bool,
    client: str = "",
) -> SavedSession:
    """Serialise a session after the change `what`; `before` is its mark before the change."""
    now = time.time()
    is_thinking = needs_engine(session)
    document = session_document(
        session_id,
        version,
        session,
        label,
        arrangement,
        is_running=is_running,
        is_thinking=is_thinking,
        as_of=now,
    )
    delta = None if before is None else session_update(what, before, session, document)
    record, readings = session.to_json(), session.readings
    has_deadline = is_running and readings is not None and session.outcome() is None
    return SavedSession(
        id=session_id,
        version=version,
        record=json.dumps(record),
        size=len(record["moves"]),
        document=document.model_dump_json(),
        is_running=is_running,
        saved_at=now,
        deadline=now + readings[session.turn] if has_deadline and readings else None,
        arrangement=write_arrangement(arrangement),
        what=what,
        event=change_fields(version, what, session).model_dump_json(),
        delta=None if delta is None else delta.model_dump_json(),
        has_job=is_thinking,
        priority=session_priority(session),
        is_exhibition=is_exhibition(session),
        client=client,
    )


def needs_engine(session: Session) -> bool:
    """Whether an engine has to move, answer an offer, or learn from a finished game."""
    if session.outcome() is not None:
        return pending_learner(session) is not None
    return session.seats[session.turn].kind == "engine" or pending_answer(session) is not None


def pending_answer(session: Session) -> tuple[str, int] | None:
    """The kind of an open offer and the side of the engine that must answer it, if any.

    The side to move is skipped, because its engine moves instead.
    """
    for offer in session.offers:
        for side in offer.open_to(session.game.players):
            if session.seats[side].kind == "engine" and side != session.turn:
                return offer.kind, side
    return None
