"""Endgame tables in memory, for compiled code: an array of words and a lookup function.

The function is compiled together with the rules. It returns a value for the side to move: 1 + plies
to the end for a win, the negative for a loss, 0 for a draw, and UNKNOWN if the table does not
contain the state.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from kibitz.core.contract import Game
from kibitz.core.score import UNKNOWN
from kibitz.core.states import state_functions
from kibitz.core.types import Memory, State
from kibitz.tables.solver import DEFAULT_BYTES, MemoryTables
from kibitz.tables.solver_registry import dedicated_solver
from kibitz.tables.state_layout import CLOCK, FIELD, WHOLE, StateLayout
from kibitz.tables.stored_table import StoredTable, open_stored


def memory_tables(
    game: Game, folder: Path | None = None, most: int = DEFAULT_BYTES
) -> MemoryTables | None:
    """The tables of `game` that fit in about `most` bytes of memory; None if there are none."""
    own = dedicated_solver(game)
    if own is not None:
        found = own.memory_tables(game, folder, most)
        if found is not None or not own.by_pieces:
            return found
    stored = open_stored(game, game.initial(), folder)
    if stored is None or stored.memory_bytes > most:
        return None
    return MemoryTables(stored_probe(game, stored.layout), lambda _: True, lambda: _words(stored))


def _words(stored: StoredTable) -> Memory:
    """The number of positions, followed by the table."""
    import numpy as np

    return np.concatenate(([stored.rows], stored.in_memory()))


@lru_cache(maxsize=64)
def stored_probe(game: Game, layout: StateLayout) -> Callable[[State, Memory], int]:
    """The function that looks up a state in the words of a stored table, by binary search."""
    pack = state_functions(game).pack
    symmetries = game.symmetries or (lambda state: state)
    places = tuple(layout.places)
    fields = len(places) // FIELD
    width = layout.words

    def probe(state: State, words: Memory) -> int:
        position = pack(symmetries(state))
        if not fits(position):
            return UNKNOWN
        low, high = 0, words[0]
        while low < high:
            middle = (low + high) // 2
            order = compared(words, 1 + middle * width, position)
            if order == 0:
                value: int = words[1 + words[0] * width + middle]
                return value
            if order < 0:
                low = middle + 1
            else:
                high = middle
        return UNKNOWN

    def fits(position: tuple[int, ...]) -> bool:
        for field in range(fields):
            word, bits = places[field * FIELD], places[field * FIELD + 2]
            is_shared = word != CLOCK and bits != WHOLE
            if is_shared and (position[field] < 0 or position[field] >> bits != 0):
                return False
        return True

    def compared(words: Memory, base: int, position: tuple[int, ...]) -> int:
        """Compare the words at `base` with those of the position: -1, 0 or 1."""
        for word in range(width):
            wanted = 0
            for field in range(fields):
                if places[field * FIELD] == word:
                    wanted |= position[field] << places[field * FIELD + 1]
            if words[base + word] != wanted:
                return -1 if words[base + word] < wanted else 1
        return 0

    return probe
