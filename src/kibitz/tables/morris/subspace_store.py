"""The store of solved subspaces: in memory while others need them, and in files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kibitz.core.contract import Game
from kibitz.games.game_ref import GameId
from kibitz.games.morris.variants import VARIANTS
from kibitz.tables.code_file import ROWS, check_rows, open_codes
from kibitz.tables.folder import SUFFIX
from kibitz.tables.morris.numbering import numbering
from kibitz.tables.morris.subspaces import Subspace
from kibitz.tables.stored_table import counts_in, rules_of
from kibitz.tables.table_file import TableFile, write_table
from kibitz.tables.verdict import Counts

KIND = "morris"


def _rules_of(game: Game) -> dict[str, object]:
    """The identity of a table's rules, without clocks and repetition."""
    settings = {"variant": game.settings["variant"]}
    return rules_of(GameId.of(game)._replace(settings=settings))


def path_of(game: Game, subspace: Subspace, folder: Path) -> Path:
    """The path of a subspace's table."""
    return folder / f"{game.name}-{game.settings['variant']}" / f"{subspace}{SUFFIX}"


def open_subspace(game: Game, subspace: Subspace, path: Path) -> TableFile:
    """The table of a subspace. Raises TableError if the file contains anything else."""
    expected = {"kind": KIND, **_rules_of(game), "subspace": list(subspace)}
    return open_codes(path, expected, "subspace", Subspace)


class SubspaceStore:
    """Stores solved subspaces and loads them when others need them."""

    def __init__(self, game: Game, folder: Path | None, memory: int) -> None:
        self._game = game
        self._folder = folder
        self._memory = memory
        self._held: dict[Subspace, Any] = {}  # least recently used first

    def counts(self, subspace: Subspace) -> Counts | None:
        """The counts of a subspace on disk; None if it is not there."""
        if self._folder is None:
            return None
        path = path_of(self._game, subspace, self._folder)
        if not path.exists():
            return None
        return counts_in(open_subspace(self._game, subspace, path))

    def load(self, subspace: Subspace) -> Any:
        """The codes of a solved subspace."""
        values = self._held.pop(subspace, None)
        if values is None:
            assert self._folder is not None, "dropped while still needed"
            path = path_of(self._game, subspace, self._folder)
            variant = VARIANTS[str(self._game.settings["variant"])]
            rows = numbering(variant.board, variant.stones).size(subspace.mover, subspace.other)
            values = check_rows(open_subspace(self._game, subspace, path), rows).column(0)
        self._held[subspace] = values
        return values

    def put(self, subspace: Subspace, values: Any, counts: Counts) -> None:
        """Store the codes of a subspace, on disk too if there is a folder."""
        self._held[subspace] = values
        if self._folder is not None:
            about = {
                "kind": KIND,
                **_rules_of(self._game),
                "subspace": list(subspace),
                **counts.as_dict(),
            }
            codes = values.to_host() if hasattr(values, "to_host") else values
            write_table(path_of(self._game, subspace, self._folder), about, [codes], block=ROWS)

    def drop(self, subspaces: set[Subspace]) -> None:
        """Free subspaces that are no longer needed."""
        for one in subspaces & set(self._held):
            del self._held[one]

    def make_room(self, size: int) -> None:
        """Evict subspaces that are on disk, least recently used first, to free `size` bytes."""
        used = size + sum(values.nbytes for values in self._held.values())
        while self._folder is not None and used > self._memory and self._held:
            used -= self._held.pop(next(iter(self._held))).nbytes
