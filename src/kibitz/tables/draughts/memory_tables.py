"""The tables of draughts in memory, for compiled code."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from kibitz.core.bits import popcount
from kibitz.core.score import UNKNOWN
from kibitz.core.types import Memory, State
from kibitz.games.draughts.kind import Kind
from kibitz.tables.draughts.probing import DraughtsTables
from kibitz.tables.draughts.ranking import CODE_BITS, MOST_PIECES, NOWHERE, ranking_functions
from kibitz.tables.draughts.slices import Slice

_WORD_BITS = 64
_NARROW, _WIDE = 8, 16  # bits per code
_CAPTURED = 5  # number of pieces whose capture a search may see ahead


class DraughtsMemoryTables:
    """The slices with the fewest pieces of a variant's tables, as many as fit in memory."""

    def __init__(self, tables: DraughtsTables, most: int) -> None:
        self._tables = tables
        self._size = tables.ranking.size
        self.chosen: list[Slice] = []
        self._bits = _NARROW
        size = 0
        for one in sorted(tables.known, key=lambda one: (one.pieces, self._size(one))):
            bits = max(self._bits, _NARROW if tables.longest(one) + 1 < 1 << _NARROW else _WIDE)
            size += self._size(one)
            if size * bits > 8 * most:
                break
            self._bits = bits
            self.chosen.append(one)
        self._pieces = max((one.pieces for one in self.chosen), default=0)

    def is_near(self, state: State) -> bool:
        """Whether a search from `state` may reach the chosen slices."""
        return bool(popcount(state.mine | state.theirs) <= self._pieces + _CAPTURED)

    def load(self) -> Memory:
        """The words for `probe`: the facts of the ranking, then the codes."""
        import numpy as np

        begin = len(self._tables.ranking.facts(dict.fromkeys(self.chosen, 0)))
        starts: dict[Slice, int] = {}
        parts: list[Any] = []
        for one in self.chosen:
            starts[one] = begin * (_WORD_BITS // self._bits)
            begin += self._words(one)
            codes = np.zeros(self._words(one) * _WORD_BITS // self._bits, f"<u{self._bits // 8}")
            codes[: self._size(one)] = self._tables.codes(one)
            parts.append(codes.view("<i8").astype(np.int64, copy=False))
        facts = self._tables.ranking.facts(starts)
        facts[CODE_BITS] = self._bits
        return np.concatenate([facts, *parts])

    def _words(self, one: Slice) -> int:
        return -(-self._size(one) * self._bits // _WORD_BITS)


@lru_cache(maxsize=64)
def probe_function(kind: Kind) -> Callable[[State, Memory], int]:
    """The function that looks up a state in the words of a `DraughtsMemoryTables`."""
    number_of, _, turned = ranking_functions(kind.board)
    takers = kind.rules.captures.jumps.takers
    every = kind.board.every

    def probe(state: State, words: Memory) -> int:
        mine, theirs, kings = state.mine, state.theirs, state.kings
        if popcount(mine | theirs) > MOST_PIECES or mine == 0:
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
        return -code if code & 1 else code

    return probe
