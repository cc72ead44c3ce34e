"""Bounds for all searches that start in a block of code, however deep in the call stack."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from contextvars import ContextVar, Token
from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING, TypeAlias

from kibitz.engine.lines import Line
from kibitz.search.limits import Limit

if TYPE_CHECKING:
    from kibitz.engine.analysis import Analysis

Listener: TypeAlias = Callable[[list[Line]], None]

_NO_TIME = 0.001  # seconds for a search that starts after the deadline
_current: ContextVar[SearchBounds | None] = ContextVar("bounds", default=None)


class SearchBounds:
    """Limits for all searches that start in a `with` block, in addition to their own limits.

    `seconds`: for all searches together, from the start of the block. `nodes`: for each search.
    `on_lines` is called with each new result. Searches started by other threads are not affected.

    >>> import kibitz
    >>> game = kibitz.game("connect4")
    >>> with SearchBounds(nodes=1000):
    ...     kibitz.Engine(game).play(kibitz.Session(game), kibitz.Limit(depth=30)).nodes <= 1000
    True
    """

    def __init__(
        self,
        seconds: float | None = None,
        nodes: int | None = None,
        on_lines: Listener | None = None,
    ) -> None:
        self._seconds = seconds
        self._nodes = nodes
        self.on_lines = on_lines
        self._deadline: float | None = None
        self._lock = Lock()
        self._analysis: Analysis | None = None
        self._token: Token[SearchBounds | None] | None = None
        self.is_stopped: bool = False

    def __enter__(self) -> SearchBounds:
        if self._seconds is not None:
            self._deadline = time.monotonic() + self._seconds
        self._token = _current.set(self)
        return self

    def __exit__(self, *_: object) -> None:
        assert self._token is not None
        _current.reset(self._token)
        self._analysis = None

    def extend(self, seconds: float) -> None:
        """Allow `seconds` from now on, instead of the time that is left."""
        self._deadline = time.monotonic() + seconds

    def stop(self) -> None:
        """Stop the running search; later searches end immediately. Callable from any thread."""
        with self._lock:
            self.is_stopped = True
            if self._analysis is not None:
                self._analysis.stop()

    @property
    def seconds_left(self) -> float:
        """The time left for searches; infinite without a limit."""
        if self._deadline is None:
            return math.inf
        return max(0.0, self._deadline - time.monotonic())

    @property
    def is_spent(self) -> bool:
        """Whether later searches end immediately: it was stopped, or its time is up."""
        return self.is_stopped or self.seconds_left == 0.0

    def narrow(self, limit: Limit) -> Limit:
        """`limit`, reduced to these bounds."""
        seconds, nodes = limit.time, limit.nodes
        if self._deadline is not None:
            left = max(_NO_TIME, self._deadline - time.monotonic())
            seconds = left if seconds is None else min(left, seconds)
        if self.is_stopped:
            seconds = _NO_TIME
        if self._nodes is not None:
            nodes = self._nodes if nodes is None else min(self._nodes, nodes)
        return replace(limit, time=seconds, nodes=nodes)

    def begin(self, analysis: Analysis) -> None:
        """Apply these bounds to a search that has started."""
        analysis.on_lines = self.on_lines
        with self._lock:
            self._analysis = analysis
            if self.is_stopped:
                analysis.stop()


def current_bounds() -> SearchBounds | None:
    """The bounds of this thread's innermost block, or None."""
    return _current.get()
