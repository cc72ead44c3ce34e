"""The `classic` evaluation for Smart Horses, in exact arithmetic.

A side's total is 100 per point, 10 per square that its knight can jump to, 5 times its proximity,
3 for a knight on one of the four centre squares, minus 400 for a knight that cannot move. Proximity
is the sum, over all remaining squares with a positive value, of the value divided by the Manhattan
distance; the square under the knight adds twice its value. The evaluation is a side's total minus
the totals of all others, or 10,000 for a won game.

Distances go up to 14, so the unit is 1 / 72,072: 5 / 14, 5 / 13 and so on down to 5 / 1 are all
multiples of it.
"""

from __future__ import annotations

from kibitz.core.bits import lowest
from kibitz.core.evaluation import Evaluation
from kibitz.games.horses.board import (
    PER_FIELD,
    POSITIVE,
    SIZE,
    VALUE_BITS,
    VALUE_FIELDS,
    VALUES,
    State,
    knight_of,
    score_of,
)
from kibitz.games.horses.rules import Rules

UNIT = 72_072
SCORE = 100 * UNIT
MOBILITY = 10 * UNIT
PROXIMITY = 5 * UNIT
CENTRE = 3 * UNIT
NO_MOVE = 400 * UNIT
FINISHED = 10_000 * UNIT

# Proximity per point of value, by distance.
SHARES = (2 * PROXIMITY, *(PROXIMITY // distance for distance in range(1, 2 * SIZE - 1)))
POSITIVE_BITS = sum(POSITIVE << VALUE_BITS * place for place in range(PER_FIELD))


def classic(players: int, rules: Rules) -> Evaluation:
    """The evaluation for this number of players under `rules`."""
    mobility, is_over, payoff = rules.mobility, rules.is_over, rules.payoff

    def evaluate(state: State, side: int) -> int:
        if is_over(state):
            return FINISHED * payoff(state, side)
        total = 0
        for other in range(players):
            standing = (
                SCORE * score_of(state, other)
                + mobility_term(mobility(state, other))
                + proximity(state, other)
                + centre_term(knight_of(state, other))
            )
            total += standing if other == side else -standing
        return total

    def mobility_term(count: int) -> int:
        return MOBILITY * count if count else -NO_MOVE

    def centre_term(square: int) -> int:
        is_middle = 3 <= square // SIZE <= 4 and 3 <= square % SIZE <= 4
        return CENTRE if is_middle else 0

    def proximity(state: State, side: int) -> int:
        knight = knight_of(state, side)
        total = 0
        for index in range(VALUE_FIELDS):
            field = state[VALUES + index]
            positive = field & POSITIVE_BITS
            while positive:
                place = lowest(positive) // VALUE_BITS
                positive &= positive - 1
                size = field >> VALUE_BITS * place & POSITIVE - 1
                total += size * SHARES[distance(knight, index * PER_FIELD + place)]
        return total

    def distance(one: int, other: int) -> int:
        return abs(one // SIZE - other // SIZE) + abs(one % SIZE - other % SIZE)

    def explain(state: State, side: int) -> dict[str, int]:
        if is_over(state):
            return {"finished": evaluate(state, side)}
        terms: dict[str, int] = dict.fromkeys(
            ("score", "mobility", "proximity", "centre", "no move"), 0
        )
        for other in range(players):
            sign = 1 if other == side else -1
            count = mobility(state, other)
            terms["score"] += sign * SCORE * score_of(state, other)
            terms["mobility"] += sign * MOBILITY * count
            terms["proximity"] += sign * proximity(state, other)
            terms["centre"] += sign * centre_term(knight_of(state, other))
            terms["no move"] -= sign * NO_MOVE * (count == 0)
        return terms

    return Evaluation(evaluate, explain, mirrored=players == 2)
