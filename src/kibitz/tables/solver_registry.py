"""The dedicated solvers. All other games are solved by `solving`."""

from __future__ import annotations

from kibitz.core.contract import Game
from kibitz.tables.draughts.solver import DRAUGHTS
from kibitz.tables.morris.solver import MORRIS
from kibitz.tables.solver import Solver

SOLVERS: tuple[Solver, ...] = (MORRIS, DRAUGHTS)


def dedicated_solver(game: Game) -> Solver | None:
    """The dedicated solver for `game`; None if there is none."""
    return next((solver for solver in SOLVERS if solver.supports(game)), None)
