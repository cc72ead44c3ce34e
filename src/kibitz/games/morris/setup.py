"""Setting up a position of the Morris family."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.core.messages import Message
from kibitz.core.setup import Content, Counter, Placement, Setup
from kibitz.games.morris.position_checks import position_problems
from kibitz.games.morris.positions import (
    BLACK,
    MARKED,
    WHITE,
    mill_names,
    occupants_of,
    turned_for,
)
from kibitz.games.morris.rules import Rules
from kibitz.games.morris.state import MILLS_LIMIT, State
from kibitz.games.morris.variants import Mill, Variant

HANDS = ("white_hand", "black_hand")
QUIET = "quiet"
MOST_QUIET = 999_999  # as in the text of positions
TITLES = ("stones in hand", "moves since the last capture", "marked stone")


def setup_for(variant: Variant, rules: Rules) -> Setup:
    """The setup of `variant`."""
    occupants = occupants_of(variant)
    has_marks = variant.mill == Mill.MARKS
    mills = _mill_counters(variant) if variant.mills_serve_once else ()
    least = -1 if variant.full_board_takes else 0

    def read(state: State) -> Placement:
        hands = (state.my_hand, state.their_hand)[:: -1 if state.turn else 1]
        spent = turned_for(variant, state.spent) if state.turn else state.spent
        return Placement(
            cells=tuple(occupants(state)),
            turn=state.turn,
            counters={
                **dict(zip(HANDS, hands, strict=True)),
                QUIET: state.quiet,
                **{counter.name: spent >> bit & 1 for bit, counter in mills},
            },
        )

    def build(placement: Placement) -> State:
        white, black, marked = (
            sum(1 << point for point, found in enumerate(placement.cells) if found == code)
            for code in (WHITE, BLACK, MARKED)
        )
        counters = placement.counters
        first, second = (counters.get(hand, 0) for hand in HANDS)
        spent = marked | sum(counters.get(one.name, 0) << bit for bit, one in mills)
        quiet = counters.get(QUIET, 0)
        if placement.turn == 0:
            return State(white, black, first, second, spent, 0, quiet)
        return State(black, white, second, first, turned_for(variant, spent), 1, quiet)

    def problems(placement: Placement) -> list[Message]:
        return list(position_problems(variant, rules, build(placement)))

    contents = [Content(WHITE), Content(BLACK)]
    return Setup(
        contents=[*contents, Content(MARKED, TITLES[2])] if has_marks else contents,
        read=read,
        build=build,
        problems=problems,
        counters=[
            *(
                Counter(hand, TITLES[0], least, variant.stones, side, "hand")
                for side, hand in enumerate(HANDS)
            ),
            Counter(QUIET, TITLES[1], 0, MOST_QUIET),
            *(counter for _, counter in mills),
        ],
    )


def _mill_counters(variant: Variant) -> Sequence[tuple[int, Counter]]:
    """For every mill of either side its bit in `State.spent`, and whether it has been used."""
    return [
        (
            number + side * MILLS_LIMIT,
            Counter(f"{hand.split('_')[0]}_mill_{name}", f"used mill {name}", 0, 1, side, "flag"),
        )
        for side, hand in enumerate(HANDS)
        for number, name in enumerate(mill_names(variant))
    ]
