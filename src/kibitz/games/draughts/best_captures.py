"""The legal captures: those with the highest precedence, in ascending order of move number.

Compiled rules cannot use lists, so the best captures are found four at a time: each scan follows
all captures again and returns the next four. Few positions have more than four.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from kibitz.core.bits import lowest
from kibitz.games.draughts.board import Board
from kibitz.games.draughts.captures import Captures, path_from
from kibitz.games.draughts.encoding import Encoding
from kibitz.games.draughts.state import State
from kibitz.games.draughts.variants import Variant

NONE = (1 << 63) - 1  # above every move
# The limit on the complete captures that one scan follows. A Frisian king among a dozen men can
# have millions. Reaching the limit takes half a second interpreted and 3 ms compiled. Positions
# from engine games need at most 100, as do all but one of 10,000 positions from random games; only
# artificial positions need more than 20,000.
MAX_CAPTURES = 20_000


class Best(NamedTuple):
    """The next four of the best captures, in ascending order, padded with NONE.

    A capture with several paths has a single move number and is listed once.
    """

    precedence: int  # the precedence of these captures
    first: int
    second: int
    third: int
    fourth: int
    has_more: int  # 1 if there are more after the fourth


def none_yet(precedence: int) -> Best:
    """An empty result at this precedence."""
    return Best(precedence=precedence, first=NONE, second=NONE, third=NONE, fourth=NONE, has_more=0)


class BestCaptures(NamedTuple):
    """The functions that find the legal captures, for one variant."""

    scan: Callable[[int, State, int], tuple[Best, int]]
    exceeds: Callable[[int, State], bool]


def best_capture_rules(
    board: Board, variant: Variant, captures: Captures, encoding: Encoding
) -> BestCaptures:
    """The functions for `variant` on `board`."""
    follow, precedence, singles = captures.follow, captures.precedence, captures.singles
    capture, made = encoding.capture, encoding.made
    every = board.every
    passing = variant.promotion == "passing"
    last_row_0 = board.rows(board.size - 1, board.size - 1)
    last_row_1 = board.rows(0, 0)

    def exceeds(able: int, state: State) -> bool:
        """Whether `moves` hits the limit before it has found every capture of the pieces `able`."""
        total, after, continues = 0, -1, able != 0
        while continues:
            best, followed = scan(able, state, after)
            total += followed
            after = best.fourth
            continues = best.has_more != 0
            if followed > MAX_CAPTURES or (continues and total + followed > MAX_CAPTURES):
                return True
        return False

    def scan(able: int, state: State, after: int) -> tuple[Best, int]:
        """The best captures of the pieces `able` with numbers above `after`, and the number of
        captures followed.

        The scan stops after MAX_CAPTURES and returns the best so far. Every scan of a state stops
        at the same capture.
        """
        theirs, kings, turn = state.theirs, state.kings, state.turn
        free = every & ~(state.mine | theirs)
        best, followed = none_yet(0), 0
        while able:
            origin = lowest(able)
            able &= able - 1
            is_king = kings >> origin & 1
            room = free | 1 << origin
            ends = singles(origin, is_king, turn, theirs, kings, room)
            if ends:
                while ends:
                    end = lowest(ends)
                    ends &= ends - 1
                    hit = (origin + end) >> 1
                    passed = 0
                    if passing and not is_king:
                        passed = (last_row_1 if turn else last_row_0) >> end & 1
                    value = precedence(is_king, 1 << hit, kings, kings >> hit & 1)
                    best = improved(best, value, capture(origin, end, 1 << hit, passed), after)
                continue
            path = follow(is_king, turn, theirs, kings, room, path_from(origin))
            while path.depth >= 0:
                followed += 1
                if followed > MAX_CAPTURES:
                    return best, followed
                value = precedence(is_king, path.taken, kings, path.order)
                best = improved(best, value, made(origin, path), after)
                path = follow(is_king, turn, theirs, kings, room, path)
        return best, followed

    def improved(best: Best, value: int, move: int, after: int) -> Best:
        """`best` after adding the capture `move` with precedence `value`."""
        if value > best.precedence:
            best = none_yet(value)
        is_known = move in (best.first, best.second, best.third, best.fourth)
        if value < best.precedence or move <= after or is_known:
            return best
        # Insertion sort: each slot keeps the smaller move and passes on the larger one.
        first, move = min(best.first, move), max(best.first, move)
        second, move = min(best.second, move), max(best.second, move)
        third, move = min(best.third, move), max(best.third, move)
        fourth, move = min(best.fourth, move), max(best.fourth, move)
        return Best(
            precedence=value,
            first=first,
            second=second,
            third=third,
            fourth=fourth,
            has_more=1 if move < NONE else best.has_more,
        )

    return BestCaptures(scan, exceeds)
