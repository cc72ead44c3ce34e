"""Open endgame tables and look up positions in them."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from kibitz.core.contract import Game
from kibitz.core.errors import TableError
from kibitz.core.types import State
from kibitz.tables.solver import EndgameTables
from kibitz.tables.solver_registry import dedicated_solver
from kibitz.tables.stored_table import open_stored
from kibitz.tables.verdict import Verdict


def open_tables(
    game: Game, folder: Path | None = None, start: State | None = None
) -> EndgameTables | None:
    """The endgame tables of `game` in `folder`; None if there are none.

    They contain the positions reachable from `start`, by default the starting position of the game.
    Raises TableError if a file is damaged or belongs to other rules.
    """
    own = dedicated_solver(game)
    if own is not None and start is None:
        found = own.open(game, folder)
        if found is not None or not own.by_pieces:
            return found
    stored = open_stored(game, game.initial() if start is None else start, folder)
    if stored is not None and not stored.is_of(game):
        raise TableError("table_of_older_rules", file=str(stored.path), game=game.name)
    return stored


@lru_cache(maxsize=16)
def _cached(game: Game, folder: Path | None) -> EndgameTables | None:
    return open_tables(game, folder)


def probe(game: Game, state: State, folder: Path | None = None) -> Verdict | None:
    """The verdict on `state` for the side to move, from the endgame tables; None if unknown.

    The tables ignore clocks and repetition, so a win may take longer than a clock allows.
    """
    tables = _cached(game, folder)
    return None if tables is None else tables.probe(state)
