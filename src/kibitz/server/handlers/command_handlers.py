"""What those who hold a seat's secret do to a session. Each answers the session as it is then."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, TypeAlias

from fastapi import Depends, Response

from kibitz.server.handlers.headers import CredentialsHere, document
from kibitz.server.schema.command_schema import (
    CountRequest,
    DrawRequest,
    MoveRequest,
    SeatName,
    TakebackRequest,
)
from kibitz.server.services import ServicesHere
from kibitz.server.sessions import session_commands as commands

Change: TypeAlias = Callable[[commands.Command], Awaitable[Response]]


async def changing(session_id: str, services: ServicesHere, by: CredentialsHere) -> Change:
    """A function that does a command to the session of the address, for the sender."""

    async def change(command: commands.Command) -> Response:
        return document(
            await services.handle(lambda: services.sessions.change(session_id, command, by))
        )

    return change


ChangeHere = Annotated[Change, Depends(changing)]


async def play_move(asked: MoveRequest, change: ChangeHere) -> Response:
    """Play a move. With an Idempotency-Key a retry never plays it twice."""
    return await change(commands.move(asked.move))


async def undo(change: ChangeHere, asked: CountRequest | None = None) -> Response:
    """Undo moves, if takebacks are free."""
    return await change(commands.undo(asked.count if asked else None))


async def redo(change: ChangeHere, asked: CountRequest | None = None) -> Response:
    """Redo undone moves, if takebacks are free."""
    return await change(commands.redo(asked.count if asked else None))


async def resign(change: ChangeHere) -> Response:
    """Resign."""
    return await change(commands.resign())


async def takeback(asked: TakebackRequest, change: ChangeHere) -> Response:
    """Ask for a takeback, or answer a request, if takebacks need consent."""
    return await change(commands.takeback(asked.action, asked.count))


async def draw(asked: DrawRequest, change: ChangeHere) -> Response:
    """Offer a draw, or answer an offer."""
    return await change(commands.draw(asked.action))


async def rename_seat(asked: SeatName, change: ChangeHere) -> Response:
    """Change the name of a seat."""
    return await change(commands.rename(asked.name))
