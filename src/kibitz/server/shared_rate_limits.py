"""Rate limits per client, counted over all workers."""

from __future__ import annotations

import logging
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from sqlalchemy.exc import SQLAlchemyError

from kibitz.server.rate_limiter import Rate, RateLimiter
from kibitz.server.store.failures import database_failure, log_database_failure
from kibitz.server.store.rate_store import RateStore

_SHARE = 20  # a worker holds at most this part of a limit
_HELD = 30.0  # seconds after which a worker drops the tokens that a client has not used
_LEAST_WAIT = 1.0  # seconds; Retry-After has no fractions
_OFFLINE = 5.0  # seconds without queries after the database has failed
_MOST_CLIENTS = 10_000  # in memory; beyond this, the least recently used one is dropped

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Usage:
    """What one client may still do under one policy, after a request."""

    policy: str
    remaining: int  # requests
    reset: int  # seconds until one more is available
    wait: int = 0  # seconds that a refused client has to wait; 0 if the request is allowed


@dataclass(slots=True)
class _Block:
    """Tokens that this worker has taken for one client."""

    tokens: int = 0
    size: int = 1  # of the last block
    until: float = -math.inf  # when the tokens are dropped
    refused_until: float = -math.inf
    left: float = 0.0  # tokens left in the database
    counted_at: float = 0.0  # when they were counted


class SharedRateLimiter:
    """Limits each client to `rate` in all workers together, with bursts of up to its count.

    The tokens are in the database. A worker takes a client's tokens in blocks, each twice the size
    of the last up to a twentieth of the limit, so that most requests need no query and few tokens
    are held where they are not used. Without a database, this worker counts alone. Thread-safe.
    """

    def __init__(self, policy: str, rate: Rate, now: Callable[[], float] = time.monotonic) -> None:
        self.policy, self.rate = policy, rate
        self._now = now
        self._each = rate.seconds / rate.count
        self._largest = max(1, rate.count // _SHARE)
        self._store: RateStore | None = None
        self._identify: Callable[[str], str] = str
        self._alone = RateLimiter(rate, now)
        self._offline_until = -math.inf
        self._lock = Lock()
        self._blocks: OrderedDict[str, _Block] = OrderedDict()

    def share(self, store: RateStore, identify: Callable[[str], str]) -> None:
        """Count in a database, where `identify` gives the name of a client."""
        self._store, self._identify = store, identify

    def take(self, client: str) -> Usage | None:
        """Take a token that this worker holds; None if it has to be taken from the database."""
        now = self._now()
        if self._store is None or now < self._offline_until:
            return self._take_alone(client)
        with self._lock:
            block = self._blocks.get(client)
            if block is None:
                return None
            self._blocks.move_to_end(client)
            if now < block.refused_until:
                return self._refusal(block.refused_until - now)
            if not block.tokens or now >= block.until:
                return None
            block.tokens -= 1
            return self._allowance(block, now)

    def take_block(self, client: str) -> Usage:
        """Take a block of tokens from the database, and one of them."""
        if self._store is None:
            return self._take_alone(client)
        with self._lock:
            block = self._blocks.get(client)
            is_recent = block is not None and self._now() < block.until
            size = min(self._largest, 2 * block.size) if block is not None and is_recent else 1
        rate, name = self.rate, self._identify(client)
        try:
            grant = self._store.take(self.policy, name, rate.count, rate.seconds, size)
        except SQLAlchemyError as failure:
            reason = database_failure(failure)
            if reason is None:
                raise
            log_database_failure(_log, "rate limits are counted per worker", reason)
            self._offline_until = self._now() + _OFFLINE
            return self._take_alone(client)
        with self._lock:
            now = self._now()
            block = self._blocks.setdefault(client, _Block())
            block.left, block.counted_at = grant.left, now
            while len(self._blocks) > _MOST_CLIENTS:
                self._blocks.popitem(last=False)
            if not grant.tokens:
                wait = max(_LEAST_WAIT, grant.wait)
                block.refused_until = now + wait
                return self._refusal(wait)
            held = block.tokens if now < block.until else 0
            block.tokens, block.size = held + grant.tokens - 1, size
            block.until = now + _HELD
            return self._allowance(block, now)

    def _take_alone(self, client: str) -> Usage:
        wait = self._alone.take(client)
        if wait:
            return self._refusal(wait)
        return Usage(self.policy, self._alone.left(client), self._reset)

    @property
    def _reset(self) -> int:
        return max(1, math.ceil(self._each))

    def _allowance(self, block: _Block, now: float) -> Usage:
        gained = (now - block.counted_at) / self._each
        left = min(self.rate.count, block.left + gained + block.tokens)
        return Usage(self.policy, max(0, int(left)), self._reset)

    def _refusal(self, wait: float) -> Usage:
        seconds = max(1, math.ceil(wait))
        return Usage(self.policy, 0, seconds, seconds)
