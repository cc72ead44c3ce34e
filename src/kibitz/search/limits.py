"""The limits of a search."""

from __future__ import annotations

import math
from dataclasses import dataclass

from kibitz.core.errors import LimitError

DEFAULT_SECONDS = 1.0  # of a search without a limit
_MOST = 10**18  # fits in 64 bits, and no search visits more


@dataclass(frozen=True, slots=True)
class Limit:
    """The limits of one search; the first one reached ends it. Without any, it runs until stopped.

    >>> Limit(depth=-1)
    Traceback (most recent call last):
        ...
    kibitz.core.errors.LimitError: depth cannot be -1: expected a whole number from 1.
    """

    time: float | None = None  # seconds
    depth: int | None = None  # plies
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.time is not None and not _is_duration(self.time):
            raise LimitError(
                "bad_limit", name="time", value=self.time, expected="seconds, more than 0"
            )
        for name in ("depth", "nodes"):
            value = getattr(self, name)
            if value is not None and (type(value) is not int or not 1 <= value <= _MOST):
                raise LimitError(
                    "bad_limit", name=name, value=value, expected="a whole number from 1"
                )


def _is_duration(value: object) -> bool:
    return isinstance(value, int | float) and value is not True and 0 < value < math.inf
