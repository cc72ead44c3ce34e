"""The solved subspaces of a variant: in memory while others need them, in files for good."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.errors import TableError
from kibitz.games.game_ref import GameId
from kibitz.games.morris.variants import VARIANTS
from kibitz.tables.files import TableFile, write_table
from kibitz.tables.folder import SUFFIX
from kibitz.tables.morris.numbering import numbering
from kibitz.tables.morris.subspaces import Subspace
from kibitz.tables.stored_table import counts_in, rules_of, rules_text
from kibitz.tables.verdict import Counts

KIND = "morris"
ROWS = 1 << 14  # positions a block
CODE = "<u2"  # NumPy's name of the type of a position's code


def _rules_of(game: Game) -> dict[str, object]:
    """What identifies the rules of a table: clocks and repetition do not matter to it."""
    settings = {"variant": game.settings["variant"]}
    return rules_of(GameId.of(game)._replace(settings=settings))


def path_of(game: Game, subspace: Subspace, folder: Path) -> Path:
    """Where the table of a subspace is kept."""
    return folder / f"{game.name}-{game.settings['variant']}" / f"{subspace}{SUFFIX}"


def open_subspace(game: Game, subspace: Subspace, path: Path) -> TableFile:
    """The table of a subspace; TableError where the file holds anything else."""
    file = TableFile(path)
    expected = {"kind": KIND, **_rules_of(game), "subspace": list(subspace)}
    if {name: file.about.get(name) for name in expected} != expected:
        raise TableError(
            "table_other_rules",
            file=str(path),
            other=_text(file.about),
            expected=_text(expected),
        )
    if file.columns != (CODE,) or file.rows_a_block != ROWS:
        raise file.damaged("its header has no proper columns")
    return file


def check_rows(file: TableFile, rows: int) -> TableFile:
    """The table; TableError where it does not have as many rows as its subspace has numbers.

    Compiled code looks numbers up without asking whether the table is long enough.
    """
    if file.rows != rows:
        raise file.damaged(f"it has {file.rows:,} rows, expected {rows:,}")
    return file


def _text(about: Mapping[str, Any]) -> str:
    said = about.get("subspace")
    stones: object = ""
    if isinstance(said, list) and len(said) == 4 and all(type(one) is int for one in said):
        stones = Subspace(*said)
    return f"{rules_text(about)} {stones}".strip()


class SubspaceStore:
    """Where subspaces are put when they are solved, and taken from when others need them."""

    def __init__(self, game: Game, folder: Path | None, memory: int) -> None:
        self._game = game
        self._folder = folder
        self._memory = memory
        self._held: dict[Subspace, Any] = {}  # the longest unused first

    def counts(self, subspace: Subspace) -> Counts | None:
        """The counts of a subspace that is on disk; None where it is not."""
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
            assert self._folder is not None, "dropped while it was needed"
            path = path_of(self._game, subspace, self._folder)
            variant = VARIANTS[str(self._game.settings["variant"])]
            rows = numbering(variant.board, variant.stones).size(subspace.mover, subspace.other)
            values = check_rows(open_subspace(self._game, subspace, path), rows).column(0)
        self._held[subspace] = values
        return values

    def put(self, subspace: Subspace, values: Any, counts: Counts) -> None:
        """Keep the codes of a subspace, on disk where there is a folder."""
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
        """Let go of what nobody needs any more."""
        for one in subspaces & set(self._held):
            del self._held[one]

    def make_room(self, size: int) -> None:
        """Let go of what can be read again, the longest unused first, to have `size` bytes free."""
        used = size + sum(values.nbytes for values in self._held.values())
        while self._folder is not None and used > self._memory and self._held:
            used -= self._held.pop(next(iter(self._held))).nbytes
