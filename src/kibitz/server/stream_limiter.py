"""Limits the number of open event streams, in total and per client."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from kibitz.server.http_errors import BusyError, RateError


class StreamLimiter:
    """Limits concurrent streams. For use in the event loop only."""

    def __init__(self, limit: int, client_limit: int) -> None:
        self._limit = limit
        self._client_limit = client_limit
        self._open: Counter[str] = Counter()

    @contextmanager
    def open(self, client: str) -> Iterator[None]:
        """Count a client's stream while it is open; raises RateError or BusyError at a limit.

        >>> streams = StreamLimiter(limit=5, client_limit=1)
        >>> with streams.open("a"), streams.open("b"), streams.open("a"):
        ...     pass
        Traceback (most recent call last):
        ...
        kibitz.server.http_errors.RateError: Too many open streams. Close one, or try again in 10 s.
        """
        if self._open[client] >= self._client_limit:
            raise RateError("too_many_streams", seconds=10)
        if self._open.total() >= self._limit:
            raise BusyError("too_many_streams", seconds=10)
        self._open[client] += 1
        try:
            yield
        finally:
            self._open[client] -= 1
            if not self._open[client]:
                del self._open[client]
