"""Limits the size of request bodies in memory."""

from __future__ import annotations

from collections import Counter

from starlette.datastructures import Headers
from starlette.types import Scope

from kibitz.server.http_errors import BodyError, BusyError, RateError

_LONGEST_LENGTH = 18  # digits of a Content-Length
_MOST_BODIES = 32  # maximum-size bodies in a worker's memory; a quarter of that per client


class BodyMemory:
    """Limits the size of request bodies in memory: per body, per client and in total."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._total_limit = limit * _MOST_BODIES
        self._held: Counter[str] = Counter()  # bytes, by client

    def check_length(self, scope: Scope) -> None:
        """Refuse a request whose Content-Length is too large."""
        length = Headers(scope=scope).get("content-length", "0")
        if length.isdecimal() and (len(length) > _LONGEST_LENGTH or int(length) > self._limit):
            raise BodyError("body_too_large", limit=self._limit)

    def open(self, client: str) -> TrackedBody:
        """Start counting a body."""
        return TrackedBody(self, client)

    def add(self, client: str, size: int) -> None:
        """Add `size` bytes to a client's total; a negative size frees them."""
        self._held[client] += size
        if self._held[client] <= 0:
            del self._held[client]
        if size > 0 and self._held[client] > self._total_limit // 4:
            raise RateError("too_many_requests", seconds=1)
        if size > 0 and self._held.total() > self._total_limit:
            raise BusyError("queue_full", seconds=1)

    def check(self, size: int) -> None:
        """Refuse a body that exceeds the maximum size."""
        if size > self._limit:
            raise BodyError("body_too_large", limit=self._limit)


class TrackedBody:
    """The size of one request's body so far."""

    def __init__(self, bodies: BodyMemory, client: str) -> None:
        self._bodies = bodies
        self._client = client
        self.size = 0

    def grow(self, size: int) -> None:
        """Count received bytes."""
        if size:
            self.size += size
            self._bodies.add(self._client, size)
            self._bodies.check(self.size)

    def close(self) -> None:
        """Free the bytes of this body."""
        if self.size:
            self._bodies.add(self._client, -self.size)
