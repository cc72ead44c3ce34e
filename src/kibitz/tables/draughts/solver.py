"""The solver of draughts."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kibitz.core.contract import Game
from kibitz.core.errors import LimitError
from kibitz.games.draughts import kind_for
from kibitz.tables.draughts.cpu_solver import CpuSolver
from kibitz.tables.draughts.memory_tables import (
    DraughtsMemoryTables,
    probe_function,
    write_for_searches,
)
from kibitz.tables.draughts.probing import DraughtsTables
from kibitz.tables.draughts.ranking import MOST_PIECES
from kibitz.tables.draughts.solving import (
    DraughtsSolution,
    Plan,
    make_plan,
    obstacle,
    solve_draughts,
)
from kibitz.tables.solver import (
    DEFAULT_BYTES,
    EndgameTables,
    MemoryTables,
    SolveOrder,
    Solver,
    check_threads,
)


@dataclass(frozen=True, slots=True)
class DraughtsJob:
    """A plan with its device and folder."""

    game: Game
    plan: Plan
    solves: CpuSolver
    folder: Path | None

    def __str__(self) -> str:
        threads = self.solves.threads
        return f"{self.plan}, with {threads} {'thread' if threads == 1 else 'threads'}"

    @property
    def device(self) -> str:
        """The name of the CPU."""
        return self.solves.name

    def run(self, on_progress: Callable[[str], None]) -> DraughtsSolution:
        """Solve the slices that are not solved yet."""
        found = solve_draughts(self.game, self.plan, self.solves, self.folder, on_progress)
        if self.folder is not None:
            on_progress("writing the file for searches")
            write_for_searches(self.game, self.folder, DEFAULT_BYTES)
        return found


def _supports(game: Game) -> bool:
    return kind_for(game) is not None


def _open(game: Game, folder: Path | None) -> EndgameTables | None:
    kind = kind_for(game)
    if kind is None or obstacle(kind.variant):
        return None
    tables = DraughtsTables(game, folder)
    return tables if tables.known else None


def _memory_tables(game: Game, folder: Path | None, most: int) -> MemoryTables | None:
    """The slices with the fewest pieces, as many as fit."""
    kind = kind_for(game)
    if kind is None or obstacle(kind.variant):
        return None
    held = DraughtsMemoryTables(DraughtsTables(game, folder), most)
    return MemoryTables(probe_function(kind), held.is_near, held.load) if held.chosen else None


def _plan(game: Game, order: SolveOrder) -> DraughtsJob:
    kind = kind_for(game)
    assert kind is not None
    if reason := obstacle(kind.variant):
        raise LimitError("not_by_pieces", game=f"{game.name} {kind.variant.name}", reason=reason)
    pieces = order.pieces
    if pieces is None or not 2 <= pieces <= MOST_PIECES:
        expected = f"a number of pieces from 2 to {MOST_PIECES}"
        raise LimitError("bad_setting", name="pieces", value=pieces, expected=expected)
    if order.up_to is not None:
        text = "{}-{}".format(*order.up_to)
        expected = "no value: --pieces selects the positions of draughts"
        raise LimitError("bad_setting", name="up-to", value=text, expected=expected)
    if order.device == "gpu":
        expected = f"cpu or auto: {game.name} is solved on CPU cores"
        raise LimitError("bad_setting", name="device", value=order.device, expected=expected)
    check_threads(order)
    device = CpuSolver(game, order.threads or os.cpu_count() or 1)
    plan = make_plan(game, device, order.folder, pieces, order.memory)
    return DraughtsJob(game, plan, device, order.folder)


DRAUGHTS = Solver(
    supports=_supports, open=_open, memory_tables=_memory_tables, plan=_plan, by_pieces=True
)
