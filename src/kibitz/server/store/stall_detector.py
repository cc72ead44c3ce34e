"""Values that stand still, noticed with this process's own monotonic clock."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Mapping


class StallDetector:
    """Notices values that have not changed for `seconds`.

    The wall clock plays no part: it may be set back, and other machines' clocks may differ. A long
    pause between two looks counts for half of `seconds` at most, so that a process which was
    itself suspended does not conclude from one look that the others have stopped.
    """

    def __init__(self, seconds: float, now: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._now = now
        self._last = now()
        self._still: dict[str, tuple[Hashable, float]] = {}

    def look(self, values: Mapping[str, Hashable]) -> set[str]:
        """The names whose value has stood still long enough; names left out are forgotten."""
        now = self._now()
        passed = min(now - self._last, self._seconds / 2)
        self._last = now
        before, self._still = self._still, {}
        for name, value in values.items():
            known, still = before.get(name, (None, 0.0))
            is_same = name in before and known == value
            self._still[name] = (value, still + passed if is_same else 0.0)
        return {name for name, (_, still) in self._still.items() if still >= self._seconds}
