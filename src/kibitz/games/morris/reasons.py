"""The reasons why Morris moves are illegal."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.core.bits import lowest, popcount, squares
from kibitz.core.messages import Message
from kibitz.core.types import Move
from kibitz.games.morris.rules import Rules
from kibitz.games.morris.state import HAND, NOWHERE, POINT, TARGET, State, taken
from kibitz.games.morris.variants import Variant


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
            return _reason(
                "must_take", "You have to take a stone first, such as {example}.", example=example
            )
        if target == NOWHERE:
            return _reason("takes_without_move", "You can take a stone only as part of a move.")
        if source == HAND:
            if state.my_hand <= 0:
                return _reason("all_placed", "All your stones are placed. Move one of them.")
        elif state.my_hand > 0 and not variant.slides_early:
            return _reason(
                "stones_in_hand", "You still have stones in hand. Place one on a free point."
            )
        elif not state.mine >> source & 1:
            return _reason(
                "not_yours", "The side to move has no stone on {point}.", point=names[source]
            )
        if not rules.free_points(state) >> target & 1:
            return _reason("point_taken", "{point} is taken.", point=names[target])
        if source == HAND or rules.may_fly(state.mine, state.my_hand):
            return None
        if not variant.board.neighbours[source] >> target & 1:
            return _reason(
                "not_linked",
                "{source} and {target} are not adjacent.",
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
                return _reason("no_prey", "The other side has no stone on {point}.", point=name)
            if earned and not allowed >> point & 1:
                if rules.must_take(state) and state.my_hand == 0:
                    return _reason(
                        "not_beside",
                        "{point} is not adjacent to a stone of the side to move.",
                        point=name,
                    )
                text = "The stone on {point} is in a mill, and another stone is not."
                return _reason("in_mill", text, point=name)
        given = popcount(preys)
        if given == earned:
            return None
        if earned == 0:
            text = "This move does not close a mill, so it cannot take a stone."
            return _reason("no_mill", text)
        example = f"x{names[lowest(allowed)]}"
        if given == 0:
            text = "This move closes a mill. Add a stone to take, such as {example}."
            return _reason("mill_takes", text, example=example)
        text = "The number of stones that this move takes is {earned}, not {given}."
        return _reason("other_number", text, earned=earned, given=given)

    return why_not


def _reason(code: str, text: str, **params: object) -> Message:
    return Message(code, text.format(**params), params)
