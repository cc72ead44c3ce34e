"""The `classic` evaluation for draughts.

A man is worth 100. The weights were chosen by hand and are untuned.
"""

from __future__ import annotations

from typing import NamedTuple

from kibitz.core.bits import popcount
from kibitz.core.evaluation import Evaluation
from kibitz.games.draughts.board import Board
from kibitz.games.draughts.height import height_function
from kibitz.games.draughts.state import State
from kibitz.games.draughts.variants import Variant

UNIT = 100  # a man
TERMS = ("material", "kings", "advancement", "back rank", "centre")


class ClassicWeights(NamedTuple):
    """The weights of the terms."""

    king: int
    row: int  # per row that a man has advanced
    back: int  # a man on its back rank
    centre: int  # a piece away from the edges


FLYING = ClassicWeights(king=300, row=3, back=9, centre=4)
WALKING = ClassicWeights(king=140, row=3, back=9, centre=4)
RACING = ClassicWeights(king=0, row=12, back=14, centre=3)  # the first king wins


def classic(board: Board, variant: Variant) -> Evaluation:
    """Material, kings, advancement, back rank and centre."""
    weights = RACING if variant.goal == "king" else FLYING if variant.flying else WALKING
    king, row, back, centre = weights
    sign = -1 if variant.goal == "lose" else 1
    size = board.size
    first_row = board.rows(0, 0)
    last_row = board.rows(size - 1, size - 1)
    middle = board.where(lambda y, x: 2 <= y < size - 2 and 2 <= x < size - 2)
    height = height_function(board)

    def terms(state: State, side: int) -> tuple[int, int, int, int, int]:
        """The terms in the order of TERMS, from the point of view of `side`."""
        own, other = state.mine, state.theirs
        if side != state.turn:
            own, other = other, own
        men, other_men = own & ~state.kings, other & ~state.kings
        balance = popcount(men) - popcount(other_men)
        royal = popcount(own & state.kings) - popcount(other & state.kings)
        up, down = (men, other_men) if side == 0 else (other_men, men)
        advanced = height(up) - (size - 1) * popcount(down) + height(down)
        guards = popcount(up & first_row) - popcount(down & last_row)
        if side != 0:
            advanced, guards = -advanced, -guards
        central = popcount(own & middle) - popcount(other & middle)
        return (
            sign * UNIT * balance,
            sign * king * royal,
            sign * row * advanced,
            sign * back * guards,
            sign * centre * central,
        )

    def evaluate(state: State, side: int) -> int:
        """The evaluation for `side`, in hundredths of a man."""
        material, kings, advancement, guard, central = terms(state, side)
        return material + kings + advancement + guard + central

    def explain(state: State, side: int) -> dict[str, int]:
        """The terms by name."""
        return dict(zip(TERMS, terms(state, side), strict=True))

    return Evaluation(evaluate, explain)
