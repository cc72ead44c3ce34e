"""Rate limits: a token bucket per client, on the monotonic clock."""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from kibitz.core.errors import LimitError

_PERIODS = {"second": 1.0, "minute": 60.0, "hour": 3600.0, "day": 86400.0}
_RATE = re.compile(r"([0-9]{1,9}) *(?:/|per) *(second|minute|hour|day)", re.ASCII)
_MOST_CLIENTS = 10_000  # beyond this, the least recently used bucket is dropped


@dataclass(frozen=True, slots=True)
class Rate:
    """A number of requests per period.

    >>> Rate.parse("30/minute")
    Rate(count=30, seconds=60.0)
    """

    count: int
    seconds: float

    @classmethod
    def parse(cls, text: str) -> Rate:
        """Parse a rate such as 30/minute; raises LimitError if it is invalid."""
        found = _RATE.fullmatch(text.strip().casefold())
        if found is None or int(found[1]) == 0:
            expected = "a rate such as 30/minute (per second, minute, hour or day)"
            raise LimitError("bad_setting", name="rate", value=text, expected=expected)
        return cls(int(found[1]), _PERIODS[found[2]])


class RateLimiter:
    """Limits each client to `rate`, with bursts of up to its count. Thread-safe."""

    def __init__(self, rate: Rate, now: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._now = now
        self._lock = Lock()
        self._buckets: OrderedDict[str, tuple[float, float]] = (
            OrderedDict()
        )  # tokens, and when they were counted

    def take(self, client: str) -> float:
        """Take a token; return 0, or the seconds until one is available."""
        per_second = self._rate.count / self._rate.seconds
        with self._lock:
            now = self._now()
            tokens, then = self._buckets.pop(client, (float(self._rate.count), now))
            tokens = min(float(self._rate.count), tokens + (now - then) * per_second)
            wait = 0.0 if tokens >= 1 else (1 - tokens) / per_second
            self._buckets[client] = (tokens if wait else tokens - 1, now)
            while len(self._buckets) > _MOST_CLIENTS:
                self._buckets.popitem(last=False)
        return wait

    def left(self, client: str) -> int:
        """The tokens that a client had left after the last call of `take`."""
        with self._lock:
            return int(self._buckets.get(client, (self._rate.count, 0.0))[0])
