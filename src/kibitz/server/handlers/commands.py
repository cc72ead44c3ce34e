"""What those who hold a seat's secret do to a session. Each answers the session as it is then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypeAlias

from fastapi import Depends, Response

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

Change: TypeAlias = Callable[[commands.Command], Response]


async def changing(session_id: str, services: ServicesHere, by: CredentialsHere) -> Change:
    """What has a command done to the session of the address, for whoever sent the request."""
    return lambda command: document(services.tables.change(session_id, command, by))


ChangeHere = Annotated[Change, Depends(changing)]


def play_move(asked: MoveRequest, change: ChangeHere) -> Response:
    """Play a move; with an Idempotency-Key a retry never plays twice."""
    return change(commands.move(asked.move))


def undo(change: ChangeHere, asked: CountRequest | None = None) -> Response:
    """Take moves back, where takebacks are free."""
    return change(commands.undo(asked.count if asked else None))


def redo(change: ChangeHere, asked: CountRequest | None = None) -> Response:
    """Play undone moves again, where takebacks are free."""
    return change(commands.redo(asked.count if asked else None))


def resign(change: ChangeHere) -> Response:
    """Give the game up."""
    return change(commands.resign())


def takeback(asked: TakebackRequest, change: ChangeHere) -> Response:
    """Ask for a takeback, or answer one, where takebacks are by consent."""
    return change(commands.takeback(asked.action, asked.count))


def draw(asked: DrawRequest, change: ChangeHere) -> Response:
    """Offer a draw, or answer one."""
    return change(commands.draw(asked.action))


def rename_seat(asked: SeatName, change: ChangeHere) -> Response:
    """Say what you want to be called."""
    return change(commands.rename(asked.name))
