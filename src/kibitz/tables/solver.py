"""Interfaces of endgame tables, of their copies in memory, and of dedicated solvers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from kibitz.core.contract import Game
from kibitz.core.errors import LimitError
from kibitz.core.types import Memory, State
from kibitz.tables.verdict import Counts, Verdict

GIGABYTE = 10**9
_MOST_THREADS = 256
DEFAULT_BYTES = 64 << 20  # memory for the tables that a search probes


class EndgameTables(Protocol):
    """Endgame tables that can be probed."""

    def probe(self, state: State) -> Verdict | None:
        """The verdict on `state` for the side to move; None if it is unknown."""
        ...


@dataclass(frozen=True, slots=True)
class MemoryTables:
    """The part of a game's endgame tables that a search keeps in memory."""

    probe: Callable[[State, Memory], int]  # (state, words) -> value; one function per game
    is_near: Callable[[State], bool]  # whether a search from the state may reach the tables
    load: Callable[[], Memory]  # load the words (int64) from disk


@dataclass(frozen=True, slots=True)
class SolveOrder:
    """A request to solve a game."""

    folder: Path | None  # for the endgame tables; None to write no files
    device: str  # "auto", "cpu" or "gpu"
    threads: int | None  # None for one per core
    memory: float  # gigabytes
    up_to: tuple[int, int] | None  # only positions with up to this many pieces per side
    pieces: int | None = None  # only positions with up to this many pieces of both sides


class Solved(Protocol):
    """The result of solving a game."""

    @property
    def counts(self) -> Mapping[Any, Counts]:
        """Wins, losses and draws of every table."""
        ...

    @property
    def verdict(self) -> Verdict | None:
        """The verdict on the starting position; None if it was not solved."""
        ...

    @property
    def positions(self) -> int:
        """The number of positions solved."""
        ...

    @property
    def seconds(self) -> float:
        """The time spent solving, in seconds."""
        ...

    @property
    def writing(self) -> float:
        """The time spent writing files, in seconds."""
        ...


class SolveJob(Protocol):
    """A validated plan that is ready to run. As text, it shows the expected costs."""

    @property
    def device(self) -> str:
        """The name of the CPU or GPU."""
        ...

    def run(self, on_progress: Callable[[str], None]) -> Solved:
        """Solve the positions that are not solved yet."""
        ...


@dataclass(frozen=True, slots=True)
class Solver:
    """A dedicated solver for some games, with its own endgame tables."""

    supports: Callable[[Game], bool]
    open: Callable[[Game, Path | None], EndgameTables | None]  # the tables in a folder
    memory_tables: Callable[[Game, Path | None, int], MemoryTables | None]  # with a limit in bytes
    plan: Callable[[Game, SolveOrder], SolveJob]  # raises LimitError if the order exceeds a limit
    by_pieces: bool = False  # needs `pieces`; without it, the generic solver is used


def check_threads(order: SolveOrder) -> None:
    """Raise LimitError for a number of threads that cannot be used."""
    if order.threads is not None and not 1 <= order.threads <= _MOST_THREADS:
        raise LimitError(
            "bad_limit",
            name="threads",
            value=order.threads,
            expected=f"a number from 1 to {_MOST_THREADS}",
        )


def check_memory(game: Game, needed: float, memory: float) -> None:
    """Raise LimitError if a variant needs more bytes than there are gigabytes of memory."""
    if needed > memory * GIGABYTE:
        raise LimitError(
            "too_little_memory",
            game=f"{game.name} {game.settings['variant']}",
            needed=f"{needed / GIGABYTE:.1f}",
            memory=f"{memory:g}",
        )
