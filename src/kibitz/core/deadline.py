"""A time limit for parsing untrusted positions, moves and records."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from kibitz.core.errors import LimitError

_deadline: ContextVar[tuple[float, float]] = ContextVar("deadline", default=(math.inf, math.inf))


@contextmanager
def reading_within(seconds: float) -> Iterator[None]:
    """Refuse to parse further positions and moves after this many seconds.

    Parsing of a single position or move is not interrupted. Of nested limits, the earliest applies.
    """
    token = _deadline.set(min(_deadline.get(), (time.monotonic() + seconds, seconds)))
    try:
        yield
    finally:
        _deadline.reset(token)


def check_deadline() -> None:
    """LimitError if the time limit for reading has passed."""
    moment, seconds = _deadline.get()
    if time.monotonic() > moment:
        raise LimitError("reading_too_long", seconds=seconds)
