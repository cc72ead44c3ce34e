"""The server's own errors, each with its HTTP status."""

from __future__ import annotations

from collections.abc import Mapping

from kibitz.core.errors import KibitzError
from kibitz.core.messages import Message


class ServerError(KibitzError):
    """An error with an HTTP status and headers."""

    status = 400
    headers: Mapping[str, str] = {}

    def __init_subclass__(cls, status: int | None = None) -> None:
        super().__init_subclass__()
        if status is not None:
            cls.status = status


class MissingError(ServerError, status=404):
    """The resource does not exist."""


class MethodError(ServerError, status=405):
    """The path does not support this method."""


class SecretError(ServerError, status=401):
    """A seat's secret is needed."""

    headers: Mapping[str, str] = {"WWW-Authenticate": "Bearer"}


class SeatError(ServerError, status=403):
    """The secret does not give permission for this."""


class VersionError(ServerError, status=412):
    """The session no longer has the expected version."""


class ConflictError(ServerError, status=409):
    """The request conflicts with the current state or an earlier request."""


class BodyError(ServerError, status=413):
    """The request body is too large."""


class FieldError(ServerError, status=422):
    """A field of the request is invalid."""


class RetryError(ServerError, status=503):
    """A temporary error; the parameter `seconds` is the time to wait before a retry."""

    def __init__(self, code: str | Message, **params: object) -> None:
        super().__init__(code, **params)
        self.headers = {"Retry-After": str(self.message.params["seconds"])}


class RateError(RetryError, status=429):
    """A client has reached a rate limit or quota."""


class BusyError(RetryError):
    """The server is busy."""
