"""Bounds for every search of a piece of work, wherever inside it they are begun."""

from __future__ import annotations

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

_NO_TIME = 0.001  # seconds: what a search gets that begins too late
_current: ContextVar[Bounds | None] = ContextVar("bounds", default=None)


class Bounds:
    """What the searches begun in a `with` block keep to, besides their own limits.

    `seconds`: for all of them together, from the block's beginning. `nodes`: for each of them.
    `on_lines` is told what they find, as they deepen. They are those of the block's own thread.

    >>> import kibitz
    >>> game = kibitz.game("connect4")
    >>> with Bounds(nodes=1000):
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
        self._token: Token[Bounds | None] | None = None
        self.is_stopped = False

    def __enter__(self) -> Bounds:
        if self._seconds is not None:
            self._deadline = time.monotonic() + self._seconds
        self._token = _current.set(self)
        return self

    def __exit__(self, *_: object) -> None:
        assert self._token is not None
        _current.reset(self._token)
        self._analysis = None

    def stop(self) -> None:
        """End the search under way; those that begin later end at once. From any thread."""
        with self._lock:
            self.is_stopped = True
            if self._analysis is not None:
                self._analysis.stop()

    def narrow(self, limit: Limit) -> Limit:
        """`limit`, or less where these bounds do not leave as much."""
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
        """Watch over a search that has begun."""
        analysis.on_lines = self.on_lines
        with self._lock:
            self._analysis = analysis
            if self.is_stopped:
                analysis.stop()


def current_bounds() -> Bounds | None:
    """The bounds that this thread works within."""
    return _current.get()
