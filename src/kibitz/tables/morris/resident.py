"""The tables of Morris in memory, for compiled code."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kibitz.core.bits import popcount
from kibitz.core.contract import Game
from kibitz.core.types import State, Words
from kibitz.games.morris.state import FEWEST
from kibitz.tables.morris.kernels import OPEN
from kibitz.tables.morris.numbering import MOST_STONES, number_of, numbering
from kibitz.tables.morris.probing import MorrisTables
from kibitz.tables.morris.solving import variant_of
from kibitz.tables.morris.subspaces import groups
from kibitz.tables.verdict import UNKNOWN

_SIDE = MOST_STONES + 1
_CODES = 4  # in a word
_CODE_BITS = 16


def morris_resident(
    game: Game, folder: Path | None, most: int
) -> tuple[Callable[[State, Words], int], Words] | None:
    """A function that looks a state up, and its words: `most` bytes at most; None for no tables.

    The words are the facts of the board, for every subspace where its codes begin, and the codes.
    """
    import numpy as np

    variant = variant_of(game)
    assert variant is not None
    tables = MorrisTables(game, folder)
    facts = numbering(variant.board, variant.stones).facts.astype(np.int64)
    directory = np.zeros(_SIDE**4, np.int64)
    parts: list[Any] = [facts, directory]
    size = len(facts) + len(directory)
    known = [one for group in groups(variant) for one in group if tables.rows(one)]
    for one in sorted(known, key=tables.rows):
        words = -(-tables.rows(one) // _CODES)
        if (size + words) * 8 > most:
            break
        codes = np.zeros(words * _CODES, "<u2")
        codes[: tables.rows(one)] = tables.codes(one)
        directory[_entry(*one)] = size
        parts.append(codes.view("<i8").astype(np.int64))
        size += words
    if len(parts) == 2:
        return None
    return _probe_function(len(facts)), np.concatenate(parts)


def _entry(mover: int, other: int, hand: int, other_hand: int) -> int:
    """Where the directory speaks of a subspace."""
    return ((mover * _SIDE + other) * _SIDE + hand) * _SIDE + other_hand


def _probe_function(directory: int) -> Callable[[State, Words], int]:
    """The function that looks a state up, where the directory begins after so many words."""

    def probe(state: State, words: Words) -> int:
        movers, others = popcount(state.mine), popcount(state.theirs)
        if movers + state.my_hand < FEWEST:
            return -1
        begin = words[directory + _entry(movers, others, state.my_hand, state.their_hand)]
        if begin == 0:
            return UNKNOWN
        number = number_of(words, state.mine, movers, state.theirs, others)
        held = words[begin + number // _CODES] >> number % _CODES * _CODE_BITS
        code: int = held & (1 << _CODE_BITS) - 1
        if code == OPEN:
            return 0
        return -code if code & 1 else code

    return probe
