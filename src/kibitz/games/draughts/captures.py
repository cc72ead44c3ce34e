"""Iterates over the complete captures of one piece.

The iteration is a depth-first search over jumps, lowest landing square first. Its state is a `Path`
of integers only, so it needs neither memory allocation nor recursion.

At least one landing square of every jump leads to a complete capture, so the number of captures
followed is a measure of the work.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from kibitz.core.bits import lowest, popcount
from kibitz.games.draughts.board import DIAGONALS, EIGHT_WAYS, SQUARES, Board
from kibitz.games.draughts.jumps import Jumps, jump_rules
from kibitz.games.draughts.variants import Variant

DONE = 63  # a floor above every square: no landing squares are left to try
WORD = 60  # bits used in each field of the stack


class Path(NamedTuple):
    """The state of an iteration over captures.

    The stack is deep enough for any capture. If captured pieces are removed immediately, it holds
    20 jumps; such variants use at most an 8x8 board, where only 18 inner squares can be jumped.
    Otherwise it holds 40, and a 10x10 board has only 32 inner squares. Frisian captures also take
    pieces on the edge, but every captured piece needs a free square on both sides; f free squares
    form fewer than 4f such pairs, so at most 39 of the 50 - f other squares can be jumped.
    """

    square: int  # the current square of the piece
    taken: int  # the pieces jumped so far, as a bitboard
    promoted: int  # the jump at which a man became a king in passing; 0 for none
    order: int  # one bit per jump, first to last: whether it took a king
    depth: int  # the number of jumps; -1 at the end of the iteration
    floor: int  # landing squares below this one have already been tried
    stack_0: int  # the squares jumped from, latest first, in four fields
    stack_1: int
    stack_2: int
    stack_3: int


def path_from(square: int) -> Path:
    """The path of a piece before its first jump."""
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

    follow: Callable[[int, int, int, int, int, Path], Path]
    precedence: Callable[[int, int, int, int], int]
    singles: Callable[[int, int, int, int, int, int], int]
    first_landing: Callable[[Path], int]
    visited: Callable[[Path], list[int]]
    jumps: Jumps


def capture_rules(board: Board, variant: Variant) -> Captures:
    """The functions that follow captures by the rules of `variant` on `board`."""
    jumps = jump_rules(board, variant)
    landings, flights, open_ray = jumps.landings, jumps.flights, jumps.open_ray
    heading, jumped = jumps.heading, jumps.jumped
    ways = EIGHT_WAYS if variant.straight else DIAGONALS
    rays = board.rays(ways)
    neighbours = board.neighbours(ways)
    last_row_0 = board.rows(board.size - 1, board.size - 1)
    last_row_1 = board.rows(0, 0)

    flying = variant.flying
    lands_behind = variant.landing == "behind"
    halts_behind_kings = variant.landing == "behind kings"
    removes_immediately = variant.removal == "immediately"
    passing = variant.promotion == "passing"
    italian = variant.precedence == "italian"
    frisian = variant.precedence == "frisian"
    counts_kings = variant.precedence == "pieces, kings"
    is_free = variant.precedence in ("none", "king")  # captures need not take the most pieces
    # A king chooses its landing square, but if any of them lets it continue, it must. Where the
    # longest capture is mandatory, this needs no check of its own.
    must_go_on = flying and is_free and not lands_behind
    entry = 12 if removes_immediately else 6  # bits per jump on the stack
    entry_mask = (1 << entry) - 1
    word_mask = (1 << WORD) - 1
    carry = WORD - entry

    def follow(is_king: int, turn: int, theirs: int, kings: int, free: int, path: Path) -> Path:
        """The next complete capture after `path`; `free` includes its starting square."""
        while True:
            flies = is_king != 0 or path.promoted != 0
            targets = theirs & ~path.taken
            room = free | path.taken if removes_immediately else free
            ahead = 0
            if path.floor < DONE:
                ahead = landings(path.square, flies, turn, targets, kings, room)
                if path.depth > 0 and path.floor == 0 and ahead == 0:
                    # No further jump: the capture is complete if it may end here.
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
        """`path` with a different depth and floor."""
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
        """The squares of `ahead` that a flying king tries next after a jump.

        A jump straight on is the same from every landing square, so it is tried from only one.
        """
        way = heading(path.stack_0 & 63, path.square)
        if neighbours[way * SQUARES + last_jumped(path, True)] >> path.square & 1 == 0:
            ahead &= ~rays[way * SQUARES + path.square]
        return ahead

    def last_jumped(path: Path, flies: bool) -> int:
        """The square of the last captured piece; `flies` is true if a king captured it."""
        if removes_immediately:
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
        pushed = path.square | hit << 6 if removes_immediately else path.square
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
        """Undo the last jump, made by a king if `flies`; continue with higher landing squares."""
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
        """Whether a flying king that cannot continue may end its capture on its current square."""
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
        """The landing square of the first of two or more jumps."""
        return path.stack_0 >> entry * (path.depth - 2) & 63

    def visited(path: Path) -> list[int]:
        """The squares jumped from, first to last, and the square where the path ends."""
        fields = path.stack_0, path.stack_1, path.stack_2, path.stack_3
        stack = sum(field << WORD * number for number, field in enumerate(fields))
        starts = [stack >> entry * index & 63 for index in range(path.depth)]
        return [*reversed(starts), path.square]

    def singles(origin: int, is_king: int, turn: int, theirs: int, kings: int, free: int) -> int:
        """The end squares of the captures of the piece on `origin` if each takes only one piece.

        Otherwise 0. Also 0 for a flying king, whose captures are followed one by one.
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
            room = free | hit if removes_immediately else free
            if landings(end, flies_on, turn, theirs & ~hit, kings, room):
                return 0
        return ahead

    def precedence(is_king: int, taken: int, kings: int, order: int) -> int:
        """The precedence of a capture; only captures with the highest are legal."""
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

    return Captures(follow, precedence, singles, first_landing, visited, jumps)
