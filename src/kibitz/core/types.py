"""Type aliases for signatures, so that readers can distinguish a ply from a depth."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

# The rules' value. A NamedTuple of integers for compiled games; any object with a `turn`
# otherwise. Users define the type, hence Any.
State: TypeAlias = Any

Move: TypeAlias = int  # what `moves` yields; text at the edges
Side: TypeAlias = int  # 0 moves first
Payoff: TypeAlias = int  # WIN, DRAW or LOSS
Score: TypeAlias = int  # from the view of one side, see score.py
Ply: TypeAlias = int  # distance from the root
Depth: TypeAlias = int  # plies left to search
Memory: TypeAlias = Any  # a block of 64-bit words: an int64 array, or a list when interpreted

Rule: TypeAlias = Callable[[State], Any]  # of a state alone
MovesRule: TypeAlias = Callable[[State], Iterable[Move]]
MoveRule: TypeAlias = Callable[[State, Move], Any]  # of a state and one of its moves
SideRule: TypeAlias = Callable[[State, Side], int]  # the value of a state for a side
