"""Positions: what an engine is asked about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from kibitz.core.types import State


class Position(Protocol):
    """What an engine is handed: a state and the states that led to it. A session is one."""

    @property
    def state(self) -> State:
        """The position itself."""

    @property
    def earlier(self) -> Sequence[State]:
        """The positions before it, the first one first."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A position outside of any session."""

    state: State
    earlier: Sequence[State] = ()
