"""The reasons why Morris moves are illegal."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.core.bits import lowest, popcount, squares
from kibitz.core.messages import Message, own_message
from kibitz.core.types import Move
from kibitz.games.morris.rules import Rules
from kibitz.games.morris.state import HAND, NOWHERE, POINT, TARGET, State, taken
from kibitz.games.morris.variants import Variant

REASONS = {
    "must_take": "You have to take a stone first, such as {example}.",
    "takes_without_move": "You can take a stone only as part of a move.",
    "all_placed": "All your stones are placed. Move one of them.",
    "stones_in_hand": "You still have stones in hand. Place one on a free point.",
    "not_yours": "The side to move has no stone on {point}.",
    "point_taken": "{point} is taken.",
    "not_linked": "{source} and {target} are not adjacent.",
    "no_prey": "The other side has no stone on {point}.",
    "not_beside": "{point} is not adjacent to a stone of the side to move.",
    "in_mill": "The stone on {point} is in a mill, and another stone is not.",
    "no_mill": "This move does not close a mill, so it cannot take a stone.",
    "mill_takes": "This move closes a mill. Add a stone to take, such as {example}.",
    "other_number": "The number of stones that this move takes is {earned}, not {given}.",
}


def reasons(variant: Variant, rules: Rules) -> Callable[[State, Move], Message | None]:
    """A function that explains why a move of `variant` is illegal."""
    names = [cell.name for cell in variant.board.cells]

    def why_not(state: State, move: Move) -> Message | None:
        source, target = move & POINT, move >> TARGET & POINT
        if rules.is_decided(state):
            return None
        return step_fault(state, source, target) or capture_fault(state, source, target, move)

    def step_fault(state: State, source: int, target: int) -> Message | None:
        """The reason why a stone cannot move from `source` to `target`."""
        if rules.must_take(state):
            if target == NOWHERE:
                return None
            example = f"x{names[lowest(rules.preys_of(state))]}"
            return own_message(REASONS, "must_take", example=example)
        if target == NOWHERE:
            return own_message(REASONS, "takes_without_move")
        if source == HAND:
            if state.my_hand <= 0:
                return own_message(REASONS, "all_placed")
        elif state.my_hand > 0 and not variant.slides_early:
            return own_message(REASONS, "stones_in_hand")
        elif not state.mine >> source & 1:
            return own_message(REASONS, "not_yours", point=names[source])
        if not rules.free_points(state) >> target & 1:
            return own_message(REASONS, "point_taken", point=names[target])
        if source == HAND or rules.may_fly(state.mine, state.my_hand):
            return None
        if not variant.board.neighbours[source] >> target & 1:
            return own_message(
                REASONS,
                "not_linked",
                source=names[source],
                target=names[target],
            )
        return None

    def capture_fault(state: State, source: int, target: int, move: Move) -> Message | None:
        """The reason why these stones cannot be taken."""
        preys = taken(move)
        allowed = rules.preys_of(state)
        earned = rules.stones_earned(state, source, target)
        for point in squares(preys):
            name = names[point]
            if not state.theirs >> point & 1:
                return own_message(REASONS, "no_prey", point=name)
            if earned and not allowed >> point & 1:
                if rules.must_take(state) and state.my_hand == 0:
                    return own_message(
                        REASONS,
                        "not_beside",
                        point=name,
                    )
                return own_message(REASONS, "in_mill", point=name)
        given = popcount(preys)
        if given == earned:
            return None
        if earned == 0:
            return own_message(REASONS, "no_mill")
        example = f"x{names[lowest(allowed)]}"
        if given == 0:
            return own_message(REASONS, "mill_takes", example=example)
        return own_message(REASONS, "other_number", earned=earned, given=given)

    return why_not
