"""Throttles the results that a search reports as it deepens."""

from __future__ import annotations

import time
from collections.abc import Callable

from kibitz.engine.lines import Line


class Throttle:
    """Passes lines to `publish` at most once every `seconds` seconds; drops the others."""

    def __init__(self, publish: Callable[[list[Line]], None], seconds: float) -> None:
        self._publish = publish
        self._seconds = seconds
        self._last = time.monotonic()

    def __call__(self, lines: list[Line]) -> None:
        """Report the lines found so far."""
        now = time.monotonic()
        if now - self._last >= self._seconds:
            self._last = now
            self._publish(lines)
