"""Analyses, hints and explanations. They never change a session."""

from __future__ import annotations

from typing import TypeAlias

from kibitz.engine.engine import Engine
from kibitz.engine.lines import Line
from kibitz.search.deepening import Opponents, SearchKind
from kibitz.search.limits import DEFAULT_SECONDS, Limit
from kibitz.server.compile_queue import CompileQueue
from kibitz.server.request_parsing import RequestParser
from kibitz.server.requested_positions import RequestedPositions
from kibitz.server.schema.analysis_schema import (
    AnalysisDocument,
    AnalysisRequest,
    analysis_document,
)
from kibitz.server.schema.command_schema import CompareRequest, ExplainRequest, HintRequest
from kibitz.server.schema.shared_schema import LimitFields
from kibitz.server.settings import Settings
from kibitz.session.session import Session
from kibitz.teaching.explanations.explanation import Comparison, Explanation
from kibitz.teaching.explanations.study import STUDY_SECONDS
from kibitz.teaching.hints import Hint
from kibitz.teaching.teacher import Teacher

_Teaching: TypeAlias = HintRequest | ExplainRequest | CompareRequest


class AnalysisService:
    """Runs searches for requests, each with a separate engine."""

    def __init__(
        self,
        parser: RequestParser,
        positions: RequestedPositions,
        compile_queue: CompileQueue,
        settings: Settings,
    ) -> None:
        self._parser = parser
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


def _is_reproducible(limit: LimitFields | None) -> bool:
    """Whether a search must be reproducible, as it must be with a node limit."""
    return limit is not None and limit.nodes is not None
