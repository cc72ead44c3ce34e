"""What is wrong with a position of the Morris family that play cannot reach."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.bits import popcount
from kibitz.core.messages import Message, own_message
from kibitz.games.morris.rules import Rules
from kibitz.games.morris.state import FEWEST, State
from kibitz.games.morris.variants import Mill, Variant

PROBLEMS = {
    "too_many_stones": "{side} has {board} stones on the board and {hand} in hand: expected at "
    "most {stones} in all.",
    "bad_hand": "Expected 0 to {stones} stones in hand, got {hand}.",
    "bad_owed_capture": "-1 stones in hand are possible only after a full board, where the side to "
    "move takes first.",
    "quiet_with_hands": "Expected 0 quiet moves while stones are in hand, got {quiet}.",
    "uneven_hands": "Stones are placed in turn: expected equal hands with white to move, and one "
    "more stone in black's hand with black to move.",
    "over_earlier": "This position cannot occur: the game ended a move earlier.",
    "no_free_point": "Expected a free point for the stone in hand.",
}
_NAMES = ("White", "Black")


def position_problems(variant: Variant, rules: Rules, state: State) -> Iterator[Message]:
    """What is wrong with a position; nothing if it can occur, as far as that is easy to see."""
    stones = variant.stones
    hands = state.my_hand, state.their_hand
    for side, board, hand in zip(
        (state.turn, 1 - state.turn), (state.mine, state.theirs), hands, strict=True
    ):
        if popcount(board) + hand > stones:
            yield own_message(
                PROBLEMS,
                "too_many_stones",
                side=_NAMES[side],
                board=popcount(board),
                hand=hand,
                stones=stones,
            )
    if min(hands) < 0 and not (variant.full_board_takes and max(hands) <= 0):
        yield own_message(PROBLEMS, "bad_hand", stones=stones, hand=min(hands))
    if min(hands) < 0 and (
        state.my_hand == 0
        or popcount(rules.free_points(state)) != (0 if state.their_hand < 0 else 1)
    ):
        yield own_message(PROBLEMS, "bad_owed_capture")
    if max(hands) > 0:
        if state.quiet:
            yield own_message(PROBLEMS, "quiet_with_hands", quiet=state.quiet)
        if variant.alternates and state.their_hand - state.my_hand + state.turn:
            yield own_message(PROBLEMS, "uneven_hands")
    has_too_few = popcount(state.theirs) + state.their_hand < FEWEST
    if has_too_few or (variant.mill == Mill.WINS and rules.in_mills(state.mine)):
        yield own_message(PROBLEMS, "over_earlier")
    if state.my_hand > 0 and not rules.free_points(state):
        yield own_message(PROBLEMS, "no_free_point")
