"""The vocabulary of signatures: one alias per idea, so that a ply is never passed for a depth."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, TypeAlias

# A position as the rules see it. A NamedTuple of integers for compiled games; any object that has
# a `turn` otherwise. It is the one place where a stranger's type meets ours, hence Any.
State: TypeAlias = Any

Move: TypeAlias = int  # what `moves` yields; text at the edges
Player: TypeAlias = int  # 0 moves first
Payoff: TypeAlias = int  # WIN, DRAW or LOSS
Score: TypeAlias = int  # from one player's view, see score.py
Ply: TypeAlias = int  # distance from the root
Depth: TypeAlias = int  # what is left to search
Words: TypeAlias = Any  # a block of 64-bit words: an int64 array, or a list when interpreted


class Rule(Protocol):
    """A function of a state alone."""

    def __call__(self, state: State, /) -> Any: ...


class MoveRule(Protocol):
    """A function of a state and one of its moves."""

    def __call__(self, state: State, move: Move, /) -> Any: ...


class PlayerRule(Protocol):
    """A function of a state and a player: what it is worth to them."""

    def __call__(self, state: State, player: Player, /) -> int: ...


class MovesRule(Protocol):
    """A function that yields the legal moves of a state."""

    def __call__(self, state: State, /) -> Iterable[Move]: ...
