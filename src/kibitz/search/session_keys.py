"""The keys of the positions that led to a search, kept from one search to the next."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

from kibitz.core.types import State


class SessionKeys:
    """Hashes every position of a session once.

    A session that goes on asks for the same positions again and a few more, so only those are
    hashed. Any other sequence of positions is hashed from where it differs from the last one.
    `key`: the key of a state, without a salt.

    >>> keys = SessionKeys(sum)
    >>> list(keys.of([(1, 1), (2, 0)])), list(keys.of([(1, 1), (3, 2), (4, 4)]))
    ([2, 2], [2, 5, 8])
    """

    def __init__(self, key: Callable[[State], int]) -> None:
        self._key = key
        self._states: list[State] = []
        self._keys = array("q")

    def of(self, states: Sequence[State]) -> array[int]:
        """The keys of `states`, in their order; to be read before the next call."""
        wanted = list(states)
        same = _same_count(self._states, wanted)
        added = [self._key(state) for state in wanted[same:]]
        del self._keys[same:]
        self._keys.extend(added)
        self._states = wanted
        return self._keys


def _same_count(known: list[State], wanted: list[State]) -> int:
    """How many states are the same in both lists, from the start on."""
    shorter = min(len(known), len(wanted))
    # Comparing lists is quick where they hold the same objects.
    if known[:shorter] == wanted[:shorter]:
        return shorter
    pairs = zip(known, wanted, strict=False)
    return next(index for index, (one, other) in enumerate(pairs) if one != other)
