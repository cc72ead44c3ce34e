"""The `strong` evaluation for Morris.

It scores stones, complete and partial mills, blocked stones, points where many lines meet, mills
that can be closed on the next move, and double mills, where one stone closes a mill on every move.
The weights were fitted to the results of self-play games, separately for each phase of the game; in
the moving phase a stone is worth about 100.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from kibitz.core.bits import lowest, popcount
from kibitz.core.evaluation import Evaluation
from kibitz.games.morris.boards import Board, by_bytes, looked_up
from kibitz.games.morris.rules import Rules
from kibitz.games.morris.state import FEWEST, State
from kibitz.games.morris.variants import Variant

PLACING, MOVING, FLYING = range(3)


class Held(NamedTuple):
    """The mills of which a side holds at least one, at least two, or all points, as bitboards."""

    some: int
    two: int
    whole: int


class PhaseWeights(NamedTuple):
    """The weights of one phase; a pair is for the side to move and the other side."""

    move: int  # the right to move
    stone: int
    mill: int
    open_mill: tuple[int, int]  # two stones and a free point
    begun_mill: int  # a stone and two free points
    stopped_mill: int  # two stones, and one of the other side
    crossing: int  # each neighbour of a stone's point beyond the second
    blocked: int  # a stone without an adjacent free point
    closable: tuple[int, int]  # an open mill that an adjacent stone can close
    double: tuple[int, int]  # a closable mill whose closing stone opens another mill
    flying: int  # stones may move to any point


WEIGHTS = (
    PhaseWeights(
        move=85,
        stone=120,
        mill=100,
        open_mill=(139, 78),
        begun_mill=4,
        stopped_mill=-140,
        crossing=43,
        blocked=-24,
        closable=(0, 0),
        double=(0, 0),
        flying=0,
    ),
    PhaseWeights(
        move=38,
        stone=100,
        mill=211,
        open_mill=(72, 55),
        begun_mill=5,
        stopped_mill=-5,
        crossing=2,
        blocked=-77,
        closable=(29, 168),
        double=(334, 267),
        flying=0,
    ),
    PhaseWeights(
        move=45,
        stone=90,
        mill=270,
        open_mill=(129, 204),
        begun_mill=42,
        stopped_mill=82,
        crossing=3,
        blocked=-8,
        closable=(0, 0),
        double=(0, 0),
        flying=285,
    ),
)


# Offsets within the weights of a phase.
(
    MOVE,
    STONE,
    MILL,
    OPEN_MILL,
    OTHER_OPEN_MILL,
    BEGUN_MILL,
    STOPPED_MILL,
    CROSSING,
    BLOCKED,
    CLOSABLE,
    OTHER_CLOSABLE,
    DOUBLE,
    OTHER_DOUBLE,
    IS_FLYING,
) = range(14)
A_PHASE = 14


def strong(variant: Variant, rules: Rules) -> Evaluation:
    """The evaluation for `variant` under `rules`."""
    board = variant.board
    mills, mill_count, neighbours = board.mills, len(board.mills), board.neighbours
    third_line, fourth_line = _points_with(board, 3), _points_with(board, 4)
    flies = variant.flies
    free_points = rules.free_points
    byte_count = (board.count + 7) // 8
    places, beside = by_bytes(board, _places(board)), by_bytes(board, neighbours.__getitem__)
    every_mill = (1 << mill_count) - 1

    def evaluate(state: State, side: int, weights: Sequence[int]) -> int:
        phase = phase_of(state)
        at = phase * A_PHASE
        own = holdings(state.mine)
        other = holdings(state.theirs)
        value = (
            weights[at + MOVE]
            + weights[at + STONE] * stone_lead(state)
            + weights[at + MILL] * mill_lead(own, other)
            + weights[at + OPEN_MILL] * popcount(open_mills(own, other))
            - weights[at + OTHER_OPEN_MILL] * popcount(open_mills(other, own))
            + weights[at + BEGUN_MILL] * begun_lead(own, other)
            + weights[at + STOPPED_MILL] * stopped_lead(own, other)
            + weights[at + CROSSING] * crossing_lead(state)
            + weights[at + BLOCKED] * blocked_lead(state)
            + weights[at + IS_FLYING] * flying_lead(state)
        )
        if phase == MOVING:
            closable, double = weights[at + CLOSABLE], weights[at + DOUBLE]
            value += threats(state.mine, own, other, closable, double)
            closable, double = weights[at + OTHER_CLOSABLE], weights[at + OTHER_DOUBLE]
            value -= threats(state.theirs, other, own, closable, double)
        return value if side == state.turn else -value

    def holdings(stones: int) -> Held:
        """The mills that `stones` hold partly or completely."""
        held = looked_up(places, 0, byte_count, stones)
        first = held & every_mill
        second = held >> mill_count & every_mill
        third = held >> 2 * mill_count
        return Held(
            some=first | second | third,
            two=first & second | third & (first | second),
            whole=first & second & third,
        )

    def mill_lead(own: Held, other: Held) -> int:
        return popcount(own.whole) - popcount(other.whole)

    def open_mills(own: Held, other: Held) -> int:
        """The mills of which the side `own` holds two points while the third is free."""
        return own.two & ~(own.whole | other.some)

    def begun_lead(own: Held, other: Held) -> int:
        return popcount(own.some & ~(own.two | other.some)) - popcount(
            other.some & ~(other.two | own.some)
        )

    def stopped_lead(own: Held, other: Held) -> int:
        return popcount(own.two & other.some) - popcount(other.two & own.some)

    def phase_of(state: State) -> int:
        if state.my_hand > 0 or state.their_hand > 0:
            return PLACING
        fewest = min(popcount(state.mine), popcount(state.theirs))
        return FLYING if flies and fewest == FEWEST else MOVING

    def stone_lead(state: State) -> int:
        own = popcount(state.mine) + max(state.my_hand, 0)
        return own - popcount(state.theirs) - max(state.their_hand, 0)

    def crossing_lead(state: State) -> int:
        own = popcount(state.mine & third_line) + popcount(state.mine & fourth_line)
        return own - popcount(state.theirs & third_line) - popcount(state.theirs & fourth_line)

    def blocked_lead(state: State) -> int:
        stuck = ~looked_up(beside, 0, byte_count, free_points(state))
        return popcount(state.mine & stuck) - popcount(state.theirs & stuck)

    def flying_lead(state: State) -> int:
        return (popcount(state.mine) == FEWEST) - (popcount(state.theirs) == FEWEST)

    def threats(
        stones: int,
        own: Held,
        other: Held,
        closes: int,
        swings: int,
    ) -> int:
        """The score of the mills that the side `own` can close with one move along a line."""
        closed_points = 0
        closed = own.whole
        while closed:
            closed_points |= mills[lowest(closed)]
            closed &= closed - 1
        value = 0
        opened = open_mills(own, other)
        while opened:
            points = mills[lowest(opened)]
            able = neighbours[lowest(points & ~stones)] & stones & ~points
            value += closes * (able != 0) + swings * (able & closed_points != 0)
            opened &= opened - 1
        return value

    def explain(state: State, side: int, weights: Sequence[int]) -> dict[str, int]:
        phase = phase_of(state)
        here = weights[phase * A_PHASE : (phase + 1) * A_PHASE]
        own, other = holdings(state.mine), holdings(state.theirs)
        opened = here[OPEN_MILL] * popcount(open_mills(own, other))
        their_opened = here[OTHER_OPEN_MILL] * popcount(open_mills(other, own))
        terms = {
            "stones": here[STONE] * stone_lead(state),
            "mills": here[MILL] * mill_lead(own, other),
            "open mills": opened - their_opened,
            "mills begun and stopped": here[BEGUN_MILL] * begun_lead(own, other)
            + here[STOPPED_MILL] * stopped_lead(own, other),
            "crossings": here[CROSSING] * crossing_lead(state),
            "blocked stones": here[BLOCKED] * blocked_lead(state),
            "the move": here[MOVE],
        }
        if phase == MOVING:
            mine, theirs = state.mine, state.theirs
            terms["mills to close"] = threats(mine, own, other, here[CLOSABLE], 0) - threats(
                theirs, other, own, here[OTHER_CLOSABLE], 0
            )
            terms["double mills"] = threats(mine, own, other, 0, here[DOUBLE]) - threats(
                theirs, other, own, 0, here[OTHER_DOUBLE]
            )
        if phase == FLYING:
            terms["flying"] = here[IS_FLYING] * flying_lead(state)
        sign = 1 if side == state.turn else -1
        return {name: sign * term for name, term in terms.items()}

    return Evaluation(evaluate, explain, weights=[*chain(*map(_flat, WEIGHTS))])


def _flat(weights: PhaseWeights) -> Iterator[int]:
    """The weights of a phase as a flat sequence, the mover's before the other side's."""
    for weight in weights:
        yield from weight if isinstance(weight, tuple) else (weight,)


def _points_with(board: Board, count: int) -> int:
    """The points with at least `count` neighbours."""
    return sum(
        1 << point for point, near in enumerate(board.neighbours) if near.bit_count() >= count
    )


def _places(board: Board) -> Callable[[int], int]:
    """A function that maps a point to its mills as three bit fields, with one bit per mill: the
    mills in which it is the first point, then the second, then the third.
    """
    count = len(board.mills)

    def places(point: int) -> int:
        return sum(
            1 << number + count * (mill & (1 << point) - 1).bit_count()
            for number, mill in enumerate(board.mills)
            if mill >> point & 1
        )

    return places
