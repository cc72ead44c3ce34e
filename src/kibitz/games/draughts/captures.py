"""Captures: which pieces can take, and every whole capture of one piece, one after the other.

A capture is followed jump by jump, deepest first, the lowest landing square first. Where it stands
is a *path*, ten integers, so that nothing is allocated and nothing recurses:

    square    where the piece stands
    taken     the pieces jumped so far, as a board
    promoted  at which jump a man became a king in passing; 0 for none
    order     for each jump, first to last, whether a king was taken, as bits
    depth     how many jumps were made; -1 when there is nothing left to follow
    floor     landing squares below this one have been tried from here
    s0 to s3  the squares jumped from, last first, as a stack of 60-bit words

The stack has room for every capture. It holds 20 jumps where captured pieces leave at once, all of
them on the 18 inner squares of an 8x8 board, and 40 elsewhere. On 10x10 only 32 squares are inner;
Frisian captures take pieces on the edge too, but each of them needs a free square on both sides,
and f free squares make fewer than 4f such pairs: 50 - f pieces cannot be more than 39.

Between two whole captures lie few steps: every jump leads to a whole capture from one of its
landing squares at least, so that the captures followed are a measure of the work.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from kibitz.core.bits import highest, lowest, popcount
from kibitz.games.draughts.board import DIAGONALS, EIGHT_WAYS, SQUARES, Board
from kibitz.games.draughts.variants import Variant

Path: TypeAlias = tuple[int, int, int, int, int, int, int, int, int, int]

DONE = 63  # a floor above every square


class Captures(NamedTuple):
    """The functions that follow captures, for one variant."""

    takers: Callable[[int, int, int, int, int], int]
    follow: Callable[[int, int, int, int, int, Path], Path]
    worth: Callable[[int, int, int, int], int]
    singles: Callable[[int, int, int, int, int, int], int]
    jumped: Callable[[int, int, int], int]
    landings: Callable[[int, bool, int, int, int, int], int]
    entry: int  # bits of one jump on a path's stack


def capture_rules(board: Board, variant: Variant) -> Captures:
    """The functions that follow captures by the rules of `variant` on `board`."""
    left, right = board.step, board.step + 1
    straight = variant.straight
    up = left + right  # two rows straight ahead
    ways = EIGHT_WAYS if straight else DIAGONALS
    way_count = len(ways)
    upwards = way_count // 2  # the ways before this one lead to higher bits
    # The number of every way, by the signs of its rows and columns.
    signs = {(_sign(rise), _sign(run)): way for way, (rise, run) in enumerate(ways)}
    headings = tuple(signs.get((rise, run), 0) for rise in (-1, 0, 1) for run in (-1, 0, 1))
    rows = tuple(place[0] if place else 0 for place in board.places)
    columns = tuple(place[1] if place else 0 for place in board.places)
    rays = board.rays(ways)
    neighbours = board.neighbours(ways)
    # Squares from which one bit higher, or lower, is the next square of the same row.
    east = board.where(lambda row, column: column + 2 < board.size)
    west = board.where(lambda row, column: column >= 2)
    last_row_0 = board.rows(board.size - 1, board.size - 1)
    last_row_1 = board.rows(0, 0)

    men_capture_back = variant.men_capture_back
    men_spare_kings = not variant.men_capture_kings
    flying = variant.flying
    lands_behind = variant.landing == "behind"
    halts_behind_kings = variant.landing == "behind kings"
    at_once = variant.removal == "at once"
    passing = variant.promotion == "passing"
    king_first = variant.precedence == "king"
    italian = variant.precedence == "italian"
    frisian = variant.precedence == "frisian"
    counts_kings = variant.precedence == "pieces, kings"
    is_free = variant.precedence in ("none", "king")  # no count decides between captures
    # A king chooses where to land, and must go on if it can from any of these squares. Where the
    # longest capture is due that follows by itself.
    must_go_on = flying and is_free and not lands_behind
    entry = 12 if at_once else 6  # bits of one jump on the stack
    entry_mask = (1 << entry) - 1
    word_mask = (1 << 60) - 1
    carry = 60 - entry

    def takers(mine: int, theirs: int, kings: int, turn: int, free: int) -> int:
        """The pieces of the player to move that can capture and, by precedence, may."""
        men = mine & ~kings
        spared = theirs & ~kings if men_spare_kings else theirs
        found = 0
        if men_capture_back or turn == 0:
            found |= spared >> left & free >> 2 * left | spared >> right & free >> 2 * right
        if men_capture_back or turn == 1:
            found |= spared << left & free << 2 * left | spared << right & free << 2 * right
        if straight:
            found |= theirs >> up & free >> 2 * up | theirs << up & free << 2 * up
            found |= (theirs & (free & west) >> 1 & west) >> 1
            found |= (theirs & (free & east) << 1 & east) << 1
        found &= men
        royal = mine & kings
        if royal:
            able = 0
            if flying:
                while royal:
                    king = royal & -royal
                    royal &= royal - 1
                    if flights(lowest(king), theirs, free):
                        able |= king
            else:
                able = royal & (
                    theirs >> left & free >> 2 * left
                    | theirs >> right & free >> 2 * right
                    | theirs << left & free << 2 * left
                    | theirs << right & free << 2 * right
                )
            if king_first and able:
                return able
            found |= able
        return found

    def landings(square: int, flies: bool, turn: int, targets: int, kings: int, free: int) -> int:
        """Where the piece on `square` can land with its next jump; `flies` for a king."""
        if flies and flying:
            return flights(square, targets, free)
        here = 1 << square
        if men_spare_kings and not flies:
            targets &= ~kings
        found = 0
        if men_capture_back or flies or turn == 0:
            found |= (here << left & targets) << left | (here << right & targets) << right
        if men_capture_back or flies or turn == 1:
            found |= (here >> left & targets) >> left | (here >> right & targets) >> right
        if straight:
            found |= (here << up & targets) << up | (here >> up & targets) >> up
            found |= ((here & east) << 1 & targets & east) << 1
            found |= ((here & west) >> 1 & targets & west) >> 1
        return found & free

    def flights(square: int, targets: int, free: int) -> int:
        """Where a flying king on `square` can land with its next jump."""
        found = 0
        for way in range(way_count):
            wall = rays[way * SQUARES + square] & ~free
            if wall:
                hit = lowest(wall) if way < upwards else highest(wall)
                if targets >> hit & 1:
                    if lands_behind:
                        found |= neighbours[way * SQUARES + hit] & free
                    else:
                        found |= open_ray(way, hit, free)
        return found

    def open_ray(way: int, square: int, free: int) -> int:
        """The free squares from `square` that way, up to the first that is not."""
        ray = rays[way * SQUARES + square]
        wall = ray & ~free
        if wall:
            first = lowest(wall) if way < upwards else highest(wall)
            ray &= ~(rays[way * SQUARES + first] | 1 << first)
        return ray

    def heading(start: int, end: int) -> int:
        """Which way `end` lies from `start`, on one of its lines."""
        up = rows[end] - rows[start]
        right = columns[end] - columns[start]
        return headings[3 * ((up > 0) - (up < 0)) + (right > 0) - (right < 0) + 4]

    def jumped(start: int, end: int, pieces: int) -> int:
        """The one square between `start` and `end` where one of `pieces` stands."""
        way = heading(start, end)
        return lowest(rays[way * SQUARES + start] & ~rays[way * SQUARES + end] & pieces)

    def follow(is_king: int, turn: int, theirs: int, kings: int, free: int, path: Path) -> Path:
        """The next whole capture after `path`; `free` includes the square it started from."""
        square, taken, promoted, order, depth, floor, s0, s1, s2, s3 = path
        while True:
            flies = is_king != 0 or promoted != 0
            targets = theirs & ~taken
            room = free | taken if at_once else free
            ahead = 0
            if floor < DONE:
                ahead = landings(square, flies, turn, targets, kings, room)
                if depth > 0 and floor == 0 and ahead == 0:
                    # The jumps end here, if they may.
                    floor = DONE
                    if not flying or not flies or may_end(s0, square, taken, kings, room, targets):
                        return square, taken, promoted, order, depth, floor, s0, s1, s2, s3
                if flying and flies and not lands_behind and depth > 0 and ahead != 0:
                    # Straight on is the same jump from wherever the king lands: once is enough.
                    start = s0 & 63
                    way = heading(start, square)
                    hit = s0 >> 6 & 63 if at_once else jumped(start, square, taken)
                    if neighbours[way * SQUARES + hit] >> square & 1 == 0:
                        ahead &= ~rays[way * SQUARES + square]
                ahead = ahead >> floor << floor
            if ahead:
                end = lowest(ahead)
                hit = jumped(square, end, targets) if flying and flies else (square + end) >> 1
                depth += 1
                s3 = (s3 << entry | s2 >> carry) & word_mask
                s2 = (s2 << entry | s1 >> carry) & word_mask
                s1 = (s1 << entry | s0 >> carry) & word_mask
                s0 = (s0 << entry | (square | hit << 6 if at_once else square)) & word_mask
                taken |= 1 << hit
                order = order << 1 | kings >> hit & 1
                square = end
                floor = 0
                if passing and not flies and (last_row_1 if turn else last_row_0) >> end & 1:
                    promoted = depth
            elif depth == 0:
                return square, taken, promoted, order, -1, floor, s0, s1, s2, s3
            else:
                # Back to where the last jump began.
                start = s0 & 63
                if at_once:
                    hit = s0 >> 6 & 63
                elif flying and (is_king != 0 or 0 < promoted < depth):
                    hit = jumped(start, square, taken)
                else:
                    hit = (start + square) >> 1
                if promoted == depth:
                    promoted = 0
                taken &= ~(1 << hit)
                order >>= 1
                depth -= 1
                floor = square + 1
                square = start
                s0 = s0 >> entry | (s1 & entry_mask) << carry
                s1 = s1 >> entry | (s2 & entry_mask) << carry
                s2 = s2 >> entry | (s3 & entry_mask) << carry
                s3 >>= entry

    def may_end(s0: int, square: int, taken: int, kings: int, free: int, targets: int) -> bool:
        """Whether a flying king that cannot go on from `square` may end its capture there."""
        if not must_go_on and not halts_behind_kings:
            return True
        start = s0 & 63
        way = heading(start, square)
        hit = s0 >> 6 & 63 if at_once else jumped(start, square, taken)
        if halts_behind_kings:
            return kings >> hit & 1 == 0 or neighbours[way * SQUARES + hit] >> square & 1 != 0
        others = open_ray(way, hit, free) & ~(1 << square)
        while others:
            if flights(lowest(others), targets, free):
                return False
            others &= others - 1
        return True

    def singles(origin: int, is_king: int, turn: int, theirs: int, kings: int, free: int) -> int:
        """Where the captures of the piece on `origin` end, if none of them takes a second piece.

        0 for a flying king, whose captures are followed one by one.
        """
        flies = is_king != 0
        if flying and flies:
            return 0
        ahead = landings(origin, flies, turn, theirs, kings, free)
        rest = ahead
        while rest:
            end = lowest(rest)
            rest &= rest - 1
            hit = 1 << ((origin + end) >> 1)
            flies_on = flies
            if passing and not flies:
                flies_on = (last_row_1 if turn else last_row_0) >> end & 1 != 0
            room = free | hit if at_once else free
            if landings(end, flies_on, turn, theirs & ~hit, kings, room):
                return 0
        return ahead

    def worth(is_king: int, taken: int, kings: int, order: int) -> int:
        """What decides between captures: only those worth most are legal."""
        if is_free:
            return 1
        count = popcount(taken)
        if italian:
            royal = popcount(taken & kings)
            return ((count << 1 | is_king) << 6 | royal) << 40 | order
        if frisian:
            return 2 * (100 * count + 99 * popcount(taken & kings)) + is_king
        if counts_kings:
            return count << 6 | popcount(taken & kings)
        return count

    return Captures(takers, follow, worth, singles, jumped, landings, entry)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
