"""The evaluation named `classic`: what a position of Smart Horses is worth, exactly.

A player's standing is 100 for a point, 10 for a square that the knight can jump to, 5 for
proximity, 3 for standing on one of the four middle squares, and 400 less for a knight that cannot
move. Proximity is the sum, over the point squares of positive value that are not destroyed, of the
value divided by the distance in steps along rows and columns; twice the value for the square under
the knight. An evaluation is a player's standing less that of all others; 10,000 for a game won.

Distances go up to 14, so everything is a whole number of 72,072ths: 5 / 14, 5 / 13 and so on down
to 5 / 1 are.
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

# What one point of value adds at every distance.
SHARES = (2 * PROXIMITY, *(PROXIMITY // distance for distance in range(1, 2 * SIZE - 1)))
POSITIVE_BITS = sum(POSITIVE << VALUE_BITS * place for place in range(PER_FIELD))


def classic(players: int, rules: Rules) -> Evaluation:
    """The evaluation for `players` who play by `rules`."""
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
        terms = dict.fromkeys(("score", "mobility", "proximity", "centre", "no move"), 0)
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
