"""The techniques of the compiled search, each with its switch, and the numbers they use."""

from __future__ import annotations

from typing import NamedTuple


class Switches(NamedTuple):
    """Which techniques are on."""

    table: bool = True  # remember positions
    narrow: bool = True  # principal variation: prove later moves worse with an empty window
    aspiration: bool = True  # start a depth with a small window around the last one's score
    killers: bool = True  # try first what refuted a sibling
    history: bool = True  # try first what has refuted much
    sorting: bool = True  # search root moves best first, not in the order of the rules
    quiescence: bool = True  # follow noisy moves past the horizon
    repetition: bool = True  # a position that repeats is a draw
    deeper_entries: bool = True  # believe what was searched deeper than asked
    pruning: bool = True  # leave out what cannot matter
    outcomes: bool = True  # score a finished game by result and distance, not by its evaluation
    exchange: int = 16  # plies that noisy moves are followed; bounds a game where they never end
    deepening: bool = True  # search one ply, then two and so on; off, at once as far as asked for
    latest: bool = False  # at a root that is not sorted, try the rules' last move first
    reductions: bool = True  # look less far at moves that come late in the order
    futility: bool = True  # near the horizon leave out quiet moves that cannot come near the window
    skipping: bool = True  # null move: who stands well enough to skip a turn need not look far
    internal: bool = True  # look less far where no move is known to start with
    extensions: bool = True  # look further where only one move is legal
    singular: bool = True  # look further at a move that is better than all others by far
    counters: bool = True  # try first what refuted the same move elsewhere, last what did not help
    ageing: bool = False  # keep what has refuted much for the next search, at a fraction: lost
    distance: bool = True  # leave out what cannot end the game sooner than is known
    symmetry: bool = True  # know a position by its mirror images
    leading: bool = True  # start a depth with the best move of the one before, come what may
    tables: bool = True  # ask tables of perfect play, where there are any


# The techniques that a strong search adds, off: what they are measured against.
BASELINE = Switches(
    reductions=False,
    futility=False,
    skipping=False,
    internal=False,
    extensions=False,
    singular=False,
    counters=False,
    ageing=False,
    distance=False,
    symmetry=False,
    leading=False,
    tables=False,
)

# The values of plain minimax at a fixed depth, and of equal moves the first.
PLAIN = BASELINE._replace(
    aspiration=False, sorting=False, quiescence=False, repetition=False, deeper_entries=False
)


def is_rough(switches: Switches) -> bool:
    """Whether something may be reduced, left out or looked at further than the depth."""
    return any(
        (
            switches.reductions,
            switches.futility,
            switches.skipping,
            switches.internal,
            switches.extensions,
            switches.singular,
        )
    )


class Tuning(NamedTuple):
    """The numbers of the search. Where others were tried, docs/strength.md has the matches."""

    aspiration_depth: int = 4  # 3 to 6; shallower scores jump too much
    aspiration_window: int = 2  # 1/4 to 4; so many usual changes a ply, four times on failure
    history_limit: int = 1 << 14  # 1 << 12 to 1 << 16; a move's credit saturates here
    exact_nodes: int = 1 << 12  # a search that has seen fewer reduces nothing, leaves nothing out
    reduction_depth: int = 3  # from this depth on late moves are reduced
    reduction_moves: int = 3  # so many are not
    reduction_slope: float = 1.3  # log(depth) log(moves tried) divided by it, in plies; 1 to 2
    futility_depth: int = 3  # up to this depth quiet moves are left out
    skip_depth: int = 3  # from this depth on a turn is skipped
    skip_plies: int = 3  # so much less far it is looked after that
    internal_depth: int = 4  # from this depth on a node without a first move is reduced
    singular_depth: int = 6  # from this depth on the others are searched to see if they are worse
    singular_gap: int = 16  # by a usual change of the evaluation, for every so many plies of depth
    symmetry_depth: int = 4  # from this depth on mirror images are looked for


TUNING = Tuning()
