"""How many streams are open: in this worker, and for each client."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from kibitz.server.http_errors import BusyError, RateError


class StreamSlots:
    """Bounds the streams that are open at once; used by the event loop alone."""

    def __init__(self, most: int, most_of_one: int) -> None:
        self._most = most
        self._most_of_one = most_of_one
        self._open: Counter[str] = Counter()

    @contextmanager
    def held(self, client: str) -> Iterator[None]:
        """A slot for a stream of this client; RateError or BusyError where there is none.

        >>> slots = StreamSlots(most=5, most_of_one=1)
        >>> with slots.held("a"), slots.held("b"), slots.held("a"):
        ...     pass
        Traceback (most recent call last):
        ...
        kibitz.server.http_errors.RateError: too many open streams: close one, or try again in 10 s
        """
        if self._open[client] >= self._most_of_one:
            raise RateError("too_many_streams", seconds=10)
        if self._open.total() >= self._most:
            raise BusyError("too_many_streams", seconds=10)
        self._open[client] += 1
        try:
            yield
        finally:
            self._open[client] -= 1
            if not self._open[client]:
                del self._open[client]
