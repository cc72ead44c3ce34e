"""Cache the keys of a session's positions between searches."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

from kibitz.core.types import State


class SessionKeys:
    """The keys of a session's positions, each computed once.

    Successive searches share most positions, so only those after the first difference from the
    previous call are hashed. `key`: the unsalted key of a state.

    >>> keys = SessionKeys(sum)
    >>> list(keys.of([(1, 1), (2, 0)])), list(keys.of([(1, 1), (3, 2), (4, 4)]))
    ([2, 2], [2, 5, 8])
    """

    def __init__(self, key: Callable[[State], int]) -> None:
        self._key = key
        self._states: list[State] = []
        self._keys = array("q")

    def of(self, states: Sequence[State]) -> array[int]:
        """The keys of `states`, in order. The array is reused by the next call."""
        wanted = list(states)
        same = _common_prefix(self._states, wanted)
        added = [self._key(state) for state in wanted[same:]]
        del self._keys[same:]
        self._keys.extend(added)
        self._states = wanted
        return self._keys


def _common_prefix(known: list[State], wanted: list[State]) -> int:
    """The length of the common prefix of both lists."""
    shorter = min(len(known), len(wanted))
    # Comparing lists is fast if they contain the same objects.
    if known[:shorter] == wanted[:shorter]:
        return shorter
    pairs = zip(known, wanted, strict=False)
    return next(index for index, (one, other) in enumerate(pairs) if one != other)
