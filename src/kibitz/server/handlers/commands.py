"""What those who hold a seat's secret do to a session. Each answers the session as it is then."""

from __future__ import annotations

from fastapi import Response

from kibitz.server.handlers.headers import CredentialsHere, document
from kibitz.server.play import commands
from kibitz.server.schema.commands import (
    CountRequest,
    DrawRequest,
    MoveRequest,
    SeatName,
    TakebackRequest,
)
from kibitz.server.services import ServicesHere


def play_move(
    session_id: str, asked: MoveRequest, services: ServicesHere, by: CredentialsHere
) -> Response:
    """Play a move; with an Idempotency-Key a retry never plays twice."""
    return document(services.tables.change(session_id, commands.move(asked.move), by))


def undo(
    session_id: str,
    services: ServicesHere,
    by: CredentialsHere,
    asked: CountRequest | None = None,
) -> Response:
    """Take moves back, where takebacks are free."""
    count = asked.count if asked else None
    return document(services.tables.change(session_id, commands.undo(count), by))


def redo(
    session_id: str,
    services: ServicesHere,
    by: CredentialsHere,
    asked: CountRequest | None = None,
) -> Response:
    """Play undone moves again, where takebacks are free."""
    count = asked.count if asked else None
    return document(services.tables.change(session_id, commands.redo(count), by))


def resign(session_id: str, services: ServicesHere, by: CredentialsHere) -> Response:
    """Give the game up."""
    return document(services.tables.change(session_id, commands.resign(), by))


def takeback(
    session_id: str, asked: TakebackRequest, services: ServicesHere, by: CredentialsHere
) -> Response:
    """Ask for a takeback, or answer one, where takebacks are by consent."""
    command = commands.takeback(asked.action, asked.count)
    return document(services.tables.change(session_id, command, by))


def draw(
    session_id: str, asked: DrawRequest, services: ServicesHere, by: CredentialsHere
) -> Response:
    """Offer a draw, or answer one."""
    return document(services.tables.change(session_id, commands.draw(asked.action), by))


def rename_seat(
    session_id: str, asked: SeatName, services: ServicesHere, by: CredentialsHere
) -> Response:
    """Say what you want to be called."""
    return document(services.tables.change(session_id, commands.rename(asked.name), by))
