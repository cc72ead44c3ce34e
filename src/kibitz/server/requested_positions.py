"""The positions that requests name: of a session, or of a game.

A session's positions keep its history, so that repetitions count. They need no text for positions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from kibitz.core.errors import KibitzError
from kibitz.core.messages import Message
from kibitz.core.text import own_reason, parse_move
from kibitz.server.http_errors import FieldError
from kibitz.server.request_parsing import RequestParser
from kibitz.server.schema.command_schema import AdviceRequest
from kibitz.server.schema.position_schema import PositionRequest, WhyNotRequest
from kibitz.server.sessions.service import SessionService
from kibitz.session.session import Session

Open: TypeAlias = Callable[[str], Session]


class RequestedPositions:
    """Builds temporary sessions at requested positions."""

    def __init__(self, parser: RequestParser, sessions: SessionService) -> None:
        self._parser = parser
        self._sessions = sessions

    def session_for_help(self, request: PositionRequest) -> Session:
        """The same as `session_at`, for engine help, which a session may not allow."""
        return self.session_at(request, self._sessions.open_for_help)

    def session_at(self, request: PositionRequest, open_session: Open | None = None) -> Session:
        """A temporary session at the requested position, with the moves that led there."""
        if request.session is not None:
            return self._in_session(request.session, request, open_session or self._sessions.open)
        if request.game is None:
            expected = "a session, or a game and a position"
            raise FieldError("bad_field", where="game", value="missing", expected=expected)
        if request.ply is not None:
            expected = "null without a session"
            raise FieldError("bad_field", where="ply", value=request.ply, expected=expected)
        return self._parser.session_at(
            request.game, request.options, request.position, request.seed, request.moves
        )

    def _in_session(self, session_id: str, request: PositionRequest, open_session: Open) -> Session:
        for where in ("game", "position", "seed"):
            if getattr(request, where) is not None:
                expected = "null together with a session"
                raise FieldError("bad_field", where=where, value="given", expected=expected)
        return self._after(open_session(session_id), request)

    def advised_session(self, session_id: str, request: AdviceRequest) -> Session:
        """A session for engine help: after `ply` of its moves, and further ones."""
        return self._after(self._sessions.open_for_help(session_id), request)

    def _after(self, session: Session, request: PositionRequest | AdviceRequest) -> Session:
        if request.ply is None and not request.moves:
            return session
        ply = session.ply if request.ply is None else request.ply
        if ply > len(session.line):
            expected = f"at most {len(session.line)}, the number of moves"
            raise FieldError("bad_field", where="ply", value=ply, expected=expected)
        return self._parser.session_after(session, ply, request.moves)

    def check_move(self, request: WhyNotRequest) -> tuple[str, Message | None, Message | None]:
        """The move in the game's notation; if it is illegal, the error and the game's reason."""
        session = self.session_at(request)
        try:
            parse_move(session.game, session.state, request.move, session.earlier)
            session.push(request.move, seconds=0.0)
        except KibitzError as refusal:
            reason = own_reason(session.game, session.state, request.move)
            return request.move, refusal.message, reason
        return session.moves[-1], None, None
