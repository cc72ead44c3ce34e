"""An endgame table of any game on disk: its positions, sorted, with their values."""

from __future__ import annotations

import hashlib
import json
from bisect import bisect_right
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeGuard

from kibitz.core.contract import Game
from kibitz.core.errors import TableError
from kibitz.core.score import DRAW, LOSS, WIN
from kibitz.core.state_fields import state_words, word_names
from kibitz.core.states import position_words, state_functions
from kibitz.core.types import Memory, State
from kibitz.games.game_ref import GameId, is_shipped, rules_digest
from kibitz.tables.folder import SUFFIX, find
from kibitz.tables.state_layout import WHOLE, WORD_BITS, StateLayout
from kibitz.tables.table_file import TableFile, write_table
from kibitz.tables.verdict import Counts, Verdict

if TYPE_CHECKING:
    from kibitz.tables.solving import Solution

KIND = "positions"
ROWS = 1 << 13  # positions per block
_CACHED_BLOCKS = 64
_MOST_TEXT = 200  # maximum length of a text quoted from a file
_RESULTS = {"win": WIN, "draw": DRAW, "loss": LOSS}


def rules_of(identity: GameId) -> dict[str, object]:
    """The identity of a game, as stored in the header of a table."""
    name, settings, version = identity
    return {"game": name, "settings": settings, "version": version}


def rules_text(rules: Mapping[str, Any]) -> str:
    """The rules in unvalidated metadata as text, such as morris variant=nine, version 1."""
    settings = rules.get("settings")
    named = settings.items() if isinstance(settings, Mapping) else ()
    options = "".join(f" {name}={value}" for name, value in named)
    return _printable(f"{game_of(rules)}{options}, version {rules.get('version', '?')}")


def game_of(about: Mapping[str, Any]) -> str:
    """The name of the game in the metadata of a file."""
    return _printable(str(about.get("game", "?")))


def _printable(text: str) -> str:
    """A text from a file, shortened and printable on any terminal."""
    return text[:_MOST_TEXT].encode(errors="backslashreplace").decode()


def table_name(game: Game, start: State) -> str:
    """The name of the table of the positions reachable from `start`."""
    identity = [rules_of(GameId.of(game)), list(state_words(game.identity(start)))]
    text = json.dumps(identity, sort_keys=True)
    return f"{game.name}-{hashlib.sha256(text.encode()).hexdigest()[:12]}"


def store(solution: Solution, folder: Path) -> Path | None:
    """Write a solution's table and return its path; None if its states are Python objects."""
    import numpy as np

    layout = solution.positions.layout
    if layout is None:
        return None
    rows = solution.positions.words.reshape(-1, layout.words)
    order = np.lexsort(rows.T[::-1])
    columns = [np.ascontiguousarray(column[order]) for column in rows.T]
    about = {
        "kind": KIND,
        **rules_of(GameId.of(solution.game)),
        "rules": rules_digest(solution.game),
        "start": list(state_words(solution.start)),
        "bits": list(layout.bits),
        "firsts": rows[order[::ROWS]].tolist(),
        "plies": list(solution.positions.plies),
        "verdict": solution.verdict.as_dict(),
        **solution.counts.as_dict(),
    }
    path = folder / f"{table_name(solution.game, solution.start)}{SUFFIX}"
    write_table(path, about, [*columns, solution.movers_values[order]], block=ROWS)
    return path


class StoredTable:
    """A table of positions on disk. Raises TableError if the file belongs to other rules."""

    def __init__(self, game: Game, path: Path) -> None:
        self._game = game
        self._file = TableFile(path)
        expected = rules_of(GameId.of(game))
        found = {name: self._file.about.get(name) for name in expected}
        if self._file.about.get("kind") != KIND or found != expected:
            raise TableError(
                "table_other_rules",
                file=str(path),
                other=rules_text(self._file.about),
                expected=rules_text(expected),
            )
        self.layout: StateLayout = _layout(game, self._file)
        self._firsts = _firsts(self._file, self.layout)  # the first position of every block
        self._read = lru_cache(maxsize=_CACHED_BLOCKS)(self._file.read)

    @property
    def path(self) -> Path:
        """The path of the file."""
        return self._file.path

    def is_of(self, game: Game) -> bool:
        """Whether the table was computed with these rules.

        Shipped games are identified by the version of their rules, a user's games by their code.
        """
        return is_shipped(game) or bool(self.about.get("rules") == rules_digest(game))

    def begins_at(self, start: State) -> bool:
        """Whether the table starts at `start`."""
        own = self.about.get("start")
        if not _is_numbers(own) or len(own) != position_words(self._game):
            return False
        begin = state_functions(self._game).unpack(own)
        return bool(self._game.identity(begin) == self._game.identity(start))

    @property
    def verdict(self) -> Verdict:
        """The verdict on the table's starting position."""
        stored = self.about.get("verdict")
        found = stored if isinstance(stored, dict) else {}
        result, plies = _RESULTS.get(str(found.get("result"))), found.get("plies")
        if result is None or (type(plies) is not int if result != DRAW else plies is not None):
            raise self._file.damaged("its header has no valid 'verdict'")
        return Verdict(result, plies)

    @property
    def counts(self) -> Counts:
        """The numbers of won, lost and drawn positions."""
        return counts_in(self._file)

    @property
    def about(self) -> Mapping[str, Any]:
        """The metadata of the table."""
        return self._file.about

    def probe(self, state: State) -> Verdict | None:
        """The verdict on `state` for the side to move; None if the table does not contain it."""
        simplest = self._game.symmetries(state) if self._game.symmetries else state
        try:
            key = self.layout.pack(state_words(simplest))
        except OverflowError:
            return None
        block = bisect_right(self._firsts, list(key)) - 1
        if block < 0:
            return None
        *columns, values = self._read(block)
        low, high = 0, len(values)
        for column, word in zip(columns, key, strict=True):
            stretch = column[low:high]
            low, high = (low + int(stretch.searchsorted(word, side)) for side in ("left", "right"))
        if low == high:
            return None
        return Verdict.of(int(values[low]))

    @property
    def rows(self) -> int:
        """The number of positions."""
        return self._file.rows

    @property
    def memory_bytes(self) -> int:
        """The size of the complete table in memory."""
        return 8 * self.rows * (self.layout.words + 1)

    def in_memory(self) -> Memory:
        """The complete table as words: those of the positions, then their values."""
        import numpy as np

        columns = [self._file.column(number) for number in range(self.layout.words + 1)]
        positions = np.column_stack(columns[:-1]).reshape(-1)
        return np.concatenate((positions, columns[-1].astype(np.int64)))


def open_stored(game: Game, start: State, folder: Path | None = None) -> StoredTable | None:
    """The table of the positions reachable from `start`; None if there is none."""
    if not game.has_integer_states():
        return None
    path = find(table_name(game, start), folder)
    if path is None:
        return None
    stored = StoredTable(game, path)
    if not stored.begins_at(start):
        raise TableError(
            "table_damaged", file=str(path), problem="its first position does not match its name"
        )
    return stored


def counts_in(file: TableFile) -> Counts:
    """The counts in the metadata of a table."""
    names = ("wins", "losses", "draws", "longest_win", "longest_loss")
    found = [file.about.get(name) for name in names]
    if not _is_numbers(found) or min(found) < 0 or sum(found[:3]) != file.about.get("positions"):
        raise file.damaged("its header has no valid counts")
    return Counts(*found)


def _is_numbers(value: object) -> TypeGuard[list[int]]:
    return isinstance(value, list) and all(isinstance(one, int) for one in value)


def _layout(game: Game, file: TableFile) -> StateLayout:
    """The layout of the positions in a file, checked against the game's states and the columns."""
    bits = file.about.get("bits")
    fields = [field for field, _ in word_names(game.initial())]
    if (
        _is_numbers(bits)
        and all(0 <= one <= WORD_BITS or one == WHOLE for one in bits)
        and [one == 0 for one in bits] == [name in game.clocks for name in fields]
    ):
        layout = StateLayout(tuple(bits))
        if file.columns == ("<i8",) * layout.words + ("<i4",) and file.rows_a_block == ROWS:
            return layout
    raise file.damaged("its header has no valid 'bits'")


def _firsts(file: TableFile, layout: StateLayout) -> list[list[int]]:
    """The first position of every block."""
    firsts = file.about.get("firsts")
    if (
        isinstance(firsts, list)
        and len(firsts) == file.blocks
        and all(_is_numbers(one) and len(one) == layout.words for one in firsts)
    ):
        return firsts
    raise file.damaged("its header has no valid 'firsts'")
