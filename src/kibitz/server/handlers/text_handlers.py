"""Handlers for positions that are set up, and for games as text."""

from __future__ import annotations

from kibitz.core.placing import read_placement, set_up
from kibitz.server.game_text import export_text
from kibitz.server.schema.session_schema import ExportText
from kibitz.server.schema.setup_schema import (
    SetupDocument,
    SetupRequest,
    placement_of,
    setup_document,
)
from kibitz.server.schema.text_schema import (
    MOST_GAMES,
    ExportRequest,
    GamesInText,
    TextRequest,
    games_in_text,
)
from kibitz.server.services import ServicesHere


async def set_up_position(body: SetupRequest, services: ServicesHere) -> SetupDocument:
    """Set up a position by placing pieces; returns its text, or what is wrong with it.

    With a position as text, or without cells, it returns what stands on every cell.
    """

    def work() -> SetupDocument:
        game = services.catalogue.game(body.game, body.options)
        with services.parser.reading():
            if body.cells is not None:
                return setup_document(game, set_up(game, placement_of(body)))
        session = services.parser.session_at(body.game, body.options, body.position, body.seed, ())
        return setup_document(game, set_up(game, read_placement(game, session.state)))

    return await services.handle(work)


async def export_position(body: ExportRequest, services: ServicesHere) -> ExportText:
    """Export a position and the moves that led there, without a session."""

    def work() -> ExportText:
        session = services.positions.session_at(body)
        label = services.catalogue.label(session.game)
        return ExportText(format=body.format, text=export_text(session, body.format, label.name))

    return await services.handle(work)


async def read_text(body: TextRequest, services: ServicesHere) -> GamesInText:
    """List the games in a text: JSON, a file of a game such as PDN, a position, or moves.

    Nothing is stored. Start a session from one of them with `number` in an import.
    """

    def work() -> GamesInText:
        name, sessions = services.parser.read_text(body)
        labels = [services.catalogue.label(one.game) for one in sessions[:MOST_GAMES]]
        return games_in_text(name, sessions, labels)

    return await services.handle(work)
