"""Morris positions as text.

A position lists the points row by row from the top, `o` for white, `x` for black, `.` for free and
`#` for a marked stone; the side to move; white's and black's stones in hand, or -1 for a side that
still has to take a stone because the board is full; and the number of moves since the last capture,
or since all stones were placed if that was later:

    .../.../.../o...../.../.../x.. w 8 8 0

In variants where each mill can be used only once, white's and black's used mills may follow, named
by their end points: `a7g7,d7d5 -`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from kibitz.core.bits import highest, lowest
from kibitz.games.morris.position_checks import position_problems
from kibitz.games.morris.rules import Rules
from kibitz.games.morris.state import MILLS_LIMIT, State, turned
from kibitz.games.morris.variants import Mill, Variant

WHITE, BLACK, FREE, MARKED = "o", "x", ".", "#"
SIDES = "wb"
_NUMBERS = re.compile(r"(-1|\d{1,2}) (-1|\d{1,2})( \d{1,6})?( \S+ \S+)?")


def occupants_of(variant: Variant) -> Callable[[State], list[str]]:
    """A function that returns the stone on each point."""
    points = range(variant.board.count)
    marks = variant.mill == Mill.MARKS

    def occupants(state: State) -> list[str]:
        white, black = by_side(state)
        marked = state.spent if marks else 0
        return [
            WHITE
            if white >> point & 1
            else BLACK
            if black >> point & 1
            else MARKED
            if marked >> point & 1
            else ""
            for point in points
        ]

    return occupants


def by_side(state: State) -> tuple[int, int]:
    """White's stones, then black's."""
    return (state.theirs, state.mine) if state.turn else (state.mine, state.theirs)


def state_formatter(variant: Variant) -> Callable[[State], str]:
    """A formatter for positions of `variant`."""
    occupants = occupants_of(variant)

    def format_state(state: State) -> str:
        marks = occupants(state)
        rows = ["".join(marks[point] or FREE for point in row) for row in variant.board.rows]
        hands = [state.my_hand, state.their_hand]
        parts = ["/".join(rows), SIDES[state.turn], *hands[:: -1 if state.turn else 1], state.quiet]
        if variant.mills_serve_once and state.spent:
            spent = turned(state.spent) if state.turn else state.spent
            own, other = spent & (1 << MILLS_LIMIT) - 1, spent >> MILLS_LIMIT
            parts += [_format_mills(variant, own), _format_mills(variant, other)]
        return " ".join(map(str, parts))

    return format_state


def state_parser(variant: Variant, rules: Rules) -> Callable[[str], State]:
    """A parser for positions of `variant`, which rejects those that cannot occur."""
    board = variant.board
    hand = variant.stones
    example = "/".join(FREE * len(row) for row in board.rows) + f" w {hand} {hand} 0"

    def parse_state(text: str) -> State:
        words = text.casefold().split()
        if len(words) < 4 or words[1] not in tuple(SIDES):
            raise ValueError(
                f"expected the points, w or b to move, and the stones in both hands: {example}"
            )
        places = words[0].replace("/", "")
        lengths = [len(row) for row in words[0].split("/")]
        if len(places) != board.count or lengths not in (
            [board.count],
            [len(row) for row in board.rows],
        ):
            raise ValueError(f"expected {board.count} points, row by row: {example}")
        allowed = WHITE + BLACK + FREE + (MARKED if variant.mill == Mill.MARKS else "")
        if set(places) - set(allowed):
            raise ValueError(f"expected {', '.join(allowed)} for the points: {example}")
        numbers = _NUMBERS.fullmatch(" ".join(words[2:]))
        if not numbers:
            raise ValueError(f"expected the stones in both hands and the quiet moves: {example}")
        white, black, marked = (
            sum(1 << point for point, place in enumerate(places) if place == mark)
            for mark in (WHITE, BLACK, MARKED)
        )
        first, second = int(numbers[1]), int(numbers[2])
        spent = marked | _parse_spent(variant, numbers[4])
        quiet = int(numbers[3] or 0)
        if words[1] == SIDES[0]:
            state = State(white, black, first, second, spent, 0, quiet)
        else:
            state = State(black, white, second, first, turned_for(variant, spent), 1, quiet)
        _check(variant, rules, state)
        return state

    return parse_state


def turned_for(variant: Variant, spent: int) -> int:
    """The used mills or marked stones, from the other side's point of view."""
    return turned(spent) if variant.mills_serve_once else spent


def _format_mills(variant: Variant, mills: int) -> str:
    """The text of a set of mills, each named by its end points."""
    return (
        ",".join(name for number, name in enumerate(mill_names(variant)) if mills >> number & 1)
        or "-"
    )


def mill_names(variant: Variant) -> list[str]:
    """Every mill, in the order of the board, named by its end points."""
    cells = variant.board.cells
    return [cells[lowest(mill)].name + cells[highest(mill)].name for mill in variant.board.mills]


def _parse_spent(variant: Variant, text: str | None) -> int:
    """Parse the used mills, white's and black's."""
    if text is None:
        return 0
    if not variant.mills_serve_once:
        raise ValueError(f"expected nothing after the quiet moves, got {text.strip()!r}")
    known = {name: number for number, name in enumerate(mill_names(variant))}
    spent = 0
    for side, names in enumerate(text.split()):
        for name in names.split(",") if names != "-" else ():
            if name not in known:
                raise ValueError(
                    f"expected mills by their end points, such as a7g7, or -, got {name!r}"
                )
            spent |= 1 << known[name] + side * MILLS_LIMIT
    return spent


def _check(variant: Variant, rules: Rules, state: State) -> None:
    """Raises ValueError for a position that cannot occur."""
    for problem in position_problems(variant, rules, state):
        raise ValueError(problem.text[0].lower() + problem.text[1:].removesuffix("."))
