"""What several searches of one state have found together: the deepest lines, from whichever came
first.

Each searches a depth that fewer others are at, and fills the table for the others. Who is behind
leaves off and goes on from what was found, instead of finding the same again.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

from kibitz.core.types import Depth
from kibitz.search.variation import Variation, reach


class DepthSharing:
    """The deepest lines so far, and who searches what; any thread may ask and hand in."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._under_way: list[tuple[Depth, Callable[[], None]]] = []
        self.lines: tuple[Variation, ...] = ()

    @property
    def depth(self) -> Depth:
        """The depth of the lines; 0 where there are none."""
        return self.lines[0].depth if self.lines else 0

    def begin(self, depth: Depth, most: Depth, abandon: Callable[[], None]) -> Depth:
        """Which depth to search, at `most`, for one who would search `depth` next; then tell `end`.

        `abandon` is called, by any thread and until then, once lines as deep are known.

        >>> sharing = DepthSharing()
        >>> [sharing.begin(1, 9, lambda: None) for _ in range(3)]
        [1, 2, 1]
        """
        with self._lock:
            depth = min(most, max(depth, self.depth + 1))
            others = [other for other, _ in self._under_way]
            if depth < most and others.count(depth) > others.count(depth + 1):
                depth += 1
            self._under_way.append((depth, abandon))
            return depth

    def end(self, depth: Depth, abandon: Callable[[], None]) -> None:
        """A search of `depth` is over, done or not."""
        with self._lock:
            self._under_way.remove((depth, abandon))

    def submit(self, lines: tuple[Variation, ...]) -> bool:
        """Keep `lines` if nobody has come as far; whether they are kept."""
        with self._lock:
            is_first = reach(lines) > reach(self.lines)
            if is_first:
                self.lines = lines
                for depth, abandon in self._under_way:
                    if depth <= self.depth:
                        abandon()
            return is_first
