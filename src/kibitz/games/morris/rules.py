"""The rules of the Morris family, built from a variant's switches.

The switches are constants here, so the compiler removes code that a variant does not use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from kibitz.core.bits import lowest, popcount
from kibitz.core.contract import LOSS, WIN
from kibitz.games.morris.boards import Board
from kibitz.games.morris.state import (
    FEWEST,
    FIRST,
    HAND,
    NOWHERE,
    POINT,
    SECOND,
    TARGET,
    THIRD,
    State,
    taken,
    turned,
)
from kibitz.games.morris.variants import Mill, Variant

ABSENT = 1 << 62  # padding for points with fewer mills: never complete

# Ranks for move ordering, by the lines through the target point.
RANK_PREPARES = 2
RANK_STOPS = 8
RANK_MAKES = 16


class Rules(NamedTuple):
    """The rules of one variant, and queries for other modules."""

    moves: Callable[[State], Iterator[int]]
    play: Callable[[State, int], State]
    payoff: Callable[[State, int], int]
    drawn: Callable[[State], bool]
    noisy: Callable[[State, int], bool]
    rank: Callable[[State, int], int]
    is_decided: Callable[[State], bool]
    must_take: Callable[[State], bool]
    may_fly: Callable[[int, int], bool]
    free_points: Callable[[State], int]
    in_mills: Callable[[int], int]
    preys_of: Callable[[State], int]
    stones_earned: Callable[[State, int, int], int]


def rules_for(variant: Variant, clock: int) -> Rules:
    """The rules of `variant`, with a draw after `clock` moves by each side without a capture."""
    board = variant.board
    full = (1 << board.count) - 1
    neighbours = board.neighbours
    mills = board.mills
    mill_count = len(mills)
    width = _most_mills(board)
    through = _mills_through(board, width)
    numbers = _mill_numbers(board, width)
    flies = variant.flies
    slides_early = variant.slides_early
    wins = variant.mill == Mill.WINS
    from_hand = variant.mill == Mill.TAKES_FROM_HAND
    marks = variant.mill == Mill.MARKS
    takes_each = variant.takes_each
    takes_any = variant.takes_any
    serve_once = variant.mills_serve_once
    second_first = variant.second_moves_first
    full_takes = variant.full_board_takes
    blocked_takes = variant.blocked_takes
    has_special_preys = wins or from_hand or full_takes or blocked_takes

    def moves(state: State) -> Iterator[int]:
        # A generator saves all variables that are live across a yield, so use fields, not `state`.
        mine, spent = state.mine, state.spent
        sources, free, theirs = sources_of(state), targets_of(state), state.theirs
        any_target = may_fly(mine, state.my_hand)
        # -1: computed on demand, because in most positions no move closes a mill.
        preys = preys_of(state) if has_special_preys else -1
        while sources:
            source = lowest(sources)
            sources &= sources - 1
            targets = free if source == HAND or any_target else free & neighbours[source]
            while targets:
                target = lowest(targets)
                targets &= targets - 1
                count = mills_closed(mine & ~(1 << source), spent, target)
                if count and preys < 0:
                    preys = loose_of(theirs)
                if count and preys:
                    chosen = lowest_of(preys, count)
                    while chosen:
                        yield source | target << TARGET | taking(chosen)
                        chosen = following(preys, chosen)
                else:
                    yield source | target << TARGET

    def sources_of(state: State) -> int:
        """The points from which the mover's stones may start; none once the game is decided."""
        if is_decided(state):
            return 0
        if state.my_hand > 0:
            return 1 << HAND | state.mine if slides_early else 1 << HAND
        return 1 << HAND if must_take(state) else state.mine

    def targets_of(state: State) -> int:
        return 1 << NOWHERE if must_take(state) else free_points(state)

    def is_paid_from_hand(state: State) -> bool:
        """Whether a mill that the mover closes takes from the other side's hand."""
        return from_hand and state.my_hand > 0 and state.their_hand > 0

    def free_points(state: State) -> int:
        stones = state.mine | state.theirs
        return full & ~(stones | state.spent if marks else stones)

    def is_decided(state: State) -> bool:
        """Whether the mover has lost, by having too few stones or by the other side's mill."""
        if wins and in_mills(state.theirs):
            return True
        return popcount(state.mine) + state.my_hand < FEWEST

    def must_take(state: State) -> bool:
        """Whether the mover has to take a stone without moving."""
        if full_takes and state.my_hand < 0:
            return True
        return blocked_takes and is_blocked(state)

    def is_blocked(state: State) -> bool:
        """Whether the mover has placed all stones and cannot move any."""
        if state.my_hand > 0 or may_fly(state.mine, state.my_hand):
            return False
        return beside(state.mine) & free_points(state) == 0

    def beside(stones: int) -> int:
        """Every point adjacent to one of `stones`."""
        found = 0
        while stones:
            found |= neighbours[lowest(stones)]
            stones &= stones - 1
        return found

    def may_fly(stones: int, hand: int) -> bool:
        return flies and hand == 0 and popcount(stones) == FEWEST

    def preys_of(state: State) -> int:
        """The stones that the mover may take: those outside mills, or all if all are in mills.

        A blocked side takes a stone adjacent to one of its own.
        """
        if wins or is_paid_from_hand(state):
            return 0
        if state.my_hand == 0 and must_take(state):
            return state.theirs & beside(state.mine)
        return loose_of(state.theirs)

    def loose_of(stones: int) -> int:
        """The subset of `stones` that a mill may take."""
        if takes_any:
            return stones
        loose = stones & ~in_mills(stones)
        return loose if loose else stones

    def in_mills(stones: int) -> int:
        found = 0
        for index in range(mill_count):
            if stones & mills[index] == mills[index]:
                found |= mills[index]
        return found

    def mills_closed(others: int, spent: int, target: int) -> int:
        """The number of unused mills that `others` complete with a stone on `target`."""
        count = 0
        for index in range(target * width, target * width + width):
            has_served = serve_once and spent >> numbers[index] & 1 != 0
            if others & through[index] == through[index] and not has_served:
                count += 1
        return count

    def lowest_of(stones: int, count: int) -> int:
        """The first combination of `count` of the stones, or one stone if only one may be taken."""
        found = stones & -stones
        if takes_each:
            stones ^= found
            while count > 1 and stones:
                found |= stones & -stones
                stones &= stones - 1
                count -= 1
        return found

    def following(stones: int, chosen: int) -> int:
        """The next combination of the same number of `stones`; 0 after the last."""
        # The lowest chosen stone moves up; points without stones propagate the carry.
        found = (chosen | ~stones) + (chosen & -chosen) & stones
        if takes_each and found:
            missing = popcount(chosen) - popcount(found)
            if missing:
                found |= lowest_of(stones, missing)
        return found

    def taking(chosen: int) -> int:
        """The part of a move that encodes the stones it takes."""
        part = lowest(chosen) + 1 << FIRST
        if takes_each:
            chosen &= chosen - 1
            if chosen:
                part |= lowest(chosen) + 1 << SECOND
                chosen &= chosen - 1
                if chosen:
                    part |= lowest(chosen) + 1 << THIRD
        return part

    def stones_earned(state: State, source: int, target: int) -> int:
        """The number of stones that this move has to take."""
        count = mills_closed(state.mine & ~(1 << source), state.spent, target)
        return min(count if takes_each else min(count, 1), popcount(preys_of(state)))

    def play(state: State, move: int) -> State:
        source = move & POINT
        target = move >> TARGET & POINT
        prey = taken(move)
        mine = (state.mine & ~(1 << source) | 1 << target) & full
        theirs = state.theirs & ~prey
        my_hand, their_hand, spent = state.my_hand, state.their_hand, state.spent
        is_placing = source == HAND and target != NOWHERE
        if is_placing:
            my_hand -= 1
            if is_paid_from_hand(state) and mills_closed(state.mine, spent, target):
                their_hand -= 1
            if marks:
                spent |= prey
        else:
            my_hand = max(my_hand, 0)  # the owed capture has been made
        if serve_once:
            spent |= mills_made(mine, target)

        moves_again = False
        if is_placing and my_hand == 0 and their_hand == 0:
            if marks:
                spent = 0  # the marked stones are removed
            is_full = mine | theirs == full
            if full_takes and is_full:
                my_hand = their_hand = -1
            moves_again = second_first and (full_takes or not is_full)
        elif blocked_takes and target == NOWHERE and state.my_hand == 0:
            moves_again = popcount(theirs) + their_hand >= FEWEST
        is_quiet = prey == 0 and source != HAND and my_hand == 0 and their_hand == 0
        quiet = state.quiet + 1 if is_quiet else 0

        if moves_again:
            return State(
                mine=mine,
                theirs=theirs,
                my_hand=my_hand,
                their_hand=their_hand,
                spent=spent,
                turn=state.turn,
                quiet=quiet,
            )
        return State(
            mine=theirs,
            theirs=mine,
            my_hand=their_hand,
            their_hand=my_hand,
            spent=turned(spent) if serve_once else spent,
            turn=1 - state.turn,
            quiet=quiet,
        )

    def mills_made(stones: int, target: int) -> int:
        """The mills of `stones` through `target`, by number."""
        found = 0
        for index in range(target * width, target * width + width):
            if stones & through[index] == through[index]:
                found |= 1 << numbers[index]
        return found

    def payoff(state: State, side: int) -> int:
        """In a finished game the side to move has always lost."""
        return LOSS if side == state.turn else WIN

    def drawn(state: State) -> bool:
        return clock > 0 and state.quiet >= 2 * clock

    def noisy(state: State, move: int) -> bool:
        return move >> FIRST != 0

    def rank(state: State, move: int) -> int:
        """Moves that close, block or prepare a mill come first, then those on many lines."""
        target = move >> TARGET & POINT
        value = popcount(neighbours[target]) if target != NOWHERE else 0
        for index in range(target * width, target * width + width):
            rest = through[index]
            if state.mine & rest == rest:
                value += RANK_MAKES
            elif state.theirs & rest == rest:
                value += RANK_STOPS
            elif state.mine & rest and state.theirs & rest == 0:
                value += RANK_PREPARES
        return value

    return Rules(
        moves=moves,
        play=play,
        payoff=payoff,
        drawn=drawn,
        noisy=noisy,
        rank=rank,
        is_decided=is_decided,
        must_take=must_take,
        may_fly=may_fly,
        free_points=free_points,
        in_mills=in_mills,
        preys_of=preys_of,
        stones_earned=stones_earned,
    )


def _most_mills(board: Board) -> int:
    """The most mills through any one point."""
    return max(sum(mill >> point & 1 for mill in board.mills) for point in range(board.count))


def _mills_through(board: Board, width: int) -> tuple[int, ...]:
    """For each point, its mills without the point itself, `width` entries per point.

    NOWHERE has a mill that is always closed, so that a capture without a move takes one stone.
    """
    found = [
        [mill & ~(1 << point) for mill in board.mills if mill >> point & 1]
        for point in range(NOWHERE)
    ]
    found.append([0])
    return tuple(mill for own in found for mill in own + [ABSENT] * (width - len(own)))


def _mill_numbers(board: Board, width: int) -> tuple[int, ...]:
    """The number of every mill of `_mills_through`, in the same order."""
    found = [
        [number for number, mill in enumerate(board.mills) if mill >> point & 1]
        for point in range(NOWHERE + 1)
    ]
    return tuple(number for own in found for number in own + [0] * (width - len(own)))
