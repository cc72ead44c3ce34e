"""The Morris tables in memory, for compiled code."""

from __future__ import annotations

from typing import Any

from kibitz.core.bits import popcount
from kibitz.core.score import UNKNOWN
from kibitz.core.types import Memory, State
from kibitz.games.morris.state import FEWEST
from kibitz.tables.morris.kernels import OPEN
from kibitz.tables.morris.numbering import DIRECTORY, SIDE, dense_number_of
from kibitz.tables.morris.probing import MorrisTables
from kibitz.tables.morris.subspaces import Subspace

_CODES = 4  # per word
_CODE_BITS = 16
_CAPTURES = 4  # number of captures that a search may see ahead


class MorrisMemoryTables:
    """The smallest subspaces of a variant's tables, as many as fit in memory."""

    def __init__(self, tables: MorrisTables, most: int) -> None:
        self._tables = tables
        self.chosen: list[Subspace] = []
        left = most
        for one in sorted(tables.known, key=tables.rows):
            left -= 8 * _words(tables.rows(one))
            if left < 0:
                break
            self.chosen.append(one)
        self._stones = max((sum(one) for one in self.chosen), default=0)

    def is_near(self, state: State) -> bool:
        """Whether a search from `state` may reach the chosen subspaces."""
        stones = popcount(state.mine) + popcount(state.theirs) + state.my_hand + state.their_hand
        return bool(stones <= self._stones + _CAPTURES)

    def load(self) -> Memory:
        """The words for `probe`: dense facts, with a directory of the codes, then the codes."""
        import numpy as np

        facts = self._tables.facts.copy()
        parts: list[Any] = [facts]
        size = len(facts)
        for one in self.chosen:
            rows = self._tables.rows(one)
            codes = np.zeros(_words(rows) * _CODES, "<u2")
            codes[:rows] = self._tables.codes(one)
            facts[_entry(*one)] = size
            parts.append(codes.view("<i8").astype(np.int64))
            size += _words(rows)
        return np.concatenate(parts)


def _words(rows: int) -> int:
    return -(-rows // _CODES)


def _entry(mover: int, other: int, hand: int, other_hand: int) -> int:
    """The offset of a subspace's entry in the directory."""
    return DIRECTORY + ((mover * SIDE + other) * SIDE + hand) * SIDE + other_hand


def probe(state: State, words: Memory) -> int:
    """The value of a state, looked up in the words of a `MorrisMemoryTables`."""
    movers, others = popcount(state.mine), popcount(state.theirs)
    if movers + state.my_hand < FEWEST:
        return -1
    begin = words[_entry(movers, others, state.my_hand, state.their_hand)]
    if begin == 0:
        return UNKNOWN
    number = dense_number_of(words, state.mine, movers, state.theirs, others)
    held = words[begin + number // _CODES] >> number % _CODES * _CODE_BITS
    code: int = held & (1 << _CODE_BITS) - 1
    if code == OPEN:
        return 0
    return -code if code & 1 else code
