"""Detects counters that have stalled, with this process's monotonic clock."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Mapping


class StallDetector:
    """Detects values that have not changed for `seconds`.

    It does not use the wall clock, which may be set back and may differ between machines. At most
    half of `seconds` is counted between two updates, so that a process that was suspended does not
    conclude from one update that the others have stopped.
    """

    def __init__(self, seconds: float, now: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._now = now
        self._last = now()
        self._values: dict[str, tuple[Hashable, float]] = {}

    def update(self, values: Mapping[str, Hashable]) -> set[str]:
        """Record the current values; return the names whose values have stalled."""
        now = self._now()
        passed = min(now - self._last, self._seconds / 2)
        self._last = now
        before, self._values = self._values, {}
        for name, value in values.items():
            previous, unchanged_for = before.get(name, (None, 0.0))
            is_unchanged = name in before and previous == value
            self._values[name] = (value, unchanged_for + passed if is_unchanged else 0.0)
        return {
            name
            for name, (_, unchanged_for) in self._values.items()
            if unchanged_for >= self._seconds
        }
