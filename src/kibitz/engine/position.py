"""Positions: the input of an engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from kibitz.core.types import State


class Position(Protocol):
    """A state with the states before it: a `Session` or a `Snapshot`."""

    @property
    def state(self) -> State:
        """The current state."""
        ...

    @property
    def earlier(self) -> Sequence[State]:
        """The states before it, in order."""
        ...


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A position that does not belong to a session."""

    state: State
    earlier: Sequence[State] = ()
