"""Lookups in endgame tables: what a position is worth with perfect play."""

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
    """What knows positions of `game` from the tables in `folder`, or None.

    A table of any game begins at one position, its first one unless `start` says otherwise.
    TableError where a file is damaged or belongs to other rules.
    """
    own = dedicated_solver(game)
    if own is not None and start is None:
        return own.open(game, folder)
    stored = open_stored(game, game.initial() if start is None else start, folder)
    if stored is not None and not stored.is_of(game):
        raise TableError("table_of_older_rules", file=str(stored.path), game=game.name)
    return stored


@lru_cache(maxsize=16)
def _kept(game: Game, folder: Path | None) -> EndgameTables | None:
    return open_tables(game, folder)


def probe(game: Game, state: State, folder: Path | None = None) -> Verdict | None:
    """What `state` is worth to the player to move, by the tables; None where they do not say.

    Tables know nothing of clocks and repetition: a win may be too slow for a clock that runs.
    """
    known = _kept(game, folder)
    return None if known is None else known.probe(state)
