"""The `strong` evaluation for Connect Four, which scores threats.

A threat is a free cell that completes a four. As the columns fill up, the side that moved first
gets the odd rows, counted from the bottom, and the other side the even ones, so a threat on one of
its own rows scores more. A disc scores one for each line of four through its cell.
"""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.core.bits import popcount
from kibitz.core.evaluation import Evaluation
from kibitz.games.connect4.rules import State

TERMS = ("threats on own rows", "threats on other rows", "lines through discs")
WEIGHTS = (24, 10, 1)  # in the order of TERMS


def strong(rows: int, columns: int, winning: Sequence[int]) -> Evaluation:
    """The evaluation for a board of `rows` x `columns`; `winning` lists its lines of four."""
    height = rows + 1
    is_wide = columns >= 4  # on a narrower board the shifts could exceed the word size
    odd = sum(1 << column * height + row for column in range(columns) for row in range(0, rows, 2))
    even = sum(1 << column * height + row for column in range(columns) for row in range(1, rows, 2))
    # The number of lines through each cell, as bit planes: popcounts weighted by powers of two add
    # up to the number of lines through a set of cells.
    through = [sum(four >> bit & 1 for four in winning) for bit in range(columns * height)]
    ones, twos, fours, eights = (
        sum(1 << bit for bit, count in enumerate(through) if count >> n & 1) for n in range(4)
    )

    def threats(discs: int) -> int:
        """Every cell, free or taken, that would complete a line of four with `discs`."""
        found = discs << 1 & discs << 2 & discs << 3
        if is_wide:
            for step in (height - 1, height, height + 1):
                above = discs << step & discs << 2 * step
                found |= above & (discs << 3 * step | discs >> step)
                below = discs >> step & discs >> 2 * step
                found |= below & (discs << step | discs >> 3 * step)
        return found

    def fours_through(discs: int) -> int:
        return (
            popcount(discs & ones)
            + 2 * popcount(discs & twos)
            + 4 * popcount(discs & fours)
            + 8 * popcount(discs & eights)
        )

    def terms(state: State, side: int, weights: Sequence[int]) -> tuple[int, int, int]:
        """The terms in the order of TERMS, from the point of view of `side`."""
        first, second = state.mine, state.theirs
        if state.turn != 0:
            first, second = second, first
        taken = first | second
        one, other = threats(first) & ~taken, threats(second) & ~taken
        sign = 1 if side == 0 else -1
        return (
            sign * weights[0] * (popcount(one & odd) - popcount(other & even)),
            sign * weights[1] * (popcount(one & even) - popcount(other & odd)),
            sign * weights[2] * (fours_through(first) - fours_through(second)),
        )

    def evaluate(state: State, side: int, weights: Sequence[int]) -> int:
        own_rows, other_rows, through_discs = terms(state, side, weights)
        return own_rows + other_rows + through_discs

    def explain(state: State, side: int, weights: Sequence[int]) -> dict[str, int]:
        return dict(zip(TERMS, terms(state, side, weights), strict=True))

    return Evaluation(evaluate, explain, weights=WEIGHTS)
