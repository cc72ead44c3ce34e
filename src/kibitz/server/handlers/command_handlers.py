"""Handlers for commands, which need a seat's secret and respond with the changed session."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, TypeAlias

from fastapi import Depends, Response

from kibitz.server.handlers.headers import CredentialsHere, document
from kibitz.server.schema.command_schema import (
    CountRequest,
    DrawRequest,
    MoveRequest,
    RematchRequest,
    SeatName,
    TakebackRequest,
)
from kibitz.server.services import ServicesHere
from kibitz.server.sessions import session_commands as commands

Change: TypeAlias = Callable[[commands.Command], Awaitable[Response]]


async def session_change(
    session_id: str, services: ServicesHere, credentials: CredentialsHere
) -> Change:
    """Dependency: a function that applies a command to the session in the path."""

    async def change(command: commands.Command) -> Response:
        return document(
            await services.handle(
                lambda: services.sessions.change(session_id, command, credentials)
            )
        )

    return change


ChangeHere = Annotated[Change, Depends(session_change)]


async def play_move(body: MoveRequest, change: ChangeHere) -> Response:
    """Play a move. With an Idempotency-Key, a retry never plays the move twice."""
    return await change(commands.move(body.move))


async def undo(change: ChangeHere, body: CountRequest | None = None) -> Response:
    """Undo moves, if takebacks are free."""
    return await change(commands.undo(body.count if body else None))


async def redo(change: ChangeHere, body: CountRequest | None = None) -> Response:
    """Redo undone moves, if takebacks are free."""
    return await change(commands.redo(body.count if body else None))


async def resign(change: ChangeHere) -> Response:
    """Resign."""
    return await change(commands.resign())


async def takeback(body: TakebackRequest, change: ChangeHere) -> Response:
    """Request a takeback, or answer a request, if takebacks need consent."""
    return await change(commands.takeback(body.action, body.count))


async def draw(body: DrawRequest, change: ChangeHere) -> Response:
    """Offer a draw, or answer an offer."""
    return await change(commands.draw(body.action))


async def rename_seat(body: SeatName, change: ChangeHere) -> Response:
    """Change the name of a seat."""
    return await change(commands.rename(body.name))


async def rematch(body: RematchRequest, change: ChangeHere) -> Response:
    """Offer a rematch after the game, or answer an offer. Once all accept, it begins."""
    return await change(commands.rematch(body.action))
