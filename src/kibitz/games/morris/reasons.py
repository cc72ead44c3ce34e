"""Why a move of the Morris family is not legal."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.core.bits import lowest, popcount, squares
from kibitz.core.messages import Message
from kibitz.core.types import Move
from kibitz.games.morris.rules import Rules
from kibitz.games.morris.state import HAND, NOWHERE, POINT, TARGET, State, taken
from kibitz.games.morris.variants import Variant


def reasons(variant: Variant, rules: Rules) -> Callable[[State, Move], Message | None]:
    """The rule that says why a move of `variant` is not legal."""
    names = [cell.name for cell in variant.board.cells]

    def why_not(state: State, move: Move) -> Message | None:
        source, target = move & POINT, move >> TARGET & POINT
        if rules.is_decided(state):
            return None
        return start_fault(state, source, target) or prey_fault(state, source, target, move)

    def start_fault(state: State, source: int, target: int) -> Message | None:
        """What is wrong with the points that a stone leaves and reaches."""
        if rules.must_take(state):
            if target == NOWHERE:
                return None
            example = f"x{names[lowest(rules.preys_of(state))]}"
            return _say(
                "must_take", "a stone has to be taken first, such as {example}", example=example
            )
        if target == NOWHERE:
            return _say("takes_without_move", "a stone is taken only along with a move")
        if source == HAND:
            if state.my_hand <= 0:
                return _say("all_placed", "all stones are placed: move one from point to point")
        elif state.my_hand > 0 and not variant.slides_early:
            return _say("stones_in_hand", "stones are in hand: place one on a free point")
        elif not state.mine >> source & 1:
            return _say(
                "not_yours", "no stone of the side to move is on {point}", point=names[source]
            )
        if not rules.free_points(state) >> target & 1:
            return _say("point_taken", "{point} is taken", point=names[target])
        if source == HAND or rules.may_fly(state.mine, state.my_hand):
            return None
        if not variant.board.neighbours[source] >> target & 1:
            return _say(
                "not_linked",
                "no line leads from {source} straight to {target}",
                source=names[source],
                target=names[target],
            )
        return None

    def prey_fault(state: State, source: int, target: int, move: Move) -> Message | None:
        """What is wrong with the stones that are to be taken."""
        preys = taken(move)
        allowed = rules.preys_of(state)
        earned = rules.stones_earned(state, source, target)
        for point in squares(preys):
            name = names[point]
            if not state.theirs >> point & 1:
                return _say("no_prey", "no stone of the other side is on {point}", point=name)
            if earned and not allowed >> point & 1:
                if rules.must_take(state) and state.my_hand == 0:
                    return _say(
                        "not_beside",
                        "{point} is not beside a stone of the side to move",
                        point=name,
                    )
                return _say(
                    "in_mill", "the stone on {point} stands in a mill, others do not", point=name
                )
        given = popcount(preys)
        if given == earned:
            return None
        if earned == 0:
            return _say("no_mill", "this move closes no mill, so it takes no stone")
        example = f"x{names[lowest(allowed)]}"
        if given == 0:
            text = "this move closes a mill: add a stone to take, such as {example}"
            return _say("mill_takes", text, example=example)
        text = "this move has to take {earned} of the stones that may be taken, not {given}"
        return _say("other_number", text, earned=earned, given=given)

    return why_not


def _say(code: str, text: str, **params: object) -> Message:
    return Message(code, text.format(**params), params)
