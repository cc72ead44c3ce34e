"""Retrograde analysis of one pair of subspaces, by ranges of positions that threads can share.

A subspace contains the positions with given numbers of stones on the board and in hand. A quiet
move moves a stone on the board without a capture. It leads to the subspace with the numbers of the
two sides exchanged, so the two subspaces form a pair that quiet moves do not leave. All other moves
are exits: they lead to subspaces that are already solved. The code of a position is one plus its
distance from the end in plies: even codes are won, odd codes lost.

1. `begin` evaluates the exits. A win by an exit is stored with its distance, although a shorter one
   may be found later; a position without quiet moves is final.
2. For each distance in turn, `spread` updates the predecessors of the positions at that distance:
   those of lost positions are won, those of won positions have to be checked.
3. `check` finds the lost positions among these: those in which every quiet move leads to a position
   known to be won. Their distance is that of the longest defence, quiet or not.

Threads that write to the same place write the same value, so the result does not depend on their
order. The GPU runs the same three steps, see `morris.cu`.
"""

from __future__ import annotations

from typing import Any

from kibitz.core.bits import lowest
from kibitz.tables.morris.numbering import (
    FIRST_CLASS,
    LEADERS,
    MILLS,
    NEIGHBOURS,
    POINTS,
    STABILISERS,
    THROUGH,
    least_rank,
    number_of,
    unrank,
)

# Codes of positions without a distance.
OPEN = 0  # undecided; a draw if it stays so
TO_CHECK = 65533
UNUSED = 65534  # a number without a position
NOT_LOST = 65535  # undecided, but an exit draws, so the result is a draw or a win
LAST_CODE = 65532
LOST_AT_ONCE = 1

# The shape of a subspace, as passed to the kernels.
MOVER = 0  # stones on the board
OTHER = 1
RANKS = 2  # placements of the other side's stones per class of the mover's stones
SLIDES = 3  # whether stones on the board may move
FLIES = 4  # whether they may move anywhere
PLACES = 5  # whether the mover has stones in hand
WINS = 6  # whether a mill ends the game
ENDS = 7  # whether the loss of a stone ends the game
SHAPE = 8

# Bit fields of the result of `look_ahead`: least lost code, greatest won code, and flags.
_GREATEST = 16
_DRAWS = 1 << 32
_MOVES = 1 << 33
_QUIET = 1 << 34
_CODE = 0xFFFF
_SCANNED = 64  # positions per step of a vectorized scan


def closes(facts: Any, stones: int, point: int) -> bool:
    """Whether `stones` complete a mill with a stone on `point`."""
    for index in range(THROUGH + point * MILLS, THROUGH + point * MILLS + MILLS):
        if stones & facts[index] == facts[index]:
            return True
    return False


def takable(facts: Any, stones: int) -> int:
    """The stones that may be taken: those in no mill, or all if every one is in a mill."""
    loose = 0
    rest = stones
    while rest:
        point = lowest(rest)
        rest &= rest - 1
        if not closes(facts, stones, point):
            loose |= 1 << point
    return loose if loose else stones


def weigh(found: int, code: int) -> int:
    """Update the result of `look_ahead` for a move to a position with this code."""
    found |= _MOVES
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


def look_ahead(
    shape: Any,
    facts: Any,
    mine: int,
    theirs: int,
    taken: Any,
    placed: Any,
    placed_taken: Any,
) -> int:
    """The combined codes of all exits; stops early if one wins immediately."""
    movers, others = shape[MOVER], shape[OTHER]
    free = (1 << facts[POINTS]) - 1 & ~(mine | theirs)
    preys = takable(facts, theirs)
    found = 0
    if shape[PLACES] != 0:
        targets = free
        while targets:
            target = lowest(targets)
            targets &= targets - 1
            after = mine | 1 << target
            if closes(facts, mine, target) and (preys != 0 or shape[WINS] != 0):
                if shape[WINS] != 0 or shape[ENDS] != 0:
                    return weigh(found, LOST_AT_ONCE)
                rest = preys
                while rest:
                    left = theirs ^ (rest & -rest)
                    rest &= rest - 1
                    number = number_of(facts, left, others - 1, after, movers + 1)
                    found = weigh(found, placed_taken[number])
            else:
                number = number_of(facts, theirs, others, after, movers + 1)
                found = weigh(found, placed[number])
    if shape[SLIDES] != 0:
        sources = mine
        while sources:
            source = lowest(sources)
            sources &= sources - 1
            others_of_mine = mine & ~(1 << source)
            targets = free if shape[FLIES] != 0 else free & facts[NEIGHBOURS + source]
            while targets:
                target = lowest(targets)
                targets &= targets - 1
                if not closes(facts, others_of_mine, target) or (preys == 0 and shape[WINS] == 0):
                    found |= _QUIET | _MOVES
                    continue
                if shape[WINS] != 0 or shape[ENDS] != 0:
                    return weigh(found, LOST_AT_ONCE)
                after = others_of_mine | 1 << target
                rest = preys
                while rest:
                    left = theirs ^ (rest & -rest)
                    rest &= rest - 1
                    number = number_of(facts, left, others - 1, after, movers)
                    found = weigh(found, taken[number])
    return found


def has_mill(facts: Any, stones: int) -> bool:
    """Whether `stones` contain a mill."""
    rest = stones
    while rest:
        if closes(facts, stones, lowest(rest)):
            return True
        rest &= rest - 1
    return False


def begin(
    first: int,
    last: int,
    shape: Any,
    facts: Any,
    values: Any,
    taken: Any,
    placed: Any,
    placed_taken: Any,
) -> int:
    """Initialize the codes of the positions from `first` to `last`, and return the greatest."""
    greatest = 0
    points = facts[POINTS] - shape[MOVER]
    for number in range(first, last):
        kind = facts[FIRST_CLASS + shape[MOVER]] + number // shape[RANKS]
        rank = number % shape[RANKS]
        mine = facts[facts[LEADERS] + kind]
        stabiliser = facts[facts[STABILISERS] + kind]
        theirs = unrank(facts, rank, mine, points, shape[OTHER])
        if stabiliser != 1 and least_rank(facts, theirs, mine, stabiliser) != rank:
            values[number] = UNUSED
            continue
        if shape[WINS] != 0 and has_mill(facts, theirs):
            values[number] = LOST_AT_ONCE
            greatest = max(greatest, LOST_AT_ONCE)
            continue
        found = look_ahead(
            shape,
            facts,
            mine,
            theirs,
            taken,
            placed,
            placed_taken,
        )
        code = OPEN
        if found & _CODE:
            code = (found & _CODE) + 1
        elif found & _MOVES == 0:
            code = LOST_AT_ONCE
        elif found & _DRAWS:
            code = NOT_LOST
        elif found & _QUIET == 0:
            code = (found >> _GREATEST & _CODE) + 1
        values[number] = code
        if code <= LAST_CODE:
            greatest = max(greatest, code)
    return greatest


def spread(
    first: int,
    last: int,
    level: int,
    shape: Any,
    before_shape: Any,
    facts: Any,
    values: Any,
    before: Any,
) -> int:
    """Update the predecessors of a level's positions; return their new code, or 0 if none.

    `before` contains the predecessors, whose shape is `before_shape`.
    """
    given = 0
    code = level + 1
    points = facts[POINTS] - shape[MOVER]
    for block in range(first, last, _SCANNED):
        block_end = min(block + _SCANNED, last)
        # No early exit, so that the compiler can vectorize this loop.
        here = 0
        for number in range(block, block_end):
            here |= values[number] == code
        if here == 0:
            continue
        for number in range(block, block_end):
            if values[number] != code:
                continue
            kind = facts[FIRST_CLASS + shape[MOVER]] + number // shape[RANKS]
            mine = facts[facts[LEADERS] + kind]
            theirs = unrank(facts, number % shape[RANKS], mine, points, shape[OTHER])
            free = (1 << facts[POINTS]) - 1 & ~(mine | theirs)
            movable = theirs
            while movable:
                target = lowest(movable)
                movable &= movable - 1
                if closes(facts, theirs, target) and (mine != 0 or shape[WINS] != 0):
                    continue
                rest = theirs & ~(1 << target)
                sources = free
                if before_shape[FLIES] == 0:
                    sources = free & facts[NEIGHBOURS + target]
                while sources:
                    earlier = number_of(
                        facts,
                        rest | (sources & -sources),
                        shape[OTHER],
                        mine,
                        shape[MOVER],
                    )
                    sources &= sources - 1
                    known = before[earlier]
                    if level & 1:
                        if known == OPEN:
                            before[earlier] = TO_CHECK
                            given = TO_CHECK
                    elif known in (OPEN, NOT_LOST) or (known > code + 1 and known & 1 == 0):
                        before[earlier] = code + 1
                        given = code + 1
    return given


def check(
    first: int,
    last: int,
    level: int,
    shape: Any,
    facts: Any,
    values: Any,
    after: Any,
    taken: Any,
    placed: Any,
    placed_taken: Any,
) -> int:
    """Decide the positions marked TO_CHECK, and return their greatest code, or 0 if none.

    `after` contains the positions that quiet moves lead to.
    """
    greatest = 0
    points = facts[POINTS] - shape[MOVER]
    for block in range(first, last, _SCANNED):
        block_end = min(block + _SCANNED, last)
        here = 0
        for number in range(block, block_end):
            here |= values[number] == TO_CHECK
        if here == 0:
            continue
        for number in range(block, block_end):
            if values[number] != TO_CHECK:
                continue
            kind = facts[FIRST_CLASS + shape[MOVER]] + number // shape[RANKS]
            mine = facts[facts[LEADERS] + kind]
            theirs = unrank(facts, number % shape[RANKS], mine, points, shape[OTHER])
            if not quiet_moves_lose(level, shape, facts, mine, theirs, after):
                values[number] = OPEN
                continue
            found = look_ahead(
                shape,
                facts,
                mine,
                theirs,
                taken,
                placed,
                placed_taken,
            )
            code = max(level + 1, found >> _GREATEST & _CODE) + 1
            values[number] = code
            greatest = max(greatest, code)
    return greatest


def quiet_moves_lose(
    level: int,
    shape: Any,
    facts: Any,
    mine: int,
    theirs: int,
    after: Any,
) -> bool:
    """Whether every quiet move leads to a position known to be won at this level."""
    free = (1 << facts[POINTS]) - 1 & ~(mine | theirs)
    sources = mine
    while sources:
        source = lowest(sources)
        sources &= sources - 1
        rest = mine & ~(1 << source)
        targets = free if shape[FLIES] != 0 else free & facts[NEIGHBOURS + source]
        while targets:
            target = lowest(targets)
            targets &= targets - 1
            if closes(facts, rest, target) and (theirs != 0 or shape[WINS] != 0):
                continue
            code = after[
                number_of(
                    facts,
                    theirs,
                    shape[OTHER],
                    rest | 1 << target,
                    shape[MOVER],
                )
            ]
            if code == OPEN or code & 1 or code > level + 1:
                return False
    return True


def tally(first: int, last: int, values: Any, counts: Any) -> None:
    """Count wins, losses and draws and find the longest; undecided positions become draws."""
    for number in range(first, last):
        code = values[number]
        if code in (OPEN, NOT_LOST):
            values[number] = OPEN
            counts[2] += 1
        elif code != UNUSED:
            lost = code & 1
            counts[lost] += 1
            counts[3 + lost] = max(counts[3 + lost], code - 1)
