"""Handlers that create, read and export sessions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from fastapi import Request, Response

from kibitz.server.game_text import export_text
from kibitz.server.handlers.headers import (
    CredentialsHere,
    IfNoneMatch,
    Secret,
    document,
    etag,
    is_known,
    secret_of,
)
from kibitz.server.schema.command_schema import ImportRequest, NewSession, PlayerRequest
from kibitz.server.schema.session_schema import (
    ExportText,
    PresenceFields,
    RematchSeat,
    SeatDocument,
    SecretFields,
    created_session,
    seat_document,
)
from kibitz.server.services import Services, ServicesHere
from kibitz.server.sessions import session_commands as commands
from kibitz.server.sessions.arrangement import Arrangement
from kibitz.server.sessions.service import Stored
from kibitz.session.session import Session


async def begin_session(body: NewSession, request: Request, services: ServicesHere) -> Response:
    """Start a session. The response contains the secrets of its seats, shown only once."""
    arrangement = Arrangement(has_help=body.help)
    return await _created(lambda: services.parser.new_session(body), request, services, arrangement)


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
        ticket = services.sessions.keys.ticket(session_id, side)
        return seat_document(session_id, services.sessions.open(session_id), side, ticket)

    return await services.handle(work)


async def read_rematch(
    session_id: str, services: ServicesHere, authorization: Secret = None
) -> RematchSeat:
    """Get the seat, in the session of the rematch, of the player whose secret this is."""
    secret = secret_of(authorization)
    return await services.handle(lambda: services.sessions.rematch_seat(session_id, secret))


async def read_presence(session_id: str, services: ServicesHere) -> PresenceFields:
    """Get the players whose pages are open, and the number of spectators."""

    def work() -> PresenceFields:
        services.sessions.read(session_id)  # raises MissingError
        found = services.followers.read(session_id)
        return PresenceFields(players=list(found.players), spectators=found.spectators)

    return await services.handle(work)


async def change_player(
    session_id: str,
    body: PlayerRequest,
    request: Request,
    services: ServicesHere,
    credentials: CredentialsHere,
) -> Response:
    """Change who plays a side: your own, or one that the computer plays.

    A person gets a new secret, shown only once; earlier secrets of the seat are no longer valid.
    """

    def work() -> tuple[Stored, list[SecretFields]]:
        session = services.sessions.open(session_id)
        seat = services.parser.seat(session.game, body.seat)
        services.order_seat(session, seat)
        command = commands.players(body.player, seat)
        stored = services.sessions.change(session_id, command, credentials)
        is_person = seat.kind == "person"
        secret = services.sessions.new_secret(stored, body.player) if is_person else None
        secrets = {} if secret is None else {body.player: secret}
        return stored, _secret_fields(stored.id, session.game.sides, secrets, request, services)

    stored, secrets = await services.handle(work)
    headers = {"ETag": etag(stored.version)}
    return Response(created_session(stored.document, secrets), 200, headers, "application/json")


async def export_session(
    session_id: str,
    services: ServicesHere,
    format: str = "json",  # noqa: A002 - the parameter's public name
) -> ExportText:
    """Export a session as json, moves, position or svg, or in a format of the game such as pdn."""

    def work() -> ExportText:
        session = services.sessions.open(session_id)
        label = services.catalogue.label(session.game)
        return ExportText(format=format, text=export_text(session, format, label.name))

    return await services.handle(work)


async def _created(
    make: Callable[[], Session],
    request: Request,
    services: Services,
    arrangement: Arrangement | None = None,
) -> Response:
    """Store a new session; respond with the session and the secrets of its seats."""

    def work() -> tuple[Stored, list[SecretFields]]:
        session = make()
        sides = session.game.sides
        stored, secrets = services.create_session(session, arrangement or Arrangement())
        return stored, _secret_fields(stored.id, sides, secrets, request, services)

    stored, secrets = await services.handle(work)
    headers = {
        "Location": f"/api/v1/sessions/{stored.id}",
        "ETag": etag(stored.version),
    }
    return Response(created_session(stored.document, secrets), 201, headers, "application/json")


def _secret_fields(
    session_id: str,
    sides: Sequence[str],
    secrets: Mapping[int, str],
    request: Request,
    services: Services,
) -> list[SecretFields]:
    base = services.settings.public_url.rstrip("/") or str(request.base_url).rstrip("/")
    return [
        SecretFields(
            player=side,
            side=sides[side],
            secret=secret,
            # Browsers do not send the fragment of a URL, so no log contains the secret.
            invitation=f"{base}/sessions/{session_id}#secret={secret}",
        )
        for side, secret in secrets.items()
    ]
