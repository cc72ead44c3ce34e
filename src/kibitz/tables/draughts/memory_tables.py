"""The tables of draughts in memory, for compiled code."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from kibitz.core.bits import popcount
from kibitz.core.contract import Game
from kibitz.core.score import UNKNOWN
from kibitz.core.types import Memory, State
from kibitz.games.draughts.kind import Kind
from kibitz.tables.draughts.distances import counts_to_end, value_of
from kibitz.tables.draughts.probing import DraughtsTables
from kibitz.tables.draughts.ranking import CODE_BITS, NOWHERE, PIECES, ranking_functions
from kibitz.tables.draughts.slices import Slice
from kibitz.tables.word_file import WORDS, is_made_from, map_words, write_words

_WORD_BITS = 64
_NARROW, _WIDE = 8, 16  # bits per code
_FORMAT = 2  # of the file; raise it when the numbering changes
_UNLIMITED = 1 << 62
_CAPTURED = 5  # number of pieces whose capture a search may see ahead


class DraughtsMemoryTables:
    """The slices of a variant's tables that a search probes.

    They are loaded into memory if all of them fit in `most` bytes. Otherwise they are mapped from a
    file that `kibitz solve` has made; without such a file, only the slices with the fewest pieces
    are loaded.
    """

    def __init__(self, tables: DraughtsTables, most: int) -> None:
        self._tables = tables
        self._size = tables.ranking.size
        every = sorted(tables.known, key=lambda one: (one.pieces, self._size(one)))
        self.chosen: list[Slice]
        self.chosen, self._bits = self._fitting(every, most)
        self.file: Path | None = None  # the file to map
        if len(self.chosen) < len(every) and tables.folder is not None:
            path = tables.folder / WORDS
            if is_made_from(path, _digest(tables)):
                self.file, self.chosen = path, every
        self._pieces = max((one.pieces for one in self.chosen), default=0)

    def is_near(self, state: State) -> bool:
        """Whether a search from `state` may reach the chosen slices."""
        return popcount(state.mine) + popcount(state.theirs) <= self._pieces + _CAPTURED

    def load(self) -> Memory:
        """The words for `probe`: the facts of the ranking, then the codes."""
        import numpy as np

        if self.file is not None:
            return map_words(self.file)
        return np.concatenate(list(self._parts()))

    def write(self) -> None:
        """Write all slices to the file for searches, if the user has a folder of tables."""
        if self._tables.folder is not None:
            write_words(self._tables.folder / WORDS, self._parts(), _digest(self._tables))

    def _fitting(self, every: list[Slice], most: float) -> tuple[list[Slice], int]:
        """The first of these slices that fit in `most` bytes, and the bits of a code."""
        bits, positions = _NARROW, 0
        for count, one in enumerate(every):
            is_narrow = self._tables.longest(one) + 1 < 1 << _NARROW
            needed = max(bits, _NARROW if is_narrow else _WIDE)
            positions += self._size(one)
            if positions * needed > 8 * most:
                return every[:count], bits
            bits = needed
        return every, bits

    def _parts(self) -> Iterator[Any]:
        """The facts, then the codes of each slice, as words."""
        import numpy as np

        begin = len(self._tables.ranking.facts(dict.fromkeys(self.chosen, 0)))
        starts: dict[Slice, int] = {}
        for one in self.chosen:
            starts[one] = begin * (_WORD_BITS // self._bits)
            begin += self._words(one)
        facts = self._tables.ranking.facts(starts)
        facts[CODE_BITS] = self._bits
        yield facts
        for one in self.chosen:
            codes = np.zeros(self._words(one) * _WORD_BITS // self._bits, f"<u{self._bits // 8}")
            codes[: self._size(one)] = self._tables.codes(one)
            yield codes.view("<i8").astype(np.int64, copy=False)

    def _words(self, one: Slice) -> int:
        return -(-self._size(one) * self._bits // _WORD_BITS)


def write_for_searches(game: Game, folder: Path, most: int) -> Path | None:
    """Write the file that searches map into memory, if the tables are larger than `most` bytes.

    Returns its path, or None if it is not needed or up to date.
    """
    tables = DraughtsTables(game, folder)
    usual = DraughtsMemoryTables(tables, most)
    if usual.file is not None or len(usual.chosen) == len(tables.known):
        return None
    DraughtsMemoryTables(tables, _UNLIMITED).write()
    return None if tables.folder is None else tables.folder / WORDS


def _digest(tables: DraughtsTables) -> bytes:
    """The digest of the tables, which changes with any of them."""
    digest = hashlib.sha256(f"{_FORMAT}".encode())
    for one in tables.known:
        digest.update(f"{one} {tables.file(one).sha256} ".encode())
    return digest.digest()


@lru_cache(maxsize=64)
def probe_function(kind: Kind) -> Callable[[State, Memory], int]:
    """The function that looks up a state in the words of a `DraughtsMemoryTables`."""
    number_of, _, turned = ranking_functions(kind.board)
    takers = kind.rules.captures.jumps.takers
    every = kind.board.every
    to_end = int(counts_to_end(kind))

    def probe(state: State, words: Memory) -> int:
        mine, theirs, kings = state.mine, state.theirs, state.kings
        pieces = popcount(mine) + popcount(theirs)
        if pieces > words[PIECES] or mine == 0:
            return UNKNOWN
        if takers(mine, theirs, kings, state.turn, every & ~(mine | theirs)) != 0:
            return UNKNOWN  # the search follows the captures
        if state.turn != 0:
            mine, theirs, kings = turned(mine), turned(theirs), turned(kings)
        number = number_of(words, mine, theirs, kings)
        if number == NOWHERE:
            return UNKNOWN
        at = number * words[CODE_BITS]
        code: int = words[at // _WORD_BITS] >> at % _WORD_BITS & (1 << words[CODE_BITS]) - 1
        return value_of(code, pieces, popcount((mine | theirs) & ~kings), to_end)

    return probe
