"""How much less far a move is looked at that comes late in the order."""

from __future__ import annotations

from math import log

from kibitz.core.types import Depth
from kibitz.search.switches import TUNING

_MOST = 31  # deeper, or later, it is the same as here
_PLIES = tuple(
    int(0.5 + log(max(depth, 1)) * log(max(number, 1)) / TUNING.reduction_slope)
    for depth in range(_MOST + 1)
    for number in range(_MOST + 1)
)


def reduction(depth: Depth, number: int) -> Depth:
    """The plies less for a node's move after `number` others; at least one ply is left."""
    plies = _PLIES[min(depth, _MOST) * (_MOST + 1) + min(number, _MOST)]
    return min(plies, depth - 2)
