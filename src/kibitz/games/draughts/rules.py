"""The rules of draughts: moves and the end of the game, for any variant.

`encoding` describes the encoding of moves; a capture of several pieces is one move.
`best_captures` finds the legal captures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from kibitz.core.bits import highest, lowest
from kibitz.core.score import LOSS, WIN
from kibitz.games.draughts.best_captures import MAX_CAPTURES, NONE, best_capture_rules
from kibitz.games.draughts.board import DIAGONALS, SQUARES, Board
from kibitz.games.draughts.captures import Captures, Path, capture_rules
from kibitz.games.draughts.draws import draw_rules
from kibitz.games.draughts.encoding import PASSED, TAKEN, move_encoding
from kibitz.games.draughts.state import Change, State
from kibitz.games.draughts.variants import Variant


class Rules(NamedTuple):
    """The functions for one variant."""

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


def rules_for(board: Board, variant: Variant) -> Rules:
    """The functions for `variant` on `board`."""
    captures = capture_rules(board, variant)
    encoding = move_encoding(board, variant, captures)
    scan, exceeds_limit = best_capture_rules(board, variant, captures, encoding)
    takers, unpack = captures.jumps.takers, encoding.unpack
    drawn, clocked = draw_rules(board, variant)
    left, right = board.step, board.step + 1
    every = board.every
    last_row_0 = board.rows(board.size - 1, board.size - 1)
    last_row_1 = board.rows(0, 0)
    rays = board.rays(DIAGONALS)
    flying = variant.flying
    king_wins = variant.goal == "king"
    loser_wins = variant.goal == "lose"
    limit = variant.king_limit
    passing = variant.promotion == "passing"

    def moves(state: State) -> Iterator[int]:
        mine, kings, turn = state.mine, state.kings, state.turn
        if king_wins and kings:
            return
        free = every & ~(mine | state.theirs)
        able = takers(mine, state.theirs, kings, turn, free)
        if able:
            # Captures are mandatory; they are found four at a time.
            total, after, continues = 0, -1, True
            while continues:
                best, followed = scan(able, state, after)
                for move in (best.first, best.second, best.third, best.fourth):
                    if move < NONE:
                        yield move
                total += followed
                after = best.fourth
                continues = best.has_more != 0 and total + followed <= MAX_CAPTURES
            return
        # Men, up to the right and up to the left.
        men = mine & ~kings
        for way in (right, left):
            step = way if turn == 0 else -way
            ends = (men << way if turn == 0 else men >> way) & free
            while ends:
                end = lowest(ends)
                ends &= ends - 1
                yield end - step | end << 6
        # Kings, except one that has reached its limit of quiet moves.
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
        """Whether `moves` hits the limit before it has found every capture of `state`."""
        if king_wins and state.kings:
            return False
        free = every & ~(state.mine | state.theirs)
        able = takers(state.mine, state.theirs, state.kings, state.turn, free)
        return exceeds_limit(able, state)

    def reach(origin: int, free: int) -> int:
        """The squares that a king on `origin` can move to."""
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

    def play(state: State, move: int) -> State:
        change = change_by(state, move)
        quiet, ending, road = clocked(state, change)
        return State(
            mine=change.theirs,
            theirs=change.mine,
            kings=change.kings,
            turn=1 - state.turn,
            limits=limits_after(state, change) if limit else 0,
            quiet=quiet,
            ending=ending,
            road=road,
        )

    def change_by(state: State, move: int) -> Change:
        """The effect of `move` on the pieces."""
        origin = move & 63
        end = move >> 6 & 63
        taken = unpack(move)
        was_king = state.kings >> origin & 1
        is_king = was_king | (last_row_1 if state.turn else last_row_0) >> end & 1
        if passing:
            is_king |= move >> PASSED
        return Change(
            origin=origin,
            end=end,
            taken=taken,
            was_king=was_king,
            is_king=is_king,
            mine=state.mine & ~(1 << origin) | 1 << end,
            theirs=state.theirs & ~taken,
            kings=state.kings & ~(1 << origin | taken) | is_king << end,
        )

    def limits_after(state: State, change: Change) -> int:
        """The consecutive quiet moves of kings after a move; 0 for a side without men."""
        own = state.limits >> 8 * state.turn & 255
        other = state.limits >> 8 * (1 - state.turn) & 255
        if change.was_king and change.taken == 0 and change.mine & ~change.kings:
            again = own >> 6 if own & 63 == change.origin else 0
            own = again + 1 << 6 | change.end
        else:
            own = 0
        if change.taken >> (other & 63) & 1 or change.theirs & ~change.kings == 0:
            other = 0
        return own << 8 * state.turn | other << 8 * (1 - state.turn)

    def payoff(state: State, side: int) -> int:
        """A side that cannot move has lost (or won, if losing is the goal), or a king wins."""
        mover_wins = loser_wins
        if king_wins and state.kings:
            mover_wins = state.mine & state.kings != 0
        return WIN if (side == state.turn) == mover_wins else LOSS

    def noisy(state: State, move: int) -> bool:
        """Captures, and promotions of men."""
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
    return Rules(
        start=start,
        moves=moves,
        exceeds=exceeds,
        play=play,
        payoff=payoff,
        noisy=noisy,
        drawn=drawn,
        captures=captures,
        made=encoding.made,
        unpack=unpack,
        reach=reach,
    )
