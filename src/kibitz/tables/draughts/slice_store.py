"""The store of solved slices: files, or memory if there is no folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kibitz.core.contract import Game
from kibitz.games.game_ref import GameId
from kibitz.tables.code_file import ROWS, check_rows, open_codes
from kibitz.tables.draughts.distances import metric_of
from kibitz.tables.draughts.slices import Slice
from kibitz.tables.folder import SUFFIX
from kibitz.tables.stored_table import counts_in, rules_of
from kibitz.tables.table_file import TableFile, write_table
from kibitz.tables.verdict import Counts

KIND = "draughts"


def folder_name(game: Game) -> str:
    """The name of the folder of a variant's tables: the game, its variant and other settings."""
    usual = {one.name: one.default for one in game.options}
    changed = [
        f"{name}={value}" for name, value in game.settings.items()
        if name != "variant" and value != usual.get(name)
    ]  # fmt: skip
    return "-".join([game.name, str(game.settings["variant"]), *changed])


def path_of(game: Game, one: Slice, folder: Path) -> Path:
    """The path of a slice's table."""
    return folder / folder_name(game) / f"{one}{SUFFIX}"


def open_slice(game: Game, one: Slice, path: Path, rows: int) -> TableFile:
    """The table of a slice with `rows` positions; TableError if the file contains another."""
    expected = {
        "kind": KIND,
        **rules_of(GameId.of(game)),
        **metric_of(game),
        "slice": list(one),
    }
    return check_rows(open_codes(path, expected, "slice", Slice), rows)


def has_captures(file: TableFile) -> bool:
    """Whether a table contains the positions with a capture."""
    return file.about.get("captures") is not False


class SliceStore:
    """Stores solved slices and loads them when others need them.

    `most`: how many bytes of slices to hold in memory, so that they need not be read again. Without
    a folder, all are held.
    """

    def __init__(self, game: Game, folder: Path | None, most: float = 0) -> None:
        self._game = game
        self._folder = folder
        self._held: dict[Slice, Any] = {}
        self._room = most

    def counts(self, one: Slice, rows: int) -> Counts | None:
        """The counts of a slice on disk; None if it is not there, or not completely."""
        if self._folder is None:
            return None
        path = path_of(self._game, one, self._folder)
        if not path.exists():
            return None
        file = open_slice(self._game, one, path, rows)
        return counts_in(file) if has_captures(file) else None

    def load(self, one: Slice, to: Any) -> None:
        """Copy the codes of a solved slice to an array."""
        if one in self._held:
            to[:] = self._held[one]
            return
        assert self._folder is not None
        codes = open_slice(self._game, one, path_of(self._game, one, self._folder), len(to))
        to[:] = codes.column(0)
        self._hold(one, to)

    def put(self, one: Slice, codes: Any, counts: Counts) -> None:
        """Store the codes of a slice, on disk if there is a folder."""
        self._hold(one, codes)
        if self._folder is not None:
            write_slice(self._game, one, codes, counts, self._folder, captures=True)

    def _hold(self, one: Slice, codes: Any) -> None:
        if self._folder is None or codes.nbytes <= self._room:
            self._held[one] = codes.copy()
            self._room -= codes.nbytes


def write_slice(
    game: Game, one: Slice, codes: Any, counts: Counts, folder: Path, *, captures: bool
) -> None:
    """Write the table of a slice. `captures`: whether it contains positions with a capture."""
    about = {
        "kind": KIND,
        **rules_of(GameId.of(game)),
        **metric_of(game),
        "slice": list(one),
        "captures": captures,
        **counts.as_dict(),
    }
    write_table(path_of(game, one, folder), about, [codes], block=ROWS)
