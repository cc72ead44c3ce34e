"""The `classic` evaluation for Morris: 100 for each stone more than the other side has, in hand or
on the board; 2 for each legal move more; 9 minus the side's own stones in hand; 10,000 for a won
game and -10,000 for a lost one. The third term depends on one side only, so the evaluation is not
mirrored.
"""

from __future__ import annotations

from kibitz.core.bits import lowest, popcount
from kibitz.core.evaluation import Evaluation
from kibitz.games.morris.rules import Rules
from kibitz.games.morris.state import FEWEST, State
from kibitz.games.morris.variants import Variant

STONE = 100
MOVE = 2
PRESENCE = 9  # the same in every variant
DECIDED = 10_000


def classic(variant: Variant, rules: Rules) -> Evaluation:
    """The evaluation for `variant` under `rules`."""
    neighbours = variant.board.neighbours
    slides_early = variant.slides_early
    blocked_takes = variant.blocked_takes
    may_fly, free_points, is_decided = rules.may_fly, rules.free_points, rules.is_decided

    def evaluate(state: State, side: int) -> int:
        free = free_points(state)
        own = move_count(state.mine, state.my_hand, free)
        other = move_count(state.theirs, state.their_hand, free)
        value = STONE * stone_lead(state) + MOVE * (own - other)
        if is_decided(state) or (own == 0 and state.my_hand == 0 and not blocked_takes):
            value -= DECIDED
        if side == state.turn:
            return value + PRESENCE - max(state.my_hand, 0)
        return PRESENCE - max(state.their_hand, 0) - value

    def stone_lead(state: State) -> int:
        """The mover's stones, on the board and in hand, minus the other side's."""
        own = popcount(state.mine) + max(state.my_hand, 0)
        return own - popcount(state.theirs) - max(state.their_hand, 0)

    def move_count(stones: int, hand: int, free: int) -> int:
        """The number of a side's moves; the choice of stones to take does not count."""
        if may_fly(stones, hand):
            return FEWEST * popcount(free)
        count = 0
        if hand > 0:
            count = popcount(free)
            if not slides_early:
                return count
        while stones:
            count += popcount(neighbours[lowest(stones)] & free)
            stones &= stones - 1
        return count

    def explain(state: State, side: int) -> dict[str, int]:
        sign, hand = (1, state.my_hand) if side == state.turn else (-1, state.their_hand)
        stones = sign * STONE * stone_lead(state)
        placed = PRESENCE - max(hand, 0)
        rest = evaluate(state, side) - stones - placed
        # Mobility never gets this large.
        decided = DECIDED if rest > DECIDED // 2 else -DECIDED if rest < -DECIDED // 2 else 0
        terms = {"stones": stones, "mobility": rest - decided, "placed": placed}
        return {**terms, "decided": decided} if decided else terms

    return Evaluation(evaluate, explain, mirrored=False)
