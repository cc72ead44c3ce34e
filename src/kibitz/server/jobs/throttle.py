"""What searches find as they deepen, passed on but not too often."""

from __future__ import annotations

import time
from collections.abc import Callable

from kibitz.engine.lines import Line


class Throttle:
    """Passes lines on to `tell`, unless the last ones are less than `seconds` old."""

    def __init__(self, tell: Callable[[list[Line]], None], seconds: float) -> None:
        self._tell = tell
        self._seconds = seconds
        self._last = time.monotonic()

    def __call__(self, lines: list[Line]) -> None:
        """Take note of what a search has found."""
        now = time.monotonic()
        if now - self._last >= self._seconds:
            self._last = now
            self._tell(lines)
