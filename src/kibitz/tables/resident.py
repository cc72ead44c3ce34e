"""Tables in memory, for compiled code: one block of words and a function that looks a state up.

The function is plain and compiles with the rules it is called beside. It gives a value as the
player to move sees it: 1 + the plies to the end where he wins, its negative where he loses, 0 for a
draw, and UNKNOWN where the table does not hold the state.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kibitz.core.contract import Game
from kibitz.core.states import state_functions
from kibitz.core.types import State, Words
from kibitz.tables.layout import CLOCK, FIELD, WHOLE
from kibitz.tables.morris.resident import morris_resident
from kibitz.tables.morris.solving import variant_of
from kibitz.tables.stored import StoredTable, open_stored
from kibitz.tables.verdict import UNKNOWN

DEFAULT_BYTES = 512 << 20


@dataclass(frozen=True, slots=True)
class Resident:
    """What is in memory of a game's tables."""

    probe: Callable[[State, Words], int]  # (state, words) -> value
    words: Words  # int64


def resident(game: Game, folder: Path | None = None, most: int = DEFAULT_BYTES) -> Resident | None:
    """The tables of `game`, in `most` bytes of memory at most; None where there are none that fit.

    Of Morris the smallest subspaces are taken, as many as fit.
    """
    if variant_of(game) is not None:
        found = morris_resident(game, folder, most)
        return None if found is None else Resident(*found)
    stored = open_stored(game, game.initial(), folder)
    if stored is None or stored.resident_bytes > most:
        return None
    return Resident(stored_probe(game, stored), stored.in_memory())


def stored_probe(game: Game, stored: StoredTable) -> Callable[[State, Words], int]:
    """The function that looks a state up in the words of a stored table, by halving."""
    pack = state_functions(game).pack
    symmetries = game.symmetries or (lambda state: state)
    places = tuple(stored.layout.places)
    fields = len(places) // FIELD
    width = stored.layout.words
    count = stored.rows

    def probe(state: State, words: Words) -> int:
        position = pack(symmetries(state))
        if not fits(position):
            return UNKNOWN
        low, high = 0, count
        while low < high:
            middle = (low + high) // 2
            order = compared(words, middle * width, position)
            if order == 0:
                value: int = words[count * width + middle]
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

    def compared(words: Words, base: int, position: tuple[int, ...]) -> int:
        """-1, 0 or 1: whether the words at `base` come before those of the position, or after."""
        for word in range(width):
            wanted = 0
            for field in range(fields):
                if places[field * FIELD] == word:
                    wanted |= position[field] << places[field * FIELD + 1]
            if words[base + word] != wanted:
                return -1 if words[base + word] < wanted else 1
        return 0

    return probe
