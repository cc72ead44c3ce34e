"""Request and response headers."""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import Depends, Header, Response

from kibitz.server.http_errors import FieldError
from kibitz.server.sessions.service import Credentials, Stored

_KEY = re.compile(r"[^\x00-\x1f\x7f]{1,255}")
_VERSION = re.compile(r'(?:W/)?"?([0-9]{1,9})"?', re.ASCII)

Secret = Annotated[
    str | None, Header(alias="Authorization", description="Bearer and the secret of a seat")
]
IfMatch = Annotated[
    str | None, Header(alias="If-Match", description="version that the command should change")
]
IfNoneMatch = Annotated[
    str | None, Header(alias="If-None-Match", description="version that the client has")
]
IdempotencyKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        max_length=255,
        description="key that is the same for every retry",
    ),
]
LastEvent = Annotated[
    str | None, Header(alias="Last-Event-ID", description="id of the last event received")
]


def secret_of(authorization: str | None) -> str | None:
    """The secret in a header `Authorization: Bearer SECRET`.

    >>> secret_of("Bearer abc"), secret_of("Basic abc"), secret_of(None)
    ('abc', None, None)
    """
    kind, _, secret = (authorization or "").partition(" ")
    return secret.strip() or None if kind.casefold() == "bearer" else None


def credentials(
    authorization: Secret = None, if_match: IfMatch = None, key: IdempotencyKey = None
) -> Credentials:
    """Dependency: the credentials in the headers of a command."""
    version = None
    if if_match is not None and if_match.strip() != "*":
        found = _VERSION.fullmatch(if_match.strip())
        if found is None:
            expected = "the ETag of a session"
            raise FieldError("bad_field", where="If-Match", value=if_match, expected=expected)
        version = int(found[1])
    if key and _KEY.fullmatch(key) is None:
        expected = "at most 255 characters, none of them a control character"
        raise FieldError("bad_field", where="Idempotency-Key", value=repr(key), expected=expected)
    return Credentials(secret_of(authorization), version, key or None)


CredentialsHere = Annotated[Credentials, Depends(credentials)]


def event_number(last_event: str | None) -> int | None:
    """The event number in Last-Event-ID, after which a stream resumes; None if it is not sent."""
    if last_event is None or last_event == "":
        return None
    if re.fullmatch(r"[0-9]{1,9}", last_event, re.ASCII) is None:
        expected = "the id of an event of this stream"
        raise FieldError("bad_field", where="Last-Event-ID", value=last_event, expected=expected)
    return int(last_event)


def etag(version: int) -> str:
    """The ETag of a version."""
    return f'"{version}"'


def is_known(version: int, if_none_match: str | None) -> bool:
    """Whether If-None-Match contains this version."""
    known = [part.strip().removeprefix("W/") for part in (if_none_match or "").split(",")]
    return etag(version) in known or "*" in known


def document(stored: Stored, status: int = 200) -> Response:
    """The response with a session's document."""
    headers = {"ETag": etag(stored.version), "Cache-Control": "no-cache"}
    return Response(stored.document, status, headers, "application/json")
