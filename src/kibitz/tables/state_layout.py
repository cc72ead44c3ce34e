"""The layout of states packed into words: as few bits as needed so far, and no clocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.core.contract import Game
from kibitz.core.state_fields import state_words, word_names
from kibitz.core.types import State

WORD_BITS = 62  # bits available in a word shared by several fields
WHOLE = 64  # width of a field that may be negative or needs more bits: it gets its own word
CLOCK = -1  # in place of the word's number: the field is a clock, which is not stored
FIELD = 3  # how many numbers describe a field: its word, shift and width in bits


@dataclass(frozen=True, slots=True)
class StateLayout:
    """The width of every field of a state in bits; 0 for a clock, which is not stored."""

    bits: tuple[int, ...]

    @classmethod
    def of(cls, game: Game, state: State) -> StateLayout:
        """The narrowest layout for `state`."""
        return cls(
            tuple(
                0 if field in game.clocks else needed(value)
                for (field, _), value in zip(word_names(state), state_words(state), strict=True)
            )
        )

    def widened(self, field: int, value: int) -> StateLayout:
        """This layout, widened so that `value` fits in the field."""
        bits = list(self.bits)
        bits[field] = max(bits[field], needed(value))
        return StateLayout(tuple(bits))

    @property
    def places(self) -> list[int]:
        """The word, the shift and the bits of every field, in one flat list."""
        found: list[int] = []
        word, used = 0, 0
        for bits in self.bits:
            if bits == 0:
                found += [CLOCK, 0, 0]
                continue
            if used and used + bits > WORD_BITS:
                word, used = word + 1, 0
            found += [word, used, bits]
            used += bits
        return found

    @property
    def words(self) -> int:
        """The number of words per state."""
        return 1 + max(self.places[::FIELD])

    def pack(self, position: Sequence[int]) -> tuple[int, ...]:
        """Pack a position into words. Raises OverflowError if a field does not fit."""
        words = [0] * self.words
        places = self.places
        for field, value in enumerate(position):
            word, shift, bits = places[field * FIELD : field * FIELD + FIELD]
            if word == CLOCK:
                continue
            if bits < needed(value):
                raise OverflowError
            words[word] |= value << shift
        return tuple(words)


def needed(value: int) -> int:
    """The bits that a field needs to hold `value`."""
    if value < 0 or value.bit_length() > WORD_BITS:
        return WHOLE
    return max(1, value.bit_length())
