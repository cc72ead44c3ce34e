"""What several searches of one state have found together: the deepest lines, from whichever came
first.

Each searches a depth that fewer others are at, this one or the next, and fills the table for the
others. Who is behind goes on from what was found instead of finding the same again.
"""

from __future__ import annotations

from threading import Lock

from kibitz.core.types import Depth
from kibitz.search.variation import Variation, reach


class Relay:
    """The deepest lines so far, and who searches what; any thread may ask and hand in."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._under_way: list[Depth] = []
        self.lines: tuple[Variation, ...] = ()

    @property
    def depth(self) -> Depth:
        """The depth of the lines; 0 where there are none."""
        return self.lines[0].depth if self.lines else 0

    def begin(self, depth: Depth, most: Depth) -> Depth:
        """Which depth to search, at `most`, for one who would search `depth` next; then tell `end`.

        >>> relay = Relay()
        >>> relay.begin(1, 9), relay.begin(1, 9), relay.begin(1, 9)
        (1, 2, 1)
        """
        with self._lock:
            depth = min(most, max(depth, self.depth + 1))
            if depth < most and self._under_way.count(depth) > self._under_way.count(depth + 1):
                depth += 1
            self._under_way.append(depth)
            return depth

    def end(self, depth: Depth) -> None:
        """A search of `depth` is over, done or not."""
        with self._lock:
            self._under_way.remove(depth)

    def hand_in(self, lines: tuple[Variation, ...]) -> bool:
        """Keep `lines` if nobody has come as far; whether they are kept."""
        with self._lock:
            is_first = reach(lines) > reach(self.lines)
            if is_first:
                self.lines = lines
            return is_first
