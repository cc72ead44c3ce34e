"""What is known about positions without a search: opening books and endgame tables."""

from __future__ import annotations

from kibitz.core.contract import Game
from kibitz.core.text import format_move
from kibitz.core.types import State
from kibitz.engine.book import book_of
from kibitz.engine.engine import Engine
from kibitz.engine.lines import line_of
from kibitz.server.schema.knowledge_schema import (
    BookMove,
    KnowledgeDocument,
    book_move,
    table_move,
    table_verdict,
)
from kibitz.session.session import Session


def known_position(session: Session) -> KnowledgeDocument:
    """What is known about a session's position; nothing if the game is over."""
    if session.outcome() is not None:
        return _document(session)
    book = _book_moves(session.game, session.state, session)
    known = Engine(session.game).knowledge
    verdict = None if known is None else known.verdict(session.state)
    if known is None:
        return _document(session, book=book)
    found = known.verdicts(session.state, session.earlier)
    legal = set(session.game.legal_moves(session.state, session.earlier))
    moves = [
        table_move(format_move(session.game, session.state, move), after)
        for move, after in found.items()
        if after is not None and move in legal
    ]
    return _document(
        session,
        book=book,
        table=None if verdict is None else table_verdict(verdict),
        clock_decides=known.is_too_slow(session.state),
        moves=moves,
    )


def _document(session: Session, **found: object) -> KnowledgeDocument:
    nothing: dict[str, object] = {"book": [], "table": None, "clock_decides": False, "moves": []}
    place = {"position": session.position, "side": session.side}
    return KnowledgeDocument.model_validate({**place, **nothing, **found})


def _book_moves(game: Game, state: State, session: Session) -> list[BookMove]:
    book = book_of(game)
    found = [] if book is None else book.find(game, state, session.earlier)
    return [book_move(line_of(game, state, one, 0, 0.0)) for one in found]
