"""Reviews of games, each computed once and then kept."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace

from kibitz.core.version import __version__
from kibitz.engine.search_bounds import current_bounds
from kibitz.search.limits import Limit
from kibitz.server.compile_queue import CompileQueue
from kibitz.server.request_parsing import RequestParser
from kibitz.server.schema.analysis_schema import ReviewDocument, ReviewRequest, review_document
from kibitz.server.sessions.service import SessionService
from kibitz.server.store.review_store import ReviewStore
from kibitz.session.session import Session
from kibitz.teaching.review.reviewer import Progress, effort, review

_SEARCHES = 2.5  # of positions for each move, at most, in a typical review


class ReviewService:
    """Reviews games. A finished review is kept under a digest of the game and its moves."""

    def __init__(
        self,
        parser: RequestParser,
        sessions: SessionService,
        compile_queue: CompileQueue,
        store: ReviewStore,
    ) -> None:
        self._parser = parser
        self._sessions = sessions
        self._compile_queue = compile_queue
        self._store = store

    def session_of(self, request: ReviewRequest) -> Session:
        """The session to review; raises SeatError if it allows no help yet."""
        if request.session is None:
            return self._parser.import_session(request)
        return self._sessions.open_for_help(request.session)

    def kept(self, session: Session, request: ReviewRequest) -> ReviewDocument | None:
        """The review of a session, if it was computed before."""
        text = self._store.read(_digest(session, request))
        return None if text is None else ReviewDocument.model_validate_json(text)

    def review(
        self, session: Session, request: ReviewRequest, on_progress: Progress | None = None
    ) -> ReviewDocument:
        """Review a session, and keep the review if the time was sufficient.

        With `on_progress` no single move may use up the time for the others.
        """
        self._compile_queue.require(session.game, waits=True)
        if request.words:
            self._compile_queue.require(session.game, is_plain=True, waits=True)
        limit = None if request.limit is None else self._parser.clamp(request.limit.limit())
        if limit is None and on_progress is not None:
            limit = _shared_limit(session)
        found = review(session, limit, on_progress, explains=request.words)
        document = review_document(found, self._parser.label(session.game).name)
        bounds = current_bounds()
        if bounds is None or not bounds.is_spent:
            self._store.keep(_digest(session, request), document.model_dump_json())
        return document


def _shared_limit(session: Session) -> Limit:
    """The usual limit for each position, within a share of the time that is left."""
    bounds = current_bounds()
    usual = effort(session.game)
    if bounds is None or not session.line:
        return usual
    share = bounds.seconds_left / (_SEARCHES * len(session.line))
    return replace(usual, time=max(0.02, min(share, 3600.0)))


def _digest(session: Session, request: ReviewRequest) -> str:
    """Identifies the rules, the moves and the settings of a review."""
    record, outcome = session.to_json(), session.outcome()
    content = [
        __version__,
        record["game"],
        record["start"],
        record["seed"],
        list(session.line),
        None if outcome is None else str(outcome),
        [seat.title for seat in session.seats],
        None if request.limit is None else request.limit.model_dump(),
        request.words,
    ]
    return hashlib.sha256(json.dumps(content, default=str).encode()).hexdigest()
