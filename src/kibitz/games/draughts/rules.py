"""The rules of draughts: moves and the end of the game, for any row of the variants.

A move is one integer: bits 0-5 are the square it starts from, bits 6-11 the one it ends on, the
bits above the captured pieces, bit 62 says that a man became a king in passing, and, where the
two ways round a loop are two moves, bits 56-61 are the square of the first landing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from kibitz.core.bits import highest, lowest
from kibitz.core.score import LOSS, WIN
from kibitz.games.draughts.board import DIAGONALS, SQUARES, Board
from kibitz.games.draughts.captures import Captures, Path, capture_rules
from kibitz.games.draughts.draws import draw_rules
from kibitz.games.draughts.state import State
from kibitz.games.draughts.variants import Variant

TAKEN = 12  # the captured pieces start at this bit of a move
NONE = (1 << 63) - 1  # above every move
# How many whole captures are followed for the moves of one position, counted anew each time they
# are scanned. A Frisian king among a dozen men can have millions, so that there has to be a limit:
# this one takes half a second interpreted, 3 ms compiled. Engines need 100 in their games, all but
# one of 10,000 positions of random games as well; only set-up positions need more than 20,000.
MAX_CAPTURES = 20_000
FIRST = 56  # the first landing starts at this bit, where it is told
PASSED = 62  # the bit of a move that says: became a king in passing


class Rules(NamedTuple):
    """The functions of one variant."""

    start: State
    moves: Callable[[State], Iterator[int]]
    exceeds: Callable[[State], bool]
    play: Callable[[State, int], State]
    payoff: Callable[[State, int], int]
    noisy: Callable[[State, int], bool]
    drawn: Callable[[State], bool]
    captures: Captures
    made: Callable[[int, Path], int]
    unpack: Callable[[int], int]
    reach: Callable[[int, int], int]


def draughts_rules(board: Board, variant: Variant) -> Rules:
    """The functions of `variant` on `board`."""
    captures = capture_rules(board, variant)
    takers, follow, worth, singles, _, _, entry = captures
    drawn, clocked = draw_rules(board, variant)
    left, right = board.step, board.step + 1
    every = board.every
    last_row_0 = board.rows(board.size - 1, board.size - 1)
    last_row_1 = board.rows(0, 0)
    rays = board.rays(DIAGONALS)
    flying = variant.flying
    straight = variant.straight
    king_wins = variant.goal == "king"
    loser_wins = variant.goal == "lose"
    limit = variant.king_limit
    passing = variant.promotion == "passing"
    tells_loops = variant.loops == "both ways"
    inner = board.step + 1  # the lowest bit of the second row: men on the edge are safe
    # With captures along the edge every square counts: the bits that are never set are left out.
    gaps = tuple(board.rows(2 * index - 1, 2 * index) for index in range(board.size // 2 + 1))
    gap_count = len(gaps)

    def moves(state: State) -> Iterator[int]:
        mine, theirs, kings, turn = state.mine, state.theirs, state.kings, state.turn
        if king_wins and kings:
            return
        free = every & ~(mine | theirs)
        able = takers(mine, theirs, kings, turn, free)
        if able:
            # Captures, four at a time.
            m3 = -1
            has_more = 1
            followed = 0
            while has_more:
                has_more, m0, m1, m2, m3, count = scan(able, state, m3)
                yield m0
                if m1 < NONE:
                    yield m1
                if m2 < NONE:
                    yield m2
                if m3 < NONE:
                    yield m3
                followed += count
                if followed + count > MAX_CAPTURES:
                    return
            return
        # Men, to one side and to the other.
        men = mine & ~kings
        step = right if turn == 0 else -right
        ends = (men << right if turn == 0 else men >> right) & free
        while ends:
            end = lowest(ends)
            ends &= ends - 1
            yield end - step | end << 6
        step = left if turn == 0 else -left
        ends = (men << left if turn == 0 else men >> left) & free
        while ends:
            end = lowest(ends)
            ends &= ends - 1
            yield end - step | end << 6
        # Kings, but for one that must rest.
        royal = mine & kings
        if limit and men:
            running = state.limits >> 8 * turn & 255
            if running >> 6 == limit:
                royal &= ~(1 << (running & 63))
        while royal:
            origin = lowest(royal)
            royal &= royal - 1
            ends = reach(origin, free)
            while ends:
                end = lowest(ends)
                ends &= ends - 1
                yield origin | end << 6

    def exceeds(state: State) -> bool:
        """Whether `moves` stops before it has found every capture of `state`."""
        if king_wins and state.kings:
            return False
        free = every & ~(state.mine | state.theirs)
        able = takers(state.mine, state.theirs, state.kings, state.turn, free)
        after, has_more, followed = -1, 1, 0
        while able and has_more:
            has_more, _, _, _, after, count = scan(able, state, after)
            followed += count
            if count > MAX_CAPTURES or (has_more and followed + count > MAX_CAPTURES):
                return True
        return False

    def scan(able: int, state: State, after: int) -> tuple[int, int, int, int, int, int]:
        """Whether there are more than four best captures of the pieces `able` that are numbers
        above `after`, the first four in ascending order, NONE where there are fewer, and how many
        captures were followed to find them.

        A move that is made on several paths has one number, and is found once. After MAX_CAPTURES
        the scan stops, and the best are the best so far: the same ones in every scan of a state.
        """
        theirs, kings, turn = state.theirs, state.kings, state.turn
        free = every & ~(state.mine | theirs)
        best, has_more, count = 0, 0, 0
        m0, m1, m2, m3 = NONE, NONE, NONE, NONE
        while able:
            origin = lowest(able)
            able &= able - 1
            is_king = kings >> origin & 1
            room = free | 1 << origin
            path = (origin, 0, 0, 0, 0, 0, 0, 0, 0, 0)
            ends = singles(origin, is_king, turn, theirs, kings, room)
            is_single = ends != 0
            while True:
                if is_single:
                    if ends == 0:
                        break
                    end = lowest(ends)
                    ends &= ends - 1
                    hit = (origin + end) >> 1
                    value = worth(is_king, 1 << hit, kings, kings >> hit & 1)
                    passed = 0
                    if passing and not is_king:
                        passed = (last_row_1 if turn else last_row_0) >> end & 1
                    move = pack(origin, end, 1 << hit, passed)
                else:
                    path = follow(is_king, turn, theirs, kings, room, path)
                    if path[4] < 0:
                        break
                    count += 1
                    if count > MAX_CAPTURES:
                        able = 0
                        break
                    value = worth(is_king, path[1], kings, path[3])
                    move = made(origin, path)
                if value > best:
                    best, has_more = value, 0
                    m0, m1, m2, m3 = NONE, NONE, NONE, NONE
                if value == best and move > after and move != m0 and move != m1 and move != m2:
                    if move < m0:
                        m0, move = move, m0
                    if move < m1:
                        m1, move = move, m1
                    if move < m2:
                        m2, move = move, m2
                    if move < m3:
                        m3, move = move, m3
                    if move != NONE and move != m3:
                        has_more = 1
        return has_more, m0, m1, m2, m3, count

    def reach(origin: int, free: int) -> int:
        """Where a king on `origin` can move to."""
        found = 0
        if flying:
            for way in range(4):
                ray = rays[way * SQUARES + origin]
                wall = ray & ~free
                if wall:
                    first = lowest(wall) if way < 2 else highest(wall)
                    ray &= ~(rays[way * SQUARES + first] | 1 << first)
                found |= ray
            return found
        here = 1 << origin
        return (here << left | here << right | here >> left | here >> right) & free

    def pack(origin: int, end: int, taken: int, promoted: int) -> int:
        """The move from `origin` to `end` that takes `taken`."""
        if straight:
            squeezed = 0
            for index in range(gap_count):
                squeezed |= (taken & gaps[index]) >> index
            return origin | end << 6 | squeezed << TAKEN
        move = origin | end << 6 | taken >> inner << TAKEN
        if passing and promoted:
            move |= 1 << PASSED
        return move

    def made(origin: int, path: Path) -> int:
        """The move of the whole capture `path` from `origin`."""
        move = pack(origin, path[0], path[1], path[2])
        if tells_loops and path[4] > 1:
            move |= (path[6] >> entry * (path[4] - 2) & 63) << FIRST
        return move

    def unpack(move: int) -> int:
        """The pieces that `move` takes."""
        if straight:
            squeezed = move >> TAKEN
            taken = 0
            for index in range(gap_count):
                taken |= squeezed << index & gaps[index]
            return taken
        return (move & (1 << FIRST) - 1) >> TAKEN << inner

    def play(state: State, move: int) -> State:
        origin = move & 63
        end = move >> 6 & 63
        taken = unpack(move)
        turn = state.turn
        was_king = state.kings >> origin & 1
        last_row = last_row_1 if turn else last_row_0
        is_king = was_king | last_row >> end & 1
        if passing:
            is_king |= move >> PASSED
        mine = state.mine & ~(1 << origin) | 1 << end
        theirs = state.theirs & ~taken
        kings = state.kings & ~(1 << origin | taken) | is_king << end
        limits = 0
        if limit:
            limits = limited(state.limits, turn, origin, end, taken, was_king, mine, theirs, kings)
        quiet, ending, road = clocked(state, mine, theirs, kings, taken, was_king, is_king)
        return State(
            mine=theirs,
            theirs=mine,
            kings=kings,
            turn=1 - turn,
            limits=limits,
            quiet=quiet,
            ending=ending,
            road=road,
        )

    def limited(
        limits: int,
        turn: int,
        origin: int,
        end: int,
        taken: int,
        was_king: int,
        mine: int,
        theirs: int,
        kings: int,
    ) -> int:
        """The kings' runs of quiet moves after a move: nobody's without a man beside the king."""
        own = limits >> 8 * turn & 255
        other = limits >> 8 * (1 - turn) & 255
        if was_king and taken == 0 and mine & ~kings:
            again = own >> 6 if own & 63 == origin else 0
            own = again + 1 << 6 | end
        else:
            own = 0
        if taken >> (other & 63) & 1 or theirs & ~kings == 0:
            other = 0
        return own << 8 * turn | other << 8 * (1 - turn)

    def payoff(state: State, side: int) -> int:
        """Who cannot move has lost, or won where losing is the goal; or a king decides."""
        mover_wins = loser_wins
        if king_wins and state.kings:
            mover_wins = state.mine & state.kings != 0
        return WIN if (side == state.turn) == mover_wins else LOSS

    def noisy(state: State, move: int) -> bool:
        """Captures, and men who become kings."""
        if move >> TAKEN:
            return True
        last_row = last_row_1 if state.turn else last_row_0
        return (last_row >> (move >> 6 & 63) & 1) > (state.kings >> (move & 63) & 1)

    start = State(
        mine=board.rows(0, variant.rows - 1),
        theirs=board.rows(board.size - variant.rows, board.size - 1),
        kings=0,
        turn=0,
        limits=0,
        quiet=0,
        ending=0,
        road=0,
    )
    return Rules(start, moves, exceeds, play, payoff, noisy, drawn, captures, made, unpack, reach)
