"""Handlers that create, read and export sessions."""

from __future__ import annotations

import os
from collections.abc import Callable

from fastapi import Request, Response

from kibitz.server.handlers.headers import (
    IfNoneMatch,
    Secret,
    document,
    etag,
    is_known,
    secret_of,
)
from kibitz.server.schema.command_schema import ImportRequest, NewSession
from kibitz.server.schema.session_schema import (
    ExportText,
    SeatDocument,
    SecretFields,
    created_session,
    seat_document,
)
from kibitz.server.services import Services, ServicesHere
from kibitz.server.sessions.service import Stored
from kibitz.session.formats import JSON, document_text
from kibitz.session.session import Session


async def begin_session(body: NewSession, request: Request, services: ServicesHere) -> Response:
    """Start a session. The response contains the secrets of its seats, shown only once."""
    return await _created(lambda: services.parser.new_session(body), request, services)


async def import_session(body: ImportRequest, request: Request, services: ServicesHere) -> Response:
    """Continue an exported session."""
    return await _created(lambda: services.parser.import_session(body), request, services)


async def read_session(
    session_id: str,
    services: ServicesHere,
    if_none_match: IfNoneMatch = None,
) -> Response:
    """Get a session. Spectators may read it too."""
    stored = await services.handle(lambda: services.sessions.read(session_id))
    if is_known(stored.version, if_none_match):
        return Response(status_code=304, headers={"ETag": etag(stored.version)})
    return document(stored)


async def read_seat(
    session_id: str, services: ServicesHere, authorization: Secret = None
) -> SeatDocument:
    """Get the seat that a secret belongs to."""

    def work() -> SeatDocument:
        side = services.sessions.seat(session_id, secret_of(authorization))
        return seat_document(session_id, services.sessions.open(session_id), side)

    return await services.handle(work)


async def export_session(
    session_id: str,
    services: ServicesHere,
    format: str = "json",  # noqa: A002 - the parameter's public name
) -> ExportText:
    """Export a session as json, or in one of the game's formats, such as pdn."""

    def work() -> ExportText:
        return ExportText(format=format, text=_text(services.sessions.open(session_id), format))

    return await services.handle(work)


def _text(session: Session, format_name: str) -> str:
    """A session as text. The path of a game file is reduced to its file name."""
    text = session.to_text(format_name)
    record = session.to_json()
    if format_name.casefold() != JSON or record["game"]["file"] is None:
        return text
    record["game"]["file"] = os.path.basename(record["game"]["file"])
    return document_text(record)


async def _created(make: Callable[[], Session], request: Request, services: Services) -> Response:
    """Store a new session; respond with the session and the secrets of its seats."""

    def work() -> tuple[Stored, list[SecretFields]]:
        session = make()
        sides = session.game.sides
        stored, secrets = services.create_session(session)
        base = services.settings.public_url.rstrip("/") or str(request.base_url).rstrip("/")
        return stored, [
            SecretFields(
                player=side,
                side=sides[side],
                secret=secret,
                # Browsers do not send the fragment of a URL, so no log contains the secret.
                invitation=f"{base}/sessions/{stored.id}#secret={secret}",
            )
            for side, secret in secrets.items()
        ]

    stored, secrets = await services.handle(work)
    headers = {
        "Location": f"/api/v1/sessions/{stored.id}",
        "ETag": etag(stored.version),
    }
    return Response(created_session(stored.document, secrets), 201, headers, "application/json")
