"""What a position of the Morris family is worth to a strong player: the evaluation named `strong`.

It counts stones, what the two sides hold of every mill, stones that cannot move, points where many
lines meet, mills that can be closed with the next move, and those that a stone of another mill can
close again and again. The weights were fitted to the results of games that engines played against
themselves, for each phase of the game by itself; 100 is about a stone while stones move.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kibitz.core.bits import lowest, popcount
from kibitz.core.evaluation import Evaluation
from kibitz.games.morris.boards import Board
from kibitz.games.morris.rules import Rules
from kibitz.games.morris.state import FEWEST, State
from kibitz.games.morris.variants import Variant

PLACING, MOVING, FLYING = range(3)
HELD = 4  # a side holds 0 to 3 points of a mill
CLASSES = HELD * HELD  # what the mover and the other side hold of a mill, in one number


class Weights(NamedTuple):
    """What things are worth in one phase; where the sides differ, to the mover and to the other."""

    move: int  # to be the one who moves
    stone: int
    mill: int
    open_mill: tuple[int, int]  # two stones and a free point
    begun_mill: int  # a stone and two free points
    stopped_mill: int  # two stones, and one of the other side
    crossing: int  # every line beyond the second from a stone's point
    blocked: int  # a stone beside no free point
    closable: tuple[int, int]  # an open mill that a stone beside it can close
    double: tuple[int, int]  # and that stone leaves a mill, which it can close again
    flying: int  # stones may move to any point


WEIGHTS = (
    Weights(
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
    Weights(
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
    Weights(
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


def strong(variant: Variant, rules: Rules) -> Evaluation:
    """The evaluation of `variant`, whose rules are `rules`."""
    board = variant.board
    mills, mill_count, neighbours = board.mills, len(board.mills), board.neighbours
    third_line, fourth_line = _points_with(board, 3), _points_with(board, 4)
    flies = int(variant.flies)
    free_points, in_mills = rules.free_points, rules.in_mills
    closed, half_closed, begun = (
        _of_phases(name) for name in ("mill", "open_mill", "begun_mill stopped_mill")
    )
    lines = tuple(map(sum, zip(closed, half_closed, begun, strict=True)))
    move, stone, crossing, blocked, flying = (
        tuple(int(getattr(weights, name)) for weights in WEIGHTS)
        for name in ("move", "stone", "crossing", "blocked", "flying")
    )
    closable, other_closable = WEIGHTS[MOVING].closable
    double, other_double = WEIGHTS[MOVING].double

    def evaluate(state: State, player: int) -> int:
        phase = phase_of(state)
        value = (
            move[phase]
            + stone[phase] * stone_lead(state)
            + line_sum(state, phase, lines)
            + crossing[phase] * crossing_lead(state)
            + blocked[phase] * blocked_lead(state)
            + flying[phase] * flying_lead(state)
        )
        if phase == MOVING:
            value += threats(state.mine, state.theirs, closable, double)
            value -= threats(state.theirs, state.mine, other_closable, other_double)
        return value if player == state.turn else -value

    def phase_of(state: State) -> int:
        if state.my_hand > 0 or state.their_hand > 0:
            return PLACING
        fewest = min(popcount(state.mine), popcount(state.theirs))
        return FLYING if flies and fewest == FEWEST else MOVING

    def stone_lead(state: State) -> int:
        own = popcount(state.mine) + max(state.my_hand, 0)
        return own - popcount(state.theirs) - max(state.their_hand, 0)

    def line_sum(state: State, phase: int, worth: Sequence[int]) -> int:
        """What is held of all mills; `worth` has an entry for every phase and class."""
        value = 0
        for index in range(mill_count):
            mill = mills[index]
            own, other = popcount(state.mine & mill), popcount(state.theirs & mill)
            value += worth[phase * CLASSES + own * HELD + other]
        return value

    def crossing_lead(state: State) -> int:
        own = popcount(state.mine & third_line) + popcount(state.mine & fourth_line)
        return own - popcount(state.theirs & third_line) - popcount(state.theirs & fourth_line)

    def blocked_lead(state: State) -> int:
        free = free_points(state)
        return blocked_count(state.mine, free) - blocked_count(state.theirs, free)

    def blocked_count(stones: int, free: int) -> int:
        count = 0
        while stones:
            count += neighbours[lowest(stones)] & free == 0
            stones &= stones - 1
        return count

    def flying_lead(state: State) -> int:
        return (popcount(state.mine) == FEWEST) - (popcount(state.theirs) == FEWEST)

    def threats(own: int, other: int, closes: int, swings: int) -> int:
        """What the mills are worth that the side `own` can close with one move along a line."""
        value = 0
        closed_points = in_mills(own)
        for index in range(mill_count):
            mill = mills[index]
            if other & mill == 0 and popcount(own & mill) == HELD - 2:
                able = neighbours[lowest(mill & ~own)] & own & ~mill
                value += closes * (able != 0) + swings * (able & closed_points != 0)
        return value

    def explain(state: State, player: int) -> dict[str, int]:
        phase = phase_of(state)
        terms = {
            "stones": stone[phase] * stone_lead(state),
            "mills": line_sum(state, phase, closed),
            "open mills": line_sum(state, phase, half_closed),
            "mills begun and stopped": line_sum(state, phase, begun),
            "crossings": crossing[phase] * crossing_lead(state),
            "blocked stones": blocked[phase] * blocked_lead(state),
            "the move": move[phase],
        }
        if phase == MOVING:
            own, other = state.mine, state.theirs
            terms["mills to close"] = threats(own, other, closable, 0) - threats(
                other, own, other_closable, 0
            )
            terms["double mills"] = threats(own, other, 0, double) - threats(
                other, own, 0, other_double
            )
        if phase == FLYING:
            terms["flying"] = flying[phase] * flying_lead(state)
        sign = 1 if player == state.turn else -1
        return {name: sign * term for name, term in terms.items()}

    return Evaluation(evaluate, explain)


def _points_with(board: Board, count: int) -> int:
    """The points with so many neighbours or more."""
    return sum(
        1 << point for point, near in enumerate(board.neighbours) if near.bit_count() >= count
    )


def _of_phases(names: str) -> tuple[int, ...]:
    """What mills are worth by phase and by what is held of them, as far as `names` speak of it."""
    table = []
    for weights in WEIGHTS:
        own, other = weights.open_mill
        held = {
            "mill": {(3, 0): weights.mill, (0, 3): -weights.mill},
            "open_mill": {(2, 0): own, (0, 2): -other},
            "begun_mill": {(1, 0): weights.begun_mill, (0, 1): -weights.begun_mill},
            "stopped_mill": {(2, 1): weights.stopped_mill, (1, 2): -weights.stopped_mill},
        }
        worth = {pair: value for name in names.split() for pair, value in held[name].items()}
        table += [worth.get(divmod(index, HELD), 0) for index in range(CLASSES)]
    return tuple(table)
