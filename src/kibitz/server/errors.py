"""What the server refuses, beside what the games and sessions do: each with its HTTP status."""

from __future__ import annotations

from collections.abc import Mapping

from kibitz.core.errors import KibitzError
from kibitz.core.messages import Message


class ServerError(KibitzError):
    """A refusal of the server's own."""

    status = 400
    headers: Mapping[str, str] = {}


class MissingError(ServerError):
    """There is no such thing."""

    status = 404


class MethodError(ServerError):
    """The address is known, but not for this method."""

    status = 405


class SecretError(ServerError):
    """A seat's secret is needed."""

    status = 401
    headers: Mapping[str, str] = {"WWW-Authenticate": "Bearer"}


class SeatError(ServerError):
    """The secret is not that of the seat which may do this."""

    status = 403


class VersionError(ServerError):
    """The session has changed since the version that was named."""

    status = 412


class ConflictError(ServerError):
    """What is asked for does not fit what was done before."""

    status = 409


class BodyError(ServerError):
    """The request is larger than is read."""

    status = 413


class FieldError(ServerError):
    """A field of the request is not what it has to be."""

    status = 422


class LaterError(ServerError):
    """Not at this moment: the parameter `seconds` says when to try again."""

    status = 503

    def __init__(self, code: str | Message, **params: object) -> None:
        super().__init__(code, **params)
        self.headers = {"Retry-After": str(self.message.params["seconds"])}


class RateError(LaterError):
    """One client asks too much in too short a time."""

    status = 429


class BusyError(LaterError):
    """The server has as much to do as it takes on."""
