"""Retrograde analysis of one pair of subspaces, stretch by stretch, so that threads share it.

A subspace holds the positions with so many stones on the board and in hand; a pair of them, each
with the other's numbers, holds all that quiet moves can reach (moves of a stone that take none).
Every other move leaves to a subspace that is solved. A position's code is its distance from the
end in plies plus one: even codes are won, odd ones lost.

1. `begin` looks at the moves that leave. A win by them is entered with its distance, though a
   quicker one may turn up; a position that has no quiet moves is done.
2. Level by level, `spread` tells the predecessors of the positions whose distance is the level: of
   lost ones that they win, of won ones that they have to be checked.
3. `check` finds the lost positions among those: every quiet move leads to a position known as won.
   The slowest move decides, be it quiet or not.

Threads write the same value to the same place or nothing, so that the outcome does not depend on
them. The GPU runs the same three steps, see `morris.cu`.
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

# Codes of positions that have no distance.
OPEN = 0  # not decided; a draw in the end
TO_CHECK = 65533
UNUSED = 65534  # the number of no position
NOT_LOST = 65535  # not decided, and a move that leaves draws; a draw in the end
LAST_CODE = 65532
LOST_AT_ONCE = 1

# The shape of a subspace: what the kernels have to know of it.
MOVER = 0  # stones on the board
OTHER = 1
RANKS = 2  # placements of the other side's stones for one class of the mover's
SLIDES = 3  # whether stones on the board may move
FLIES = 4  # whether they may move anywhere
PLACES = 5  # whether the mover has stones in hand
WINS = 6  # whether a mill ends the game
ENDS = 7  # whether the loss of a stone ends the game
SHAPE = 8

# What `look_ahead` finds: the least lost code, the greatest won code, and more.
_GREATEST = 16
_DRAWS = 1 << 32
_MOVES = 1 << 33
_QUIET = 1 << 34
_CODE = 0xFFFF
_SCANNED = 64  # positions that are looked at together


def closes(facts: Any, stones: int, point: int) -> bool:
    """Whether `stones` make a mill with one on `point`."""
    for index in range(THROUGH + point * MILLS, THROUGH + point * MILLS + MILLS):
        if stones & facts[index] == facts[index]:
            return True
    return False


def takable(facts: Any, stones: int) -> int:
    """The stones that may be taken: those in no mill, or all where every one is in one."""
    loose = 0
    rest = stones
    while rest:
        point = lowest(rest)
        rest &= rest - 1
        if not closes(facts, stones, point):
            loose |= 1 << point
    return loose if loose else stones


def weigh(found: int, code: int) -> int:
    """What is known of a position, with a move to one that has this code."""
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
    """The codes of all moves that leave, together; ends early where one wins at once."""
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
    """Whether there is a mill among `stones`."""
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
    """Give the positions from `first` to `last` their first codes; the greatest is returned."""
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
    """Tell the predecessors of the positions of a level; the code they get, 0 where there are none.

    `before` holds the predecessors, `before_shape` says how they move.
    """
    told = 0
    code = level + 1
    points = facts[POINTS] - shape[MOVER]
    for block in range(first, last, _SCANNED):
        block_end = min(block + _SCANNED, last)
        # Without a way out of this loop the compiler looks at many positions at once.
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
                            told = TO_CHECK
                    elif known in (OPEN, NOT_LOST) or (known > code + 1 and known & 1 == 0):
                        before[earlier] = code + 1
                        told = code + 1
    return told


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
    """Decide the positions that were marked: the greatest code given, 0 for none.

    `after` holds the positions that quiet moves lead to.
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
    """Whether every quiet move leads to a position that is won by this level."""
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
    """Count wins, losses, draws and the deepest of them, and turn open codes into draws."""
    for number in range(first, last):
        code = values[number]
        if code in (OPEN, NOT_LOST):
            values[number] = OPEN
            counts[2] += 1
        elif code != UNUSED:
            lost = code & 1
            counts[lost] += 1
            counts[3 + lost] = max(counts[3 + lost], code - 1)
