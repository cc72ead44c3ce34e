"""Solvers: the interface of endgame tables that are made for some games alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from kibitz.core.contract import Game
from kibitz.core.types import State, Words
from kibitz.tables.verdict import Counts, Verdict


class EndgameTables(Protocol):
    """Endgame tables that positions are looked up in."""

    def probe(self, state: State) -> Verdict | None:
        """What `state` is worth to the player to move; None where it is not known."""


@dataclass(frozen=True, slots=True)
class MemoryTables:
    """The part of a game's endgame tables that a search holds in memory."""

    probe: Callable[[State, Words], int]  # (state, words) -> value; the same one for the same game
    is_near: Callable[[State], bool]  # whether a search of the state may come upon what they hold
    load: Callable[[], Words]  # the words, from the disk: int64


@dataclass(frozen=True, slots=True)
class SolveOrder:
    """A request to solve a game."""

    folder: Path | None  # where the endgame tables go; None for nowhere
    device: str  # "auto", "cpu" or "gpu"
    threads: int | None  # one a core where None
    memory: float  # gigabytes
    up_to: tuple[int, int] | None  # only positions with so many pieces


class Solved(Protocol):
    """The result of solving a game."""

    @property
    def counts(self) -> Mapping[Any, Counts]:
        """Wins, losses and draws of every part."""

    @property
    def verdict(self) -> Verdict | None:
        """What the game is worth; None where it was not solved to its start."""

    @property
    def positions(self) -> int:
        """How many positions were solved."""

    @property
    def seconds(self) -> float:
        """How long solving took."""

    @property
    def writing(self) -> float:
        """How long writing files took, in seconds."""


class SolveJob(Protocol):
    """A plan that was checked and can be run; as text, what it costs."""

    @property
    def device(self) -> str:
        """The name of the processor or GPU."""

    def run(self, on_progress: Callable[[str], None]) -> Solved:
        """Solve what is left to solve."""


@dataclass(frozen=True, slots=True)
class Solver:
    """Endgame tables made for some games alone."""

    supports: Callable[[Game], bool]  # whether a game is one of them
    open: Callable[[Game, Path | None], EndgameTables | None]  # the tables in a folder
    memory_tables: Callable[[Game, Path | None, int], MemoryTables | None]  # at most so many bytes
    plan: Callable[[Game, SolveOrder], SolveJob]  # LimitError where that is not possible
