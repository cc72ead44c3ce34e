"""Share depths and results between concurrent searches of one state.

A thread searches the next depth, or the one after it if fewer threads are searching that. All share
the transposition table. When one finishes a depth, the threads at that depth or below abandon their
searches and continue from its lines.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

from kibitz.core.types import Depth
from kibitz.search.variation import Variation, reach


class DepthSharing:
    """The deepest lines so far, and the depths in progress. Thread-safe."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._in_progress: list[tuple[Depth, Callable[[], None]]] = []
        self.lines: tuple[Variation, ...] = ()

    @property
    def depth(self) -> Depth:
        """The depth of the lines; 0 if there are none."""
        return self.lines[0].depth if self.lines else 0

    def begin(self, depth: Depth, most: Depth, abandon: Callable[[], None]) -> Depth:
        """Start a search of at least `depth` and at most `most`; return the depth to search.

        `abandon` is called, from any thread, if lines of that depth are submitted before `end`.

        >>> sharing = DepthSharing()
        >>> [sharing.begin(1, 9, lambda: None) for _ in range(3)]
        [1, 2, 1]
        """
        with self._lock:
            depth = min(most, max(depth, self.depth + 1))
            others = [other for other, _ in self._in_progress]
            if depth < most and others.count(depth) > others.count(depth + 1):
                depth += 1
            self._in_progress.append((depth, abandon))
            return depth

    def end(self, depth: Depth, abandon: Callable[[], None]) -> None:
        """End a search of `depth`, finished or not."""
        with self._lock:
            self._in_progress.remove((depth, abandon))

    def submit(self, lines: tuple[Variation, ...]) -> bool:
        """Store `lines` if they are the deepest; return whether they are."""
        with self._lock:
            is_first = reach(lines) > reach(self.lines)
            if is_first:
                self.lines = lines
                for depth, abandon in self._in_progress:
                    if depth <= self.depth:
                        abandon()
            return is_first
