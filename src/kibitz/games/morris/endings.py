"""What the board of Morris does not show: stones in hand, and how a game ended."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.core.bits import popcount, squares
from kibitz.games.morris.rules import Rules
from kibitz.games.morris.state import FEWEST, State
from kibitz.games.morris.variants import Mill, Variant

SIDES = ("white", "black")
ENDINGS = ("{side} has closed a mill", "{side} has fewer than {count} stones", "{side} cannot move")


def counts(state: State) -> list[dict[str, int]]:
    """The stones of each side: on the board and, until all are placed, in hand."""
    own = (max(state.my_hand, 0), popcount(state.mine))
    other = (max(state.their_hand, 0), popcount(state.theirs))
    both = (own, other) if state.turn == 0 else (other, own)
    if not own[0] and not other[0]:
        return [{"stones": placed} for _, placed in both]
    return [{"in hand": hand, "stones": placed} for hand, placed in both]


def winning_lines_of(variant: Variant) -> Callable[[State], list[list[int]]]:
    """A function that returns the mills that won the game, where a mill wins."""
    mills = variant.board.mills if variant.mill == Mill.WINS else ()

    def winning_lines(state: State) -> list[list[int]]:
        return [list(squares(mill)) for mill in mills if state.theirs & mill == mill]

    return winning_lines


def ending_of(variant: Variant, rules: Rules) -> Callable[[State], str]:
    """A function that returns how a finished game ended; the side to move has lost."""
    winning_lines = winning_lines_of(variant)

    def ending(state: State) -> str:
        loser = SIDES[state.turn].capitalize()
        if winning_lines(state):
            return ENDINGS[0].format(side=SIDES[1 - state.turn].capitalize())
        if rules.is_decided(state):
            return ENDINGS[1].format(side=loser, count=FEWEST)
        return ENDINGS[2].format(side=loser)

    return ending
