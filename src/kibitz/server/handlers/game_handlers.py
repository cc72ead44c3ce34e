"""Handlers for games and positions."""

from __future__ import annotations

from fastapi import Request

from kibitz.server.jobs.known_positions import known_position
from kibitz.server.schema.game_schema import GameDocument, game_document
from kibitz.server.schema.knowledge_schema import KnowledgeDocument
from kibitz.server.schema.position_schema import (
    PositionDocument,
    PositionRequest,
    WhyNot,
    WhyNotRequest,
    position_document,
    why_not,
)
from kibitz.server.schema.preview_schema import GameList, listed_game
from kibitz.server.schema.rules_schema import RulesDocument, rules_document
from kibitz.server.services import ServicesHere


async def list_games(services: ServicesHere) -> GameList:
    """List all games with their options, sides and a picture."""

    def work() -> GameList:
        catalogue = services.catalogue
        games = [catalogue.game(name) for name in catalogue.names()]
        return GameList(games=[listed_game(game, catalogue.label(game)) for game in games])

    return await services.handle(work)


async def read_game(name: str, request: Request, services: ServicesHere) -> GameDocument:
    """Get a game with its levels, board and notation. Query parameters set its options."""
    options = dict(request.query_params)

    def work() -> GameDocument:
        game = services.catalogue.game(name, options)
        return game_document(game, services.catalogue.label(game))

    return await services.handle(work)


async def read_rules(name: str, request: Request, services: ServicesHere) -> RulesDocument:
    """Get the rules of a game as text with drawn boards. Query parameters set its options."""
    options = dict(request.query_params)

    def work() -> RulesDocument:
        game = services.catalogue.game(name, options)
        return rules_document(game, services.catalogue.label(game))

    return await services.handle(work)


async def check_position(body: PositionRequest, services: ServicesHere) -> PositionDocument:
    """Check a position; returns its board and legal moves."""

    def work() -> PositionDocument:
        session = services.positions.session_at(body)
        outcome = session.outcome()
        return position_document(session.game, session.state, outcome, session.earlier)

    return await services.handle(work)


async def read_knowledge(body: PositionRequest, services: ServicesHere) -> KnowledgeDocument:
    """Look a position up in the opening book and in the endgame tables, without a search."""
    return await services.handle(lambda: known_position(services.positions.session_for_help(body)))


async def explain_refusal(body: WhyNotRequest, services: ServicesHere) -> WhyNot:
    """Explain why a move is illegal, if it is."""
    return await services.handle(lambda: why_not(*services.positions.check_move(body)))
