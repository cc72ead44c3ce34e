"""Captures: which pieces can take, and every whole capture of one piece, one after the other.

A capture is followed jump by jump, deepest first, the lowest landing square first. Where it stands
is a `Path`, integers alone, so that nothing is allocated and nothing recurses.

Between two whole captures lie few steps: every jump leads to a whole capture from one of its
landing squares at least, so that the captures followed are a measure of the work.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from kibitz.core.bits import highest, lowest, popcount
from kibitz.games.draughts.board import DIAGONALS, EIGHT_WAYS, SQUARES, Board
from kibitz.games.draughts.variants import Variant

DONE = 63  # a floor above every square
WORD = 60  # bits of a stack's field


class Path(NamedTuple):
    """Where a capture stands.

    The stack has room for every capture. It holds 20 jumps where captured pieces leave at once, all
    of them on the 18 inner squares of an 8x8 board, and 40 elsewhere. On 10x10 only 32 squares are
    inner; Frisian captures take pieces on the edge too, but each of them needs a free square on
    both sides, and f free squares make fewer than 4f such pairs: 50 - f pieces cannot be more than
    39.
    """

    square: int  # where the piece stands
    taken: int  # the pieces jumped so far, as a board
    promoted: int  # at which jump a man became a king in passing; 0 for none
    order: int  # for each jump, first to last, whether a king was taken, as bits
    depth: int  # how many jumps were made; -1 when there is nothing left to follow
    floor: int  # landing squares below this one have been tried from here
    stack_0: int  # the squares jumped from, last first, in four fields
    stack_1: int
    stack_2: int
    stack_3: int


def path_from(square: int) -> Path:
    """The path of a piece that has not jumped yet."""
    return Path(
        square=square,
        taken=0,
        promoted=0,
        order=0,
        depth=0,
        floor=0,
        stack_0=0,
        stack_1=0,
        stack_2=0,
        stack_3=0,
    )


class Captures(NamedTuple):
    """The functions that follow captures, for one variant."""

    takers: Callable[[int, int, int, int, int], int]
    follow: Callable[[int, int, int, int, int, Path], Path]
    worth: Callable[[int, int, int, int], int]
    singles: Callable[[int, int, int, int, int, int], int]
    first_landing: Callable[[Path], int]
    visited: Callable[[Path], list[int]]
    jumped: Callable[[int, int, int], int]
    landings: Callable[[int, bool, int, int, int, int], int]


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
    word_mask = (1 << WORD) - 1
    carry = WORD - entry

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
        while True:
            flies = is_king != 0 or path.promoted != 0
            targets = theirs & ~path.taken
            room = free | path.taken if at_once else free
            ahead = 0
            if path.floor < DONE:
                ahead = landings(path.square, flies, turn, targets, kings, room)
                if path.depth > 0 and path.floor == 0 and ahead == 0:
                    # The jumps end here, if they may.
                    path = standing(path, path.depth, DONE)
                    if not flying or not flies or may_end(path, kings, room, targets):
                        return path
                if flying and flies and not lands_behind and path.depth > 0 and ahead != 0:
                    ahead = turning(path, ahead)
                ahead = ahead >> path.floor << path.floor
            if ahead:
                end = lowest(ahead)
                hit = (path.square + end) >> 1
                if flying and flies:
                    hit = jumped(path.square, end, targets)
                path = forth(path, end, hit, kings, flies, turn)
            elif path.depth == 0:
                return standing(path, -1, path.floor)
            else:
                path = back(path, is_king != 0 or 0 < path.promoted < path.depth)

    def standing(path: Path, depth: int, floor: int) -> Path:
        """The same path with another depth and floor."""
        return Path(
            square=path.square,
            taken=path.taken,
            promoted=path.promoted,
            order=path.order,
            depth=depth,
            floor=floor,
            stack_0=path.stack_0,
            stack_1=path.stack_1,
            stack_2=path.stack_2,
            stack_3=path.stack_3,
        )

    def turning(path: Path, ahead: int) -> int:
        """Where a flying king goes on from where it landed.

        Straight on is the same jump from wherever it landed: once is enough.
        """
        way = heading(path.stack_0 & 63, path.square)
        if neighbours[way * SQUARES + last_jumped(path, True)] >> path.square & 1 == 0:
            ahead &= ~rays[way * SQUARES + path.square]
        return ahead

    def last_jumped(path: Path, flies: bool) -> int:
        """The square of the piece that was jumped last; `flies` if by a king."""
        if at_once:
            return path.stack_0 >> 6 & 63
        start = path.stack_0 & 63
        if flying and flies:
            return jumped(start, path.square, path.taken)
        return (start + path.square) >> 1

    def forth(path: Path, end: int, hit: int, kings: int, flies: bool, turn: int) -> Path:
        """The path after one more jump, over the piece on `hit` to `end`."""
        promoted = path.promoted
        if passing and not flies and (last_row_1 if turn else last_row_0) >> end & 1:
            promoted = path.depth + 1
        pushed = path.square | hit << 6 if at_once else path.square
        return Path(
            square=end,
            taken=path.taken | 1 << hit,
            promoted=promoted,
            order=path.order << 1 | kings >> hit & 1,
            depth=path.depth + 1,
            floor=0,
            stack_0=(path.stack_0 << entry | pushed) & word_mask,
            stack_1=(path.stack_1 << entry | path.stack_0 >> carry) & word_mask,
            stack_2=(path.stack_2 << entry | path.stack_1 >> carry) & word_mask,
            stack_3=(path.stack_3 << entry | path.stack_2 >> carry) & word_mask,
        )

    def back(path: Path, flies: bool) -> Path:
        """The path before its last jump, made by a king if `flies`: higher squares are left."""
        return Path(
            square=path.stack_0 & 63,
            taken=path.taken & ~(1 << last_jumped(path, flies)),
            promoted=0 if path.promoted == path.depth else path.promoted,
            order=path.order >> 1,
            depth=path.depth - 1,
            floor=path.square + 1,
            stack_0=path.stack_0 >> entry | (path.stack_1 & entry_mask) << carry,
            stack_1=path.stack_1 >> entry | (path.stack_2 & entry_mask) << carry,
            stack_2=path.stack_2 >> entry | (path.stack_3 & entry_mask) << carry,
            stack_3=path.stack_3 >> entry,
        )

    def may_end(path: Path, kings: int, free: int, targets: int) -> bool:
        """Whether a flying king that cannot go on may end its capture where it stands."""
        if not must_go_on and not halts_behind_kings:
            return True
        way = heading(path.stack_0 & 63, path.square)
        hit = last_jumped(path, True)
        if halts_behind_kings:
            is_behind = neighbours[way * SQUARES + hit] >> path.square & 1 != 0
            return is_behind or kings >> hit & 1 == 0
        others = open_ray(way, hit, free) & ~(1 << path.square)
        while others:
            if flights(lowest(others), targets, free):
                return False
            others &= others - 1
        return True

    def first_landing(path: Path) -> int:
        """Where the first of two or more jumps ended."""
        return path.stack_0 >> entry * (path.depth - 2) & 63

    def visited(path: Path) -> list[int]:
        """The squares jumped from, first to last, and where the path ends."""
        fields = path.stack_0, path.stack_1, path.stack_2, path.stack_3
        stack = sum(field << WORD * number for number, field in enumerate(fields))
        starts = [stack >> entry * index & 63 for index in range(path.depth)]
        return [*reversed(starts), path.square]

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

    return Captures(takers, follow, worth, singles, first_landing, visited, jumped, landings)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
