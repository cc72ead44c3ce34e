"""The solver of the Morris family."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kibitz.core.contract import Game
from kibitz.core.errors import LimitError, TableError
from kibitz.games.morris.variants import Variant
from kibitz.tables.morris import memory_tables
from kibitz.tables.morris.probing import MorrisTables
from kibitz.tables.morris.solving import (
    Device,
    MorrisSolution,
    Plan,
    make_plan,
    solve_morris,
    variant_of,
)
from kibitz.tables.morris.subspaces import Subspace
from kibitz.tables.solver import (
    EndgameTables,
    MemoryTables,
    SolveOrder,
    Solver,
    check_threads,
)


@dataclass(frozen=True, slots=True)
class MorrisJob:
    """A plan with its device, folder and memory limit."""

    game: Game
    plan: Plan
    solves: Device
    folder: Path | None
    memory: float

    def __str__(self) -> str:
        return f"{self.plan}, on {self.device}"

    @property
    def device(self) -> str:
        """The name of the CPU or GPU."""
        return self.solves.name

    def run(self, on_progress: Callable[[str], None]) -> MorrisSolution:
        """Solve the subspaces that are not solved yet."""
        return solve_morris(
            self.game, self.plan, self.solves, self.folder, self.memory, on_progress
        )


def _supports(game: Game) -> bool:
    return variant_of(game) is not None


def _open(game: Game, folder: Path | None) -> EndgameTables | None:
    tables = MorrisTables(game, folder)
    return tables if tables.known else None


def _memory_tables(game: Game, folder: Path | None, most: int) -> MemoryTables | None:
    """The smallest subspaces, as many as fit."""
    held = memory_tables.MorrisMemoryTables(MorrisTables(game, folder), most)
    return MemoryTables(memory_tables.probe, held.is_near, held.load) if held.chosen else None


def _plan(game: Game, order: SolveOrder) -> MorrisJob:
    variant = variant_of(game)
    assert variant is not None
    up_to = None if order.up_to is None else Subspace(*order.up_to)
    if up_to is not None and not all(3 <= count <= variant.stones for count in up_to[:2]):
        expected = f"two numbers of stones from 3 to {variant.stones}, such as 4-3"
        raise LimitError("bad_setting", name="up-to", value=str(up_to), expected=expected)
    check_threads(order)
    device, memory = _device(variant, order)
    plan = make_plan(game, device, order.folder, up_to, memory)
    return MorrisJob(game, plan, device, order.folder, memory)


def _device(variant: Variant, order: SolveOrder) -> tuple[Device, float]:
    """The CPU or a GPU, and the gigabytes of memory that it may use."""
    if order.device != "cpu":
        from kibitz.tables.morris.gpu_solver import GpuSolver

        try:
            gpu = GpuSolver(variant)
        except TableError:
            if order.device == "gpu":
                raise
        else:
            return gpu, gpu.memory / 1e9
    from kibitz.tables.morris.cpu_solver import CpuSolver

    return CpuSolver(variant, order.threads or os.cpu_count() or 1), order.memory


MORRIS = Solver(supports=_supports, open=_open, memory_tables=_memory_tables, plan=_plan)
