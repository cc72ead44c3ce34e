"""Sessions: begun, read, exported."""

from __future__ import annotations

from collections.abc import Mapping

from fastapi import Request, Response

from kibitz.server.handlers.headers import (
    IfNoneMatch,
    Secret,
    document,
    etag,
    is_known,
    secret_of,
)
from kibitz.server.schema.commands import ImportRequest, NewSession
from kibitz.server.schema.sessions import (
    CreatedSession,
    ExportText,
    SeatDocument,
    SecretFields,
    SessionDocument,
    seat_document,
)
from kibitz.server.services import Services, ServicesHere
from kibitz.session.session import Session


def begin_session(
    asked: NewSession, request: Request, response: Response, services: ServicesHere
) -> CreatedSession:
    """Begin a session; the answer holds the secret of every person's seat, once."""
    return _created(services.places.begin(asked), request, response, services)


def import_session(
    asked: ImportRequest, request: Request, response: Response, services: ServicesHere
) -> CreatedSession:
    """Go on with a session that was exported, here or elsewhere."""
    return _created(services.places.read(asked), request, response, services)


def read_session(
    session_id: str, services: ServicesHere, if_none_match: IfNoneMatch = None
) -> Response:
    """A session as it stands; spectators may read it too."""
    stored = services.tables.read(session_id)
    if is_known(stored.version, if_none_match):
        return Response(status_code=304, headers={"ETag": etag(stored.version)})
    return document(stored)


def read_seat(
    session_id: str, services: ServicesHere, authorization: Secret = None
) -> SeatDocument:
    """The seat that a secret opens."""
    player = services.tables.seat(session_id, secret_of(authorization))
    return seat_document(session_id, services.tables.open(session_id), player)


def export_session(session_id: str, services: ServicesHere, format: str = "json") -> ExportText:  # noqa: A002 - the parameter's public name
    """A session as the text of a file: json, or a format of the game's own such as pdn."""
    return ExportText(format=format, text=services.tables.open(session_id).to_text(format))


def _created(
    session: Session, request: Request, response: Response, services: Services
) -> CreatedSession:
    stored, secrets = services.tables.begin(session)
    created = SessionDocument.model_validate_json(stored.document)
    response.headers["Location"] = f"/api/v1/sessions/{created.id}"
    response.headers["ETag"] = etag(stored.version)
    base = services.settings.public_url.rstrip("/") or str(request.base_url).rstrip("/")
    return CreatedSession(session=created, secrets=_secrets(created, secrets, base))


def _secrets(created: SessionDocument, secrets: Mapping[int, str], base: str) -> list[SecretFields]:
    # In the fragment, which browsers keep to themselves: no log ever holds a secret.
    return [
        SecretFields(
            player=player,
            side=created.game.sides[player],
            secret=secret,
            invitation=f"{base}/sessions/{created.id}#secret={secret}",
        )
        for player, secret in secrets.items()
    ]
