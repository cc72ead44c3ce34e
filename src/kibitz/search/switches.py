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


# The values of plain minimax at a fixed depth, and of equal moves the first.
PLAIN = Switches(
    aspiration=False, sorting=False, quiescence=False, repetition=False, deeper_entries=False
)


class Tuning(NamedTuple):
    """The numbers of the search: value, range that was looked at, source."""

    aspiration_depth: int = 4  # 3 to 6; shallower scores jump too much
    aspiration_window: int = 16  # in evaluation units of a game whose unit is 1; doubled on failure
    history_limit: int = 1 << 14  # 1 << 12 to 1 << 16; a move's credit saturates here


TUNING = Tuning()
