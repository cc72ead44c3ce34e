"""The `strong` evaluation for draughts.

A man is worth 100 on a full board. As the board empties, it is worth less in variants where a few
pieces are enough for a draw, and more where kings move only one square. Other terms are the
advancement of men and men on the back rank, both tapered too; runaway men, men on the edge and in
the centre, their mobility and their balance between the wings; kings on the longest diagonal and in
the centre, kings of the stronger side near enemy kings; and attacked men. A lead is scaled down if
it is too small to beat a king. The weights were fitted to the results of self-play games and
adopted only if they won matches.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from kibitz.core.bits import popcount
from kibitz.core.evaluation import Evaluation
from kibitz.games.draughts.board import Board
from kibitz.games.draughts.height import height_function
from kibitz.games.draughts.state import State
from kibitz.games.draughts.variants import Variant

TERMS = (
    "material",
    "kings",
    "advancement",
    "back rank",
    "runaway men",
    "edge",
    "centre",
    "mobility",
    "balance",
    "kings' squares",
    "attacked men",
    "chase",
    "drawn endings",
)
DRAWN = 8  # divides the evaluation of endings that are rarely won


class StrongWeights(NamedTuple):
    """The weights of the terms; a pair is for a full board and an empty one."""

    man: tuple[int, int]
    king: tuple[int, int]
    row: tuple[int, int]  # per row that a man has advanced
    back: tuple[int, int]  # a man on its back rank
    runaway: int  # a man beyond the middle that no piece can stop
    runaway_row: int  # per row that a runaway man has advanced
    edge: int  # a man on an edge column
    centre: int  # a man away from the edges
    step: int  # a free square in front of a man
    unevenness: int  # per man of difference between the wings
    diagonal: int  # a king on the longest diagonal
    royal_centre: int  # a king away from the edges
    attacked: int  # a man of the side to move that a man attacks
    chase: int = 0  # a king of the side with more pieces, within two steps of an enemy king
    few: int = 0  # this many pieces or fewer do not win against a king


SINGLE = StrongWeights._fields[4:]  # the weights that are not pairs

WALKING = StrongWeights(
    man=(100, 110),
    king=(120, 132),
    row=(-3, -3),
    back=(32, -20),
    runaway=-28,
    runaway_row=8,
    edge=-7,
    centre=-5,
    step=4,
    unevenness=-5,
    diagonal=0,
    royal_centre=6,
    attacked=-30,
    chase=16,
)
FLYING = StrongWeights(
    man=(100, 100),
    king=(275, 275),
    row=(-10, 16),
    back=(15, -5),
    runaway=-45,
    runaway_row=20,
    edge=-11,
    centre=-8,
    step=8,
    unevenness=0,
    diagonal=0,
    royal_centre=-10,
    attacked=-30,
)
FLYING_AND_CAPTURING_BACK = StrongWeights(
    man=(100, 30),
    king=(244, 100),
    row=(-2, 6),
    back=(14, 1),
    runaway=-53,
    runaway_row=15,
    edge=-5,
    centre=0,
    step=2,
    unevenness=-6,
    diagonal=18,
    royal_centre=-5,
    attacked=-15,
    few=3,
)
LARGE = StrongWeights(
    man=(100, 100),
    king=(330, 330),
    row=(1, 9),
    back=(6, 28),
    runaway=-179,
    runaway_row=35,
    edge=-13,
    centre=-3,
    step=0,
    unevenness=-10,
    diagonal=0,
    royal_centre=0,
    attacked=-37,
    few=3,
)
RACING = StrongWeights(  # for variants in which the first king wins
    man=(100, 100),
    king=(0, 0),
    row=(8, 12),
    back=(14, 14),
    runaway=0,
    runaway_row=60,
    edge=0,
    centre=3,
    step=2,
    unevenness=-3,
    diagonal=0,
    royal_centre=0,
    attacked=-30,
)


def _weights_of(variant: Variant) -> StrongWeights:
    """The weights of the family that `variant` belongs to."""
    if variant.goal == "king":
        return RACING
    if not variant.flying:
        return WALKING
    if variant.size >= 10:
        return LARGE
    return FLYING_AND_CAPTURING_BACK if variant.men_capture_back else FLYING


def strong(board: Board, variant: Variant, chosen: StrongWeights | None = None) -> Evaluation:
    """The evaluation for `variant` on `board`.

    Its weights are flattened: for each pair, one weight per number of pieces; then the single
    weights.
    """
    if chosen is None:
        chosen = _weights_of(variant)
    size, left, right, every = board.size, board.step, board.step + 1, board.every
    sign = -1 if variant.goal == "lose" else 1
    most = variant.rows * size  # pieces at the start; an artificial position may have more
    squares_and_none = popcount(every) + 1
    king_at, row_at, back_at, rest_at = (squares_and_none * number for number in (1, 2, 3, 4))
    (
        runaway_at,
        runaway_row_at,
        edge_at,
        centre_at,
        step_at,
        uneven_at,
        diagonal_at,
        royal_centre_at,
        attacked_at,
        chase_at,
        few_at,
    ) = range(rest_at, rest_at + len(SINGLE))
    first_row, last_row = board.rows(0, 0), board.rows(size - 1, size - 1)
    far, other_far = board.rows(size // 2, size - 1), board.rows(0, size // 2 - 1)
    edges = board.where(lambda y, x: x in (0, size - 1))
    middle = board.where(lambda y, x: 2 <= y < size - 2 and 2 <= x < size - 2)
    wing = board.where(lambda y, x: x < size // 2)
    road = board.where(lambda y, x: x == y)
    height = height_function(board)

    def below(pieces: int) -> int:
        """The squares of `pieces`, and those from which a man moving up can meet one of them."""
        for _ in range(size - 1):
            pieces |= (pieces >> left | pieces >> right) & every
        return pieces

    def above(pieces: int) -> int:
        """The squares of `pieces`, and those from which a man moving down can meet one of them."""
        for _ in range(size - 1):
            pieces |= (pieces << left | pieces << right) & every
        return pieces

    def near(kings: int) -> int:
        """The squares within two steps of one of `kings`."""
        for _ in range(2):
            kings |= (kings >> left | kings >> right | kings << left | kings << right) & every
        return kings

    def unevenness(men: int) -> int:
        return abs(2 * popcount(men & wing) - popcount(men))

    def terms(state: State, side: int, weights: Sequence[int]) -> tuple[int, ...]:
        """The terms in the order of TERMS except the last, from the point of view of `side`."""
        up, down = state.mine, state.theirs
        if state.turn != 0:
            up, down = down, up
        kings = state.kings
        free = every & ~(up | down)
        men, other_men = up & ~kings, down & ~kings
        royal, other_royal = up & kings, down & kings
        count, other_count = popcount(men), popcount(other_men)
        pieces = popcount(up | down)
        advanced = height(men) + height(other_men) - (size - 1) * other_count
        guards = popcount(men & first_row) - popcount(other_men & last_row)
        runaways = men & far & ~below(down)
        other_runaways = other_men & other_far & ~above(up)
        running = popcount(runaways) - popcount(other_runaways)
        run = height(runaways) + height(other_runaways) - (size - 1) * popcount(other_runaways)
        steps = (
            popcount(men << left & free)
            + popcount(men << right & free)
            - popcount(other_men >> left & free)
            - popcount(other_men >> right & free)
        )
        if state.turn == 0:
            attacked = popcount((other_men >> left & men) >> left & free) + popcount(
                (other_men >> right & men) >> right & free
            )
        else:
            attacked = -popcount((men << left & other_men) << left & free) - popcount(
                (men << right & other_men) << right & free
            )
        on_road = popcount(royal & road) - popcount(other_royal & road)
        in_middle = popcount(royal & middle) - popcount(other_royal & middle)
        chasing = 0
        if weights[chase_at] != 0 and royal != 0 and other_royal != 0:
            if popcount(up) > popcount(down):
                chasing = popcount(royal & near(other_royal))
            elif popcount(up) < popcount(down):
                chasing = -popcount(other_royal & near(royal))
        view = sign if side == 0 else -sign
        return (
            view * weights[pieces] * (count - other_count),
            view * weights[king_at + pieces] * (popcount(royal) - popcount(other_royal)),
            view * weights[row_at + pieces] * advanced,
            view * weights[back_at + pieces] * guards,
            view * (weights[runaway_at] * running + weights[runaway_row_at] * run),
            view * weights[edge_at] * (popcount(men & edges) - popcount(other_men & edges)),
            view * weights[centre_at] * (popcount(men & middle) - popcount(other_men & middle)),
            view * weights[step_at] * steps,
            view * weights[uneven_at] * (unevenness(men) - unevenness(other_men)),
            view * (weights[diagonal_at] * on_road + weights[royal_centre_at] * in_middle),
            view * weights[attacked_at] * attacked,
            view * weights[chase_at] * chasing,
        )

    def faded(state: State, side: int, value: int, few: int) -> int:
        """`value`, scaled down if the leading side has too few pieces to win."""
        leader, other = state.mine, state.theirs
        if (state.turn == side) != (value > 0):
            leader, other = other, leader
        if few == 0 or popcount(leader) > few or other & state.kings == 0:
            return value
        return value // DRAWN if value > 0 else -(-value // DRAWN)

    def evaluate(state: State, side: int, weights: Sequence[int]) -> int:
        """The evaluation for `side`, in hundredths of a man."""
        value = 0
        for term in terms(state, side, weights):
            value += term
        return faded(state, side, value, weights[few_at])

    def explain(state: State, side: int, weights: Sequence[int]) -> dict[str, int]:
        """The terms by name."""
        found = terms(state, side, weights)
        value = sum(found)
        left = faded(state, side, value, weights[few_at])
        return dict(zip(TERMS, (*found, left - value), strict=True))

    if variant.goal == "lose":  # no chase, and having few pieces is no drawback
        chosen = chosen._replace(chase=0, few=0)
    tables = (
        _tapered(ends, most, popcount(every))
        for ends in (chosen.man, chosen.king, chosen.row, chosen.back)
    )
    single = (getattr(chosen, name) for name in SINGLE)
    return Evaluation(evaluate, explain, weights=(*chain(*tables), *single))


def _tapered(ends: tuple[int, int], most: int, squares: int) -> tuple[int, ...]:
    """A weight for every number of pieces up to `squares`, constant from `most` on."""
    full, empty = ends
    counts = [min(pieces, most) for pieces in range(squares + 1)]
    return tuple((full * pieces + empty * (most - pieces)) // most for pieces in counts)
