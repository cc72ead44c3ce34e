"""Handlers for games and positions."""

from __future__ import annotations

from fastapi import Request

from kibitz.server.schema.game_schema import GameDocument, GameList, game_document, game_summary
from kibitz.server.schema.position_schema import (
    PositionDocument,
    PositionRequest,
    WhyNot,
    WhyNotRequest,
    position_document,
    why_not,
)
from kibitz.server.schema.rules_schema import RulesDocument, rules_document
from kibitz.server.services import ServicesHere


async def list_games(services: ServicesHere) -> GameList:
    """List all games with their options and sides."""

    def work() -> GameList:
        games = [services.catalogue.game(name) for name in services.catalogue.names()]
        return GameList(games=[game_summary(game) for game in games])

    return await services.handle(work)


async def read_game(name: str, request: Request, services: ServicesHere) -> GameDocument:
    """Get a game with its levels, board and notation. Query parameters set its options."""
    options = dict(request.query_params)
    return await services.handle(lambda: game_document(services.catalogue.game(name, options)))


async def read_rules(name: str, request: Request, services: ServicesHere) -> RulesDocument:
    """Get the rules of a game as text with drawn boards. Query parameters set its options."""
    options = dict(request.query_params)
    return await services.handle(lambda: rules_document(services.catalogue.game(name, options)))


async def check_position(body: PositionRequest, services: ServicesHere) -> PositionDocument:
    """Check a position; returns its board and legal moves."""

    def work() -> PositionDocument:
        session = services.parser.parse_position(body)
        outcome = session.outcome()
        return position_document(session.game, session.state, outcome, session.earlier)

    return await services.handle(work)


async def explain_refusal(body: WhyNotRequest, services: ServicesHere) -> WhyNot:
    """Explain why a move is illegal, if it is."""
    return await services.handle(lambda: why_not(*services.parser.check_move(body)))
