"""Analyses, hints, explanations, reviews and trees. They never change a session."""

from __future__ import annotations

from typing import TypeAlias

from kibitz.core.deadline import check_deadline, reading_within
from kibitz.core.score import INFINITY
from kibitz.core.text import format_move
from kibitz.engine.engine import Engine
from kibitz.engine.lines import Line
from kibitz.engine.search_bounds import current_bounds
from kibitz.search.deepening import Opponents, SearchKind
from kibitz.search.limits import DEFAULT_SECONDS, Limit
from kibitz.search.reference import Node, Reference, Stopped
from kibitz.server.compile_queue import CompileQueue
from kibitz.server.http_errors import FieldError
from kibitz.server.request_parsing import RequestParser
from kibitz.server.requested_positions import RequestedPositions
from kibitz.server.schema.analysis_schema import (
    AnalysisDocument,
    AnalysisRequest,
    ReviewDocument,
    ReviewRequest,
    TreeDocument,
    TreeRequest,
    analysis_document,
    review_document,
    tree_node,
)
from kibitz.server.schema.command_schema import CompareRequest, ExplainRequest, HintRequest
from kibitz.server.schema.shared_schema import LimitFields
from kibitz.server.sessions.service import SessionService
from kibitz.server.settings import Settings
from kibitz.session.session import Session
from kibitz.teaching.explanations.explanation import Comparison, Explanation
from kibitz.teaching.explanations.study import STUDY_SECONDS
from kibitz.teaching.hints import Hint
from kibitz.teaching.review.reviewer import review
from kibitz.teaching.teacher import Teacher

_Teaching: TypeAlias = HintRequest | ExplainRequest | CompareRequest


class AnalysisService:
    """Runs searches for requests, each with a separate engine."""

    def __init__(
        self,
        parser: RequestParser,
        sessions: SessionService,
        positions: RequestedPositions,
        compile_queue: CompileQueue,
        settings: Settings,
    ) -> None:
        self._parser = parser
        self._sessions = sessions
        self._positions = positions
        self._compile_queue = compile_queue
        self._settings = settings

    def document(
        self, analysis_id: str | None, status: str, session: Session, lines: list[Line]
    ) -> AnalysisDocument:
        """An analysis of a session's position as JSON."""
        name = self._parser.label(session.game).name
        return analysis_document(analysis_id, status, name, session, lines)

    def lines(self, session: Session, request: AnalysisRequest) -> list[Line]:
        """Find the best lines."""
        limit = self._parser.parse_limit(request.limit, DEFAULT_SECONDS)
        legal = session.game.legal_moves(session.state, session.earlier)
        count = max(1, len(legal)) if request.lines == "all" else request.lines
        waits = _is_reproducible(request.limit)
        engine = self._engine(session, request.opponents, request.search, waits=waits)
        return engine.analyse(session, limit, multipv=count)

    def require_moves(self, session: Session, request: AnalysisRequest) -> None:
        """Raise FinishedError if there is no move to search, LimitError for wrong settings."""
        engine = Engine(session.game, search=request.search, opponents=request.opponents)
        engine.check_position(session)

    def hint(self, session: Session, request: HintRequest) -> Hint:
        """Give a hint."""
        return self._teacher(session, request).hint(session, self._teaching_limit(request))

    def explain(self, session: Session, request: ExplainRequest) -> Explanation:
        """Explain a move."""
        return self._teacher(session, request).explain(
            session, request.move, self._teaching_limit(request)
        )

    def compare(self, session: Session, request: CompareRequest) -> Comparison:
        """Compare two moves."""
        teacher = self._teacher(session, request)
        return teacher.compare(session, request.mine, request.yours, self._teaching_limit(request))

    def _teaching_limit(self, request: _Teaching) -> Limit:
        return self._parser.parse_limit(request.limit, STUDY_SECONDS)

    def _teacher(self, session: Session, request: _Teaching) -> Teacher:
        """A teacher. It also needs the compiled plain search, to verify its claims."""
        waits = _is_reproducible(request.limit)
        self._compile_queue.require(session.game, is_plain=True, waits=waits)
        return Teacher(self._engine(session, waits=waits))

    def _engine(
        self,
        session: Session,
        opponents: Opponents = "paranoid",
        search: SearchKind | None = None,
        *,
        waits: bool = False,
    ) -> Engine:
        memory = self._settings.search_memory
        engine = Engine(session.game, search=search, memory=memory, opponents=opponents, wait=waits)
        self._compile_queue.require(session.game, opponents, search=search, waits=waits)
        return engine

    def review(self, request: ReviewRequest) -> ReviewDocument:
        """Review a game."""
        if request.session is None:
            session = self._parser.import_session(request)
        else:
            session = self._sessions.open_for_help(request.session)
        self._compile_queue.require(session.game, waits=True)
        if request.words:
            self._compile_queue.require(session.game, is_plain=True, waits=True)
        limit = None if request.limit is None else self._parser.clamp(request.limit.limit())
        found = review(session, limit, explains=request.words)
        return review_document(found, self._parser.label(session.game).name)

    def tree(self, request: TreeRequest) -> TreeDocument:
        """Record the tree of a textbook minimax search.

        The search is interpreted, and a single position with flying kings can take a second, so
        both its time and its node count are limited.
        """
        settings = self._settings
        if request.depth > settings.tree_depth:
            expected = f"{settings.tree_depth} plies at most"
            raise FieldError("bad_field", where="depth", value=request.depth, expected=expected)
        session = self._positions.session_for_help(request)
        with reading_within(settings.search_seconds):
            return self._record_tree(session, request)

    def _record_tree(self, session: Session, request: TreeRequest) -> TreeDocument:
        settings = self._settings
        game, state = session.game, session.state
        bounds = current_bounds()
        search: Reference

        def is_full() -> bool:
            check_deadline()
            is_cancelled = bounds is not None and bounds.is_stopped  # the client disconnected
            return is_cancelled or search.nodes >= settings.tree_nodes

        earlier = session.earlier if game.forbids_repetition else None
        search = Reference(
            game, state.turn, pruning=request.pruning, earlier=earlier, is_stopped=is_full
        )
        root = Node(None, state.turn, -INFINITY, INFINITY)
        try:
            _, line = search.value(state, request.depth, -INFINITY, INFINITY, 0, root)
        except Stopped:
            limit = settings.tree_nodes
            raise FieldError("tree_too_large", limit=limit, depth=request.depth) from None
        texts, at = [], state
        for move in line:
            texts.append(format_move(game, at, move))
            at = game.play(at, move)
        return TreeDocument(
            game=self._parser.label(game).name,
            position=session.position,
            depth=request.depth,
            nodes=search.nodes,
            best=texts[0] if texts else None,
            line=texts,
            root=tree_node(game, state, root, INFINITY),
        )


def _is_reproducible(limit: LimitFields | None) -> bool:
    """Whether a search must be reproducible, as it must be with a node limit."""
    return limit is not None and limit.nodes is not None
