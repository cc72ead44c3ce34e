"""Setting up a position of Smart Horses.

A square holds a knight's letter, a signed value, or `#` if it is destroyed; a knight on a square
with a value holds both, as in `W+5`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kibitz.core.messages import Message, own_message
from kibitz.core.setup import Content, Counter, Placement, Setup
from kibitz.games.horses.board import (
    POINTS,
    SCORE_LIMIT,
    VALUE_LIMIT,
    State,
    pack,
    score_of,
)
from kibitz.games.horses.positions import GONE, contents_of
from kibitz.games.horses.rules import Rules

PROBLEMS = {
    "no_knight": "The {side} knight is missing.",
    "extra_knights": "There are {count} {side} knights: expected one.",
    "stuck_mover": "The {side} knight cannot move, so it is not its turn.",
}
POINTS_TITLE = "points"
DESTROYED = "destroyed square"


def setup_for(sides: Sequence[str], letters: Sequence[str], rules: Rules) -> Setup:
    """The setup for these sides, whose knights have these letters."""
    contents = contents_of(letters)
    known = re.compile(rf"([{''.join(letters)}])?([+-]([1-9][0-9]?))?|{GONE}")
    counters = [f"{side}_points" for side in sides]

    def allows(code: str) -> bool:
        found = known.fullmatch(code)
        return found is not None and int(found[3] or 0) <= VALUE_LIMIT

    def read(state: State) -> Placement:
        scores = {name: score_of(state, side) for side, name in enumerate(counters)}
        return Placement(cells=tuple(contents(state)), turn=state.turn, counters=scores)

    def build(placement: Placement) -> State:
        cells = placement.cells
        return pack(
            placement.turn,
            [next(i for i, code in enumerate(cells) if code[:1] == letter) for letter in letters],
            [placement.counters.get(name, 0) for name in counters],
            [int(code.lstrip("".join(letters)) or 0) if code != GONE else 0 for code in cells],
            [square for square, code in enumerate(cells) if code == GONE],
        )

    def problems(placement: Placement) -> list[Message]:
        found = []
        for side, letter in zip(sides, letters, strict=True):
            count = sum(code[:1] == letter for code in placement.cells)
            if count == 0:
                found.append(own_message(PROBLEMS, "no_knight", side=side))
            elif count > 1:
                found.append(own_message(PROBLEMS, "extra_knights", side=side, count=count))
        if found:
            return found
        state = build(placement)
        if not rules.mobility(state, state.turn) and not rules.is_over(state):
            found.append(own_message(PROBLEMS, "stuck_mover", side=sides[state.turn]))
        return found

    return Setup(
        contents=[
            *(Content(letter) for letter in letters),
            *(Content(f"{value:+}") for value in POINTS),
            Content(GONE, DESTROYED),
        ],
        read=read,
        build=build,
        problems=problems,
        counters=[
            Counter(name, POINTS_TITLE, -SCORE_LIMIT, SCORE_LIMIT, side, "points")
            for side, name in enumerate(counters)
        ],
        allows=allows,
    )
