"""Whatever is found out about a position or a game, without changing it."""

from __future__ import annotations

from typing import TypeAlias

from kibitz.core.deadline import check_deadline, reading_within
from kibitz.core.score import INFINITY
from kibitz.core.text import format_move
from kibitz.engine.engine import Engine
from kibitz.engine.lines import Line
from kibitz.engine.search_bounds import current_bounds
from kibitz.search.deepening import Opponents
from kibitz.search.limits import Limit
from kibitz.search.reference import Node, Reference, Stopped
from kibitz.server.compile_queue import CompileQueue
from kibitz.server.http_errors import FieldError
from kibitz.server.request_parsing import RequestParser
from kibitz.server.schema.analysis_schema import (
    AnalysisRequest,
    PlaceRequest,
    ReviewRequest,
    TreeDocument,
    TreeRequest,
    tree_node,
)
from kibitz.server.schema.command_schema import CompareRequest, ExplainRequest, HintRequest
from kibitz.server.schema.shared_schema import LimitFields
from kibitz.server.sessions.service import SessionService
from kibitz.server.settings import Settings
from kibitz.session.session import Session
from kibitz.teaching.explanations.explanation import Comparison, Explanation
from kibitz.teaching.hints import Hint
from kibitz.teaching.review.review_report import Review
from kibitz.teaching.review.reviewer import EFFORT, review
from kibitz.teaching.teacher import Teacher

_ANALYSIS_SECONDS = 1.0  # unless told otherwise
_TEACHING_SECONDS = 0.3

_Teaching: TypeAlias = HintRequest | ExplainRequest | CompareRequest


class AnalysisService:
    """Answers questions with an engine of its own for each."""

    def __init__(
        self,
        parser: RequestParser,
        sessions: SessionService,
        compiles: CompileQueue,
        settings: Settings,
    ) -> None:
        self._parser = parser
        self._sessions = sessions
        self._compiles = compiles
        self._settings = settings

    def place(self, asked: PlaceRequest) -> Session:
        """A session at the place that is asked about."""
        if asked.session is not None:
            if asked.game is not None or asked.position is not None or asked.moves:
                expected = "null together with a session"
                raise FieldError("bad_field", where="game", value="given", expected=expected)
            return self._sessions.open(asked.session)
        if asked.game is None:
            expected = "a session, or a game and a position"
            raise FieldError("bad_field", where="game", value="missing", expected=expected)
        return self._parser.position(
            asked.game, asked.options, asked.position, asked.seed, asked.moves
        )

    def lines(self, session: Session, asked: AnalysisRequest) -> list[Line]:
        """The best lines."""
        limit = self._parser.limit(asked.limit, _ANALYSIS_SECONDS)
        legal = sum(1 for _ in session.game.moves(session.state))
        count = max(1, legal) if asked.lines == "all" else asked.lines
        engine = self._engine(session, asked.opponents, waits=_is_reproducible(asked.limit))
        return engine.analyse(session, limit, multipv=count)

    def check(self, session: Session) -> None:
        """Refuse a position in which there is nothing to find."""
        Engine(session.game).check_position(session)

    def hint(self, session: Session, asked: HintRequest) -> Hint:
        """Help that need not spoil."""
        return self._teacher(session, asked).hint(session, self._teaching(asked))

    def explain(self, session: Session, asked: ExplainRequest) -> Explanation:
        """Why a move."""
        return self._teacher(session, asked).explain(session, asked.move, self._teaching(asked))

    def compare(self, session: Session, asked: CompareRequest) -> Comparison:
        """Two moves side by side."""
        teacher = self._teacher(session, asked)
        return teacher.compare(session, asked.mine, asked.yours, self._teaching(asked))

    def _teaching(self, asked: _Teaching) -> Limit:
        return self._parser.limit(asked.limit, _TEACHING_SECONDS)

    def _teacher(self, session: Session, asked: _Teaching) -> Teacher:
        """A teacher, which checks its claims with the plain search."""
        waits = _is_reproducible(asked.limit)
        self._compiles.require(session.game, is_plain=True, waits=waits)
        return Teacher(self._engine(session, waits=waits))

    def _engine(
        self, session: Session, opponents: Opponents = "paranoid", *, waits: bool = False
    ) -> Engine:
        self._compiles.require(session.game, opponents, waits=waits)
        memory = self._settings.search_memory
        return Engine(session.game, memory=memory, opponents=opponents, wait=waits)

    def review(self, asked: ReviewRequest) -> Review:
        """A whole game, scored."""
        if asked.session is None:
            session = self._parser.read(asked)
        else:
            session = self._sessions.open(asked.session)
        self._compiles.require(session.game, waits=True)
        if asked.words:
            self._compiles.require(session.game, is_plain=True, waits=True)
        limit = EFFORT if asked.limit is None else self._parser.allowed(asked.limit.limit())
        return review(session, limit, explains=asked.words)

    def tree(self, asked: TreeRequest) -> TreeDocument:
        """The tree that textbook minimax walks.

        It is interpreted, and one position of flying kings can take a second: its time is limited
        as well as the number of its positions.
        """
        settings = self._settings
        if asked.depth > settings.tree_depth:
            expected = f"{settings.tree_depth} plies at most"
            raise FieldError("bad_field", where="depth", value=asked.depth, expected=expected)
        session = self.place(asked)
        with reading_within(settings.search_seconds):
            return self._walk(session, asked)

    def _walk(self, session: Session, asked: TreeRequest) -> TreeDocument:
        settings = self._settings
        game, state = session.game, session.state
        bounds = current_bounds()
        search: Reference

        def is_full() -> bool:
            check_deadline()
            is_left = bounds is not None and bounds.is_stopped  # the client has gone away
            return is_left or search.nodes >= settings.tree_nodes

        search = Reference(game, state.turn, pruning=asked.pruning, is_stopped=is_full)
        root = Node(None, state.turn, -INFINITY, INFINITY)
        try:
            _, line = search.value(state, asked.depth, -INFINITY, INFINITY, 0, root)
        except Stopped:
            limit = settings.tree_nodes
            raise FieldError("tree_too_large", limit=limit, depth=asked.depth) from None
        texts, at = [], state
        for move in line:
            texts.append(format_move(game, at, move))
            at = game.play(at, move)
        return TreeDocument(
            game=game.name,
            position=session.position,
            depth=asked.depth,
            nodes=search.nodes,
            best=texts[0] if texts else None,
            line=texts,
            root=tree_node(game, state, root, INFINITY),
        )


def _is_reproducible(asked: LimitFields | None) -> bool:
    """Whether a search is to give the same answer every time: its limit is in nodes."""
    return asked is not None and asked.nodes is not None
