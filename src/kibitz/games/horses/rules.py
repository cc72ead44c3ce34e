"""The rules of Smart Horses.

A knight jumps to a square that is neither destroyed nor occupied, and the square that it leaves is
destroyed. Landing on a square with points adds its value to the side's score.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from kibitz.core.bits import popcount
from kibitz.core.contract import DRAW, LOSS, WIN
from kibitz.games.horses.board import (
    HALF,
    JUMPS,
    KNIGHT_BITS,
    PER_FIELD,
    SCORE_BITS,
    SCORE_ZERO,
    SQUARES,
    VALUE_BITS,
    State,
    knight_of,
    score_of,
    targets,
    value_at,
)

PENALTY = 4  # points lost when a knight cannot move


def _targets() -> tuple[int, ...]:
    """Eight targets for each square, with SQUARES in place of jumps off the board."""
    return tuple(
        target
        for square in range(SQUARES)
        for target in (targets(square) + [SQUARES] * len(JUMPS))[: len(JUMPS)]
    )


def _reach(first: int) -> tuple[int, ...]:
    """For each square, its targets in the half of the board that starts at square `first`."""
    return tuple(
        sum(1 << target - first for target in targets(square) if 0 <= target - first < HALF)
        for square in range(SQUARES)
    )


TARGETS = _targets()
REACH_TOP = _reach(0)
REACH_BOTTOM = _reach(HALF)


class Rules(NamedTuple):
    """The rules for a number of players and an ending."""

    moves: Callable[[State], Iterator[int]]
    play: Callable[[State, int], State]
    payoff: Callable[[State, int], int]
    margin: Callable[[State, int], int]
    noisy: Callable[[State, int], bool]
    mobility: Callable[[State, int], int]  # the number of squares a side's knight can jump to
    is_over: Callable[[State], bool]
    is_taken: Callable[[State, int], bool]  # whether a square is destroyed or occupied
    after_penalties: Callable[[State], State]  # called when a knight is stuck but not yet penalized


def rules_for(players: int, ends_first: bool) -> Rules:
    """The rules for `players`; the game ends when one knight is stuck, or else when all are."""

    def moves(state: State) -> Iterator[int]:
        taken_top, taken_bottom = taken(state, 0), taken(state, HALF)
        first = knight_of(state, state.turn) * len(JUMPS)
        for index in range(first, first if is_over(state) else first + len(JUMPS)):
            target = TARGETS[index]
            half = taken_top if target < HALF else taken_bottom
            if target < SQUARES and half >> target % HALF & 1 == 0:
                yield target

    def taken(state: State, first: int) -> int:
        """Destroyed and occupied squares in the half of the board that starts at `first`."""
        found = state.gone_top if first == 0 else state.gone_bottom
        for side in range(players):
            square = knight_of(state, side)
            if square - square % HALF == first:
                found |= 1 << square % HALF
        return found

    def is_taken(state: State, square: int) -> bool:
        return taken(state, square - square % HALF) >> square % HALF & 1 != 0

    def is_over(state: State) -> bool:
        stuck = stuck_count(state)
        return stuck > 0 if ends_first else stuck == players

    def stuck_count(state: State) -> int:
        taken_top, taken_bottom = taken(state, 0), taken(state, HALF)
        count = 0
        for side in range(players):
            square = knight_of(state, side)
            if not (REACH_TOP[square] & ~taken_top or REACH_BOTTOM[square] & ~taken_bottom):
                count += 1
        return count

    def mobility(state: State, side: int) -> int:
        square = knight_of(state, side)
        top = popcount(REACH_TOP[square] & ~taken(state, 0))
        return top + popcount(REACH_BOTTOM[square] & ~taken(state, HALF))

    def play(state: State, move: int) -> State:
        left = knight_of(state, state.turn)
        moved = State(
            turn=(state.turn + 1) % players,
            knights=state.knights + (move - left << KNIGHT_BITS * state.turn),
            scores=state.scores + (value_at(state, move) << SCORE_BITS * state.turn),
            gone_top=state.gone_top | (1 << left if left < HALF else 0),
            gone_bottom=state.gone_bottom | (0 if left < HALF else 1 << left - HALF),
            values_0=without(state.values_0, left),
            values_12=without(state.values_12, left - 12),
            values_24=without(state.values_24, left - 24),
            values_36=without(state.values_36, left - 36),
            values_48=without(state.values_48, left - 48),
            values_60=without(state.values_60, left - 60),
        )
        stuck = stuck_count(moved)
        if stuck == 0 or stuck == players:
            return moved
        return after_penalties(moved)

    def without(field: int, place: int) -> int:
        """The field with the value at `place` cleared, if it is in this field."""
        if 0 <= place < PER_FIELD:
            return field & ~((1 << VALUE_BITS) - 1 << VALUE_BITS * place)
        return field

    def after_penalties(state: State) -> State:
        """The state after the penalty for the stuck side, or for every stuck side in turn."""
        turn, scores = state.turn, state.scores
        if ends_first:
            loser = 0 if mobility(state, 0) == 0 else 1
            scores -= PENALTY << SCORE_BITS * loser
        else:
            while mobility(state, turn) == 0:
                scores -= PENALTY << SCORE_BITS * turn
                turn = (turn + 1) % players
        return State(
            turn=turn,
            knights=state.knights,
            scores=scores,
            gone_top=state.gone_top,
            gone_bottom=state.gone_bottom,
            values_0=state.values_0,
            values_12=state.values_12,
            values_24=state.values_24,
            values_36=state.values_36,
            values_48=state.values_48,
            values_60=state.values_60,
        )

    def payoff(state: State, side: int) -> int:
        lead = margin(state, side)
        return WIN if lead > 0 else DRAW if lead == 0 else LOSS

    def margin(state: State, side: int) -> int:
        """A side's score minus the best score of the others."""
        best = -SCORE_ZERO
        for other in range(players):
            if other != side:
                best = max(best, score_of(state, other))
        return score_of(state, side) - best

    def noisy(state: State, move: int) -> bool:
        return value_at(state, move) > 0

    return Rules(moves, play, payoff, margin, noisy, mobility, is_over, is_taken, after_penalties)
