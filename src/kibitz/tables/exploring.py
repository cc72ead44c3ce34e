"""The part of the enumeration that calls the rules, to be compiled with them.

Positions are numbered in the order of discovery. Each is a few words in one long array (see
`state_layout`); `slots` is a hash table of their numbers, with open addressing.
"""

from __future__ import annotations

from types import FunctionType
from typing import cast

from kibitz.core import bits
from kibitz.core.contract import Game
from kibitz.core.states import position_words, state_functions
from kibitz.core.types import Memory
from kibitz.tables.state_layout import CLOCK, FIELD, WHOLE

# The control block; the function returns its result in STATUS.
NEXT = 0  # the first position that is not expanded yet
UNTIL = 1  # the position to stop at
COUNT = 2  # positions found
EDGES = 3  # moves found
STATUS = 4
AT_FIELD = 5  # the field that did not fit, and its value
AT_VALUE = 6
WORDS = 7  # words per position
CONTROL = 8

DONE = 0
FULL = 1  # no room for another position or move: grow the arrays and continue
TOO_NARROW = 2  # a field does not fit its bits: widen the layout and continue

# The mark of a position: the side to move, and the result if the game has ended.
TURN = 1
ENDED = 2  # a mark is the side plus this times the result
DRAWN, WON_FIRST, WON_SECOND = 1, 2, 3

EMPTY = -1
_SEED = 0x5DEECE66D


def explore_function(game: Game) -> FunctionType:
    """The exploration function for the rules of `game`, to be compiled.

    It expands the positions from control[NEXT] to control[UNTIL]. When it runs out of room it stops
    before the current position, which the next call expands again.
    """
    moves, play, payoff = game.moves, game.play, game.payoff
    unpack, pack, *_ = state_functions(game)
    fields = position_words(game)
    symmetries = game.symmetries or _itself

    def explore(
        start: tuple[int, ...],
        control: Memory,
        places: Memory,
        scratch: Memory,
        words: Memory,
        slots: Memory,
        edges: Memory,
        degrees: Memory,
        marks: Memory,
    ) -> None:
        width = control[WORDS]
        control[STATUS] = DONE
        while control[NEXT] < control[UNTIL]:
            number = control[NEXT]
            read(words, number * width, places, start, scratch)
            state = unpack(scratch)
            first_edge = control[EDGES]
            for move in moves(state):
                after = find(
                    pack(symmetries(play(state, move))), control, places, scratch, words, slots
                )
                if control[STATUS] == DONE and control[EDGES] == len(edges):
                    control[STATUS] = FULL
                if control[STATUS] != DONE:
                    break
                edges[control[EDGES]] = after
                control[EDGES] += 1
            if control[STATUS] != DONE:
                control[EDGES] = first_edge
                break
            degrees[number] = control[EDGES] - first_edge
            marks[number] = state.turn
            if control[EDGES] == first_edge:
                result = payoff(state, 0)
                ended = WON_FIRST if result > 0 else WON_SECOND if result < 0 else DRAWN
                marks[number] = state.turn + ended * ENDED
            control[NEXT] += 1

    def read(words: Memory, base: int, places: Memory, start: tuple[int, ...], to: Memory) -> None:
        """Unpack a position's fields; a clock gets its value from `start`."""
        for field in range(fields):
            word = places[field * FIELD]
            width = places[field * FIELD + 2]
            if word == CLOCK:
                to[field] = start[field]
            elif width == WHOLE:
                to[field] = words[base + word]
            else:
                mask = (1 << width) - 1
                to[field] = words[base + word] >> places[field * FIELD + 1] & mask

    def find(
        position: tuple[int, ...],
        control: Memory,
        places: Memory,
        scratch: Memory,
        words: Memory,
        slots: Memory,
    ) -> int:
        """The number of a position, which is added if new. Sets STATUS if there is no room."""
        width = control[WORDS]
        for word in range(width):
            scratch[fields + word] = 0
        for field in range(fields):
            word = places[field * FIELD]
            if word != CLOCK:
                value = position[field]
                size = places[field * FIELD + 2]
                if size != WHOLE and (value < 0 or value >> size != 0):
                    control[STATUS] = TOO_NARROW
                    control[AT_FIELD] = field
                    control[AT_VALUE] = value
                    return 0
                scratch[fields + word] |= value << places[field * FIELD + 1]
        slot = slot_of(scratch, fields, width, slots)
        while slots[slot] != EMPTY:
            known: int = slots[slot]
            same = True
            for word in range(width):
                if words[known * width + word] != scratch[fields + word]:
                    same = False
            if same:
                return known
            slot = slot + 1 & len(slots) - 1
        number: int = control[COUNT]
        if (number + 1) * width > len(words) or 3 * number >= 2 * len(slots):
            control[STATUS] = FULL
            return 0
        slots[slot] = number
        for word in range(width):
            words[number * width + word] = scratch[fields + word]
        control[COUNT] += 1
        return number

    return cast(FunctionType, explore)


def _itself(state: object) -> object:
    """The symmetry function of a game without symmetries."""
    return state


def slot_of(words: Memory, base: int, width: int, slots: Memory) -> int:
    """The first slot to probe for a position, in a hash table whose size is a power of two."""
    key = _SEED
    for word in range(width):
        key = bits.mix(key, words[base + word])
    slot: int = key & len(slots) - 1
    return slot


def rehash(words: Memory, width: int, count: int, slots: Memory) -> None:
    """Insert the first `count` positions into an empty hash table."""
    for number in range(count):
        slot = slot_of(words, number * width, width, slots)
        while slots[slot] != EMPTY:
            slot = slot + 1 & len(slots) - 1
        slots[slot] = number


def repack(
    old: Memory,
    old_width: int,
    old_places: Memory,
    new: Memory,
    width: int,
    places: Memory,
    count: int,
) -> None:
    """Convert the first `count` positions to a wider layout."""
    for number in range(count):
        for word in range(width):
            new[number * width + word] = 0
        for field in range(len(places) // FIELD):
            word = old_places[field * FIELD]
            if word != CLOCK:
                value = old[number * old_width + word]
                size = old_places[field * FIELD + 2]
                if size != WHOLE:
                    value = value >> old_places[field * FIELD + 1] & (1 << size) - 1
                to = number * width + places[field * FIELD]
                new[to] |= value << places[field * FIELD + 1]
