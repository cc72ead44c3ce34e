"""Retrograde analysis of one part of a slice and its counterpart, to be compiled with the rules.

Quiet moves lead from a part to its counterpart, where the other side is to move, and back; all
other moves are exits, which lead to solved positions. The code of a position is one plus its
distance from the end in plies: even codes are won, odd codes lost. All steps read and write one
array with the codes of all slices involved.

1. `begin` evaluates the exits, with the moves of the game. A win by an exit is stored with its
   distance, although a shorter one may be found later; a position without quiet moves is final.
2. For each distance in turn, `spread` takes back the quiet moves that lead to positions at that
   distance: the predecessors of lost positions are won, those of won positions have to be checked.
3. `check` finds the lost positions among these: those in which every quiet move leads to a position
   that is won for certain at this distance.

Threads that write to the same place write the same value, so the result does not depend on their
order.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, cast

from kibitz.compiling.signature import INT, INTS, ArrayType, Signature
from kibitz.core.bits import lowest
from kibitz.core.contract import Game
from kibitz.core.score import WIN
from kibitz.core.types import Memory
from kibitz.games.draughts import kind_for
from kibitz.games.draughts.kind import Kind
from kibitz.games.draughts.state import State
from kibitz.tables.draughts.ranking import Part, Place, Ranking, ranking_functions

# Codes of positions without a distance.
OPEN = 0  # undecided; a draw if it stays so
TO_CHECK = 65534
NOT_LOST = 65535  # undecided, but an exit draws, so the result is a draw or a win
LAST_CODE = 65533
LOST_AT_ONCE = 1

# The shape of a part, as passed to the kernel.
MEN = 0
KINGS = 1
OTHER_MEN = 2
OTHER_KINGS = 3
OTHER_ROW = 4
FIRST_RANK = 5  # the ranks of the mover's men
LAST_RANK = 6
START = 7  # of the slice
OWN_FIRST = 8  # the part
OWN_LAST = 9
BACK_FIRST = 10  # its counterpart
BACK_LAST = 11
SHAPE = 12

STRIDE = 512  # positions that are skipped together if none has the code of a step

# The steps.
BEGIN = 0
SPREAD = 1
CHECK = 2

SIGNATURE: Signature = (INT, INT, INT, INT, INTS, INTS, ArrayType("uint16"))

# Bit fields of the result of `look_ahead`: least lost code, greatest won code, and flags.
_GREATEST = 16
_DRAWS = 1 << 32
_MOVES = 1 << 33
_QUIET = 1 << 34
_UNSURE = 1 << 35
_CODE = 0xFFFF


def weigh(found: int, code: int) -> int:
    """Update the result of `look_ahead` for a move to a position with this code."""
    if code == OPEN or code > LAST_CODE:
        return found | _DRAWS
    if code & 1:
        least = found & _CODE
        if least == 0 or code < least:
            return found - least + code
        return found
    greatest = found >> _GREATEST & _CODE
    if code > greatest:
        return found + (code - greatest << _GREATEST)
    return found


def solving_function(game: Game) -> FunctionType:
    """The function that runs one step on a range of positions, for the rules of `game`."""
    kind = kind_for(game)
    assert kind is not None
    placed = placed_function(kind)
    judge, take_back = forward_function(game, kind), backward_function(kind)

    def work(
        position: tuple[int, ...],
        step: int,
        first: int,
        last: int,
        level: int,
        shape: Memory,
        facts: Memory,
        values: Memory,
    ) -> int:
        """Run a step on the positions from `first` to `last`, and return the greatest new code."""
        greatest = 0
        code = level + 1
        wanted = code if step == SPREAD else TO_CHECK
        at = first
        while at < last:
            end = min(at + STRIDE, last)
            if step == BEGIN or count_codes(at, end, wanted, values) > 0:
                for number in range(at, end):
                    if step == SPREAD:
                        if values[number] == code:
                            place = placed(number, shape, facts)
                            greatest = max(greatest, take_back(place, code, shape, facts, values))
                    elif step == BEGIN or values[number] == TO_CHECK:
                        place = placed(number, shape, facts)
                        new = judge(place, code, step, shape, facts, values)
                        values[number] = new
                        if new <= LAST_CODE:
                            greatest = max(greatest, new)
            at = end
        return greatest

    return cast(FunctionType, work)


def part_shape(ranking: Ranking, part: Part, back: Part, start: int, back_start: int) -> Any:
    """The shape of a part. `back` is its counterpart; the other numbers are where slices start."""
    import numpy as np

    found = np.zeros(SHAPE, np.int64)
    found[MEN : OTHER_KINGS + 1] = part.of
    found[OTHER_ROW] = part.other_row
    found[FIRST_RANK : LAST_RANK + 1] = ranking.span(part)
    found[START] = start
    found[OWN_FIRST : OWN_LAST + 1] = start + part.first, start + part.last
    found[BACK_FIRST : BACK_LAST + 1] = back_start + back.first, back_start + back.last
    return found


def placed_function(kind: Kind) -> Callable[[int, Memory, Memory], Place]:
    """The function that finds the position with a number in a part."""
    place_at = ranking_functions(kind.board).place_at

    def placed(number: int, shape: Memory, facts: Memory) -> Place:
        return place_at(
            facts,
            number - shape[START],
            shape[MEN],
            shape[KINGS],
            shape[OTHER_MEN],
            shape[OTHER_KINGS],
            shape[OTHER_ROW],
            shape[FIRST_RANK],
            shape[LAST_RANK],
        )

    return placed


def forward_function(game: Game, kind: Kind) -> Callable[..., int]:
    """The function that finds the code of a position from the codes after its moves."""
    moves, play, payoff = game.moves, game.play, game.payoff
    number_of, _, turned = ranking_functions(kind.board)

    def judge(
        place: Place, code: int, step: int, shape: Memory, facts: Memory, values: Memory
    ) -> int:
        """The code of a position, in the step `begin` or `check` with this level's code."""
        state = State(
            mine=place.mine,
            theirs=place.theirs,
            kings=place.kings,
            turn=0,
            limits=0,
            quiet=0,
            ending=0,
            road=0,
        )
        found = look_ahead(state, code, step, shape, facts, values)
        if found & _MOVES == 0:
            return LOST_AT_ONCE + (payoff(state, 0) == WIN)
        least = found & _CODE
        if found & _UNSURE:
            return OPEN
        if least:
            return least + 1
        if found & _DRAWS:
            return NOT_LOST
        if step == BEGIN and found & _QUIET:
            return OPEN
        return (found >> _GREATEST & _CODE) + 1

    def look_ahead(
        state: State, code: int, step: int, shape: Memory, facts: Memory, values: Memory
    ) -> int:
        """The combined codes after the moves: all of them, or in the step `begin` only the exits.

        In the step `check`, a quiet move to a position that is not yet won for certain sets a flag.
        """
        found = 0
        for move in moves(state):
            found |= _MOVES
            after = play(state, move)
            if after.mine == 0:
                found = weigh(found, LOST_AT_ONCE)
                continue
            number = number_of(facts, turned(after.mine), turned(after.theirs), turned(after.kings))
            known = values[number]
            if is_within(number, shape):
                found |= _QUIET
                if step == CHECK:
                    if known == OPEN or known > code or known & 1:
                        return found | _UNSURE
                    found = weigh(found, known)
            else:
                found = weigh(found, known)
        return found

    return judge


def backward_function(kind: Kind) -> Callable[..., int]:
    """The function that updates the predecessors of a position."""
    number_of, _, turned = ranking_functions(kind.board)
    takers, reach = kind.rules.captures.jumps.takers, kind.rules.reach
    every = kind.board.every
    ways = (kind.board.step, kind.board.step + 1)

    def take_back(place: Place, code: int, shape: Memory, facts: Memory, values: Memory) -> int:
        """Update the positions from which a quiet move leads to `place`, and return a new code.

        The side to move in `place` moves upwards, and the other side has just moved.
        """
        mine, theirs, kings = place.mine, place.theirs, place.kings
        free = every & ~(mine | theirs)
        greatest = 0
        men = theirs & ~kings
        for way in ways:
            origins = men << way & free
            while origins:
                origin = lowest(origins)
                origins &= origins - 1
                before = theirs ^ (1 << origin | 1 << origin - way)
                found = update(before, mine, kings, code, shape, facts, values)
                greatest = max(greatest, found)
        royal = theirs & kings
        while royal:
            end = lowest(royal)
            royal &= royal - 1
            origins = reach(end, free)
            while origins:
                origin = lowest(origins)
                origins &= origins - 1
                step = 1 << origin | 1 << end
                found = update(theirs ^ step, mine, kings ^ step, code, shape, facts, values)
                greatest = max(greatest, found)
        return greatest

    def update(
        before: int, mine: int, kings: int, code: int, shape: Memory, facts: Memory, values: Memory
    ) -> int:
        """Update a predecessor of a position with this code; return its code if it is new."""
        if takers(before, mine, kings, 1, every & ~(mine | before)) != 0:
            return 0  # it has to capture
        number = number_of(facts, turned(before), turned(mine), turned(kings))
        if not is_within(number, shape):
            return 0
        known = values[number]
        if code & 1 == 0:
            if known == OPEN:
                values[number] = TO_CHECK
            return 0
        if known == OPEN or known > code + 1:
            values[number] = code + 1
            return code + 1
        return 0

    return take_back


def is_within(number: int, shape: Memory) -> bool:
    """Whether a position is in the parts being solved."""
    return bool(
        shape[BACK_FIRST] <= number < shape[BACK_LAST]
        or shape[OWN_FIRST] <= number < shape[OWN_LAST]
    )


def count_codes(first: int, last: int, code: int, values: Memory) -> int:
    """How many positions from `first` to `last` have this code."""
    found = 0
    for number in range(first, last):
        found += 1 if values[number] == code else 0
    return found


def tally(first: int, last: int, values: Memory, counts: Memory) -> None:
    """Add up wins, losses, draws, and the greatest won and lost codes; make draws OPEN."""
    for number in range(first, last):
        code = values[number]
        if code == OPEN or code > LAST_CODE:
            values[number] = OPEN
            counts[2] += 1
        elif code & 1:
            counts[1] += 1
            counts[4] = max(counts[4], code)
        else:
            counts[0] += 1
            counts[3] = max(counts[3], code)
