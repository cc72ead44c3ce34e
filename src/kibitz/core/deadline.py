"""A time limit for reading what strangers send: positions, moves and records."""

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
    """Refuse positions and moves that are still to be read after so many seconds.

    One position or move that has been begun is read to its end. Of limits inside each other the
    one that ends first holds.
    """
    token = _deadline.set(min(_deadline.get(), (time.monotonic() + seconds, seconds)))
    try:
        yield
    finally:
        _deadline.reset(token)


def check_deadline() -> None:
    """LimitError where the time for reading is over."""
    moment, seconds = _deadline.get()
    if time.monotonic() > moment:
        raise LimitError("reading_too_long", seconds=seconds)
