"""The games that have a solver of their own; all others are solved by `solving`."""

from __future__ import annotations

from kibitz.core.contract import Game
from kibitz.tables.morris.solver import MORRIS
from kibitz.tables.solver import Solver

SOLVERS: tuple[Solver, ...] = (MORRIS,)


def dedicated_solver(game: Game) -> Solver | None:
    """The solver made for `game`; None where there is none."""
    return next((solver for solver in SOLVERS if solver.supports(game)), None)
