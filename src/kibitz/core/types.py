"""Type aliases for signatures, so that readers can distinguish a ply from a depth."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

# A position as the rules represent it: for compiled games a NamedTuple of the fields that
# `state_fields` describes, otherwise any object with a `turn`. Users define the type, hence Any.
State: TypeAlias = Any

Move: TypeAlias = int  # what `moves` yields; text at the edges
Side: TypeAlias = int  # 0 moves first
Payoff: TypeAlias = int  # WIN, DRAW or LOSS
Score: TypeAlias = int  # from one side's point of view, see score.py
Ply: TypeAlias = int  # distance from the root
Depth: TypeAlias = int  # plies left to search
Memory: TypeAlias = Any  # a block of 64-bit words: an int64 array, or a list when interpreted

Rule: TypeAlias = Callable[[State], Any]  # takes a state only
MovesRule: TypeAlias = Callable[[State], Iterable[Move]]
MoveRule: TypeAlias = Callable[[State, Move], Any]  # takes a state and a move
SideRule: TypeAlias = Callable[[State, Side], int]  # takes a state and a side
