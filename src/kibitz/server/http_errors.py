"""What the server refuses, beside what the games and sessions do: each with its HTTP status."""

from __future__ import annotations

from collections.abc import Mapping

from kibitz.core.errors import KibitzError
from kibitz.core.messages import Message


class ServerError(KibitzError):
    """A refusal of the server's own."""

    status = 400
    headers: Mapping[str, str] = {}

    def __init_subclass__(cls, status: int | None = None) -> None:
        super().__init_subclass__()
        if status is not None:
            cls.status = status


class MissingError(ServerError, status=404):
    """There is no such thing."""


class MethodError(ServerError, status=405):
    """The address is known, but not for this method."""


class SecretError(ServerError, status=401):
    """A seat's secret is needed."""

    headers: Mapping[str, str] = {"WWW-Authenticate": "Bearer"}


class SeatError(ServerError, status=403):
    """The secret is not that of the seat which may do this."""


class VersionError(ServerError, status=412):
    """The session has changed since the version that was named."""


class ConflictError(ServerError, status=409):
    """What is asked for does not fit what was done before."""


class BodyError(ServerError, status=413):
    """The request is larger than is read."""


class FieldError(ServerError, status=422):
    """A field of the request is not what it has to be."""


class LaterError(ServerError, status=503):
    """Not at this moment: the parameter `seconds` says when to try again."""

    def __init__(self, code: str | Message, **params: object) -> None:
        super().__init__(code, **params)
        self.headers = {"Retry-After": str(self.message.params["seconds"])}


class RateError(LaterError, status=429):
    """One client asks too much in too short a time."""


class BusyError(LaterError):
    """The server has as much to do as it takes on."""
