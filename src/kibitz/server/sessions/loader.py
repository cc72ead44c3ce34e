"""Sessions as they are kept, made into sessions that can be played on, and back."""

from __future__ import annotations

import json
import math
import time
from collections import OrderedDict
from threading import Lock

from kibitz.core.deadline import reading_within
from kibitz.server.catalogue import Catalogue
from kibitz.server.jobs.priority import is_exhibition, session_priority
from kibitz.server.schema.session_schema import change_fields, session_document
from kibitz.server.sessions.adaptive_seats import learner
from kibitz.server.store import models
from kibitz.server.store.session_store import Saved
from kibitz.session.session import Session

_KEPT = 256  # sessions that a worker keeps ready
_KEPT_MOVES = 20_000  # of all of them together
_MOST_SECONDS = 10.0**9


class SessionLoader:
    """Opens sessions; those played last are kept, each for one user at a time.

    `seconds`: for reading one. A client can build a session move by move that takes minutes to
    replay, with branches in which kings have thousands of captures.
    """

    def __init__(self, catalogue: Catalogue, seconds: float = math.inf) -> None:
        self._catalogue = catalogue
        self._seconds = seconds
        self._ready: OrderedDict[tuple[str, int, float], tuple[Session, int]] = OrderedDict()
        self._moves = 0
        self._lock = Lock()

    def open(self, row: models.Session) -> Session:
        """The session of a row, with its time as it is now. It belongs to the caller alone."""
        with self._lock:
            ready, size = self._ready.pop(_key(row), (None, 0))
            self._moves -= size
        if ready is not None:
            return ready
        record = json.loads(row.record)
        if row.is_running:
            passed = max(0.0, time.time() - row.saved_at)
            record["elapsed"] = min(_MOST_SECONDS, record["elapsed"] + passed)
        with reading_within(self._seconds):
            session = Session.from_json(record, self._catalogue.game_of(record), now=time.time)
        if not row.is_running:
            session.pause(record["elapsed"])
        return session

    def keep(self, row: models.Session | Saved, session: Session) -> None:
        """Have the session of a row ready for the next user; this one gives it up."""
        with self._lock:
            self._moves += row.size - self._ready.get(_key(row), (None, 0))[1]
            self._ready[_key(row)] = session, row.size
            while len(self._ready) > _KEPT or self._moves > _KEPT_MOVES:
                _, (_, size) = self._ready.popitem(last=False)
                self._moves -= size

    def clear(self) -> None:
        """Keep nothing ready, to save memory."""
        with self._lock:
            self._ready.clear()
            self._moves = 0


def _key(row: models.Session | Saved) -> tuple[str, int, float]:
    # The time too: that of a session is changed where the clock was set back.
    return row.id, row.version, row.saved_at


def saved(
    session_id: str,
    version: int,
    session: Session,
    what: str,
    *,
    is_running: bool,
    client: str = "",
) -> Saved:
    """What is to be kept of a session of `client`, to which `what` has happened."""
    now = time.time()
    is_thinking = waits_for_engine(session)
    document = session_document(
        session_id,
        version,
        session,
        is_running=is_running,
        is_thinking=is_thinking,
        as_of=now,
    )
    record, readings = session.to_json(), session.readings
    has_deadline = is_running and readings is not None and session.outcome() is None
    return Saved(
        id=session_id,
        version=version,
        record=json.dumps(record),
        size=len(record["moves"]),
        document=document.model_dump_json(),
        is_running=is_running,
        saved_at=now,
        deadline=now + readings[session.turn] if has_deadline and readings else None,
        what=what,
        event=change_fields(version, what, session).model_dump_json(),
        has_job=is_thinking,
        priority=session_priority(session),
        is_exhibition=is_exhibition(session),
        client=client,
    )


def waits_for_engine(session: Session) -> bool:
    """Whether an engine has to move, to answer an offer, or to learn from a game that is over."""
    if session.outcome() is not None:
        return learner(session) is not None
    return session.seats[session.turn].kind == "engine" or answering(session) is not None


def answering(session: Session) -> tuple[str, int] | None:
    """An open offer and the engine that has to answer it; one that is to move moves instead."""
    for offer in session.offers:
        for side in offer.open_to(session.game.players):
            if session.seats[side].kind == "engine" and side != session.turn:
                return offer.kind, side
    return None
