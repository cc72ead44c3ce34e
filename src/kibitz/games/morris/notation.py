"""Morris moves as text.

Placing a stone is written `d2`, moving one `d2-d3`. Captured stones are appended: `d2-d3xa1`, or
`d2xa1xg7` for two. A capture without a move is `xa1`. Points may also be numbers, counted row by
row from the top left corner: `19-16x21`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from kibitz.core.bits import squares
from kibitz.core.types import Move
from kibitz.games.morris.boards import Board
from kibitz.games.morris.state import (
    FIRST,
    HAND,
    NOWHERE,
    POINT,
    SECOND,
    TARGET,
    THIRD,
    State,
    taken,
)

_WORD = re.compile(r"[a-g][0-9]+|[0-9]+|\S")  # a point by name or number, or a sign
_TAKES = (FIRST, SECOND, THIRD)


def move_formatter(board: Board) -> Callable[[State, Move], str]:
    """A formatter for moves on `board`."""

    def format_move(state: State, move: Move) -> str:
        source, target = move & POINT, move >> TARGET & POINT
        start = "" if source == HAND else f"{board.cells[source].name}-"
        end = "" if target == NOWHERE else board.cells[target].name
        return start + end + "".join(f"x{board.cells[prey].name}" for prey in squares(taken(move)))

    return format_move


def move_parser(board: Board) -> Callable[[State, str], Move]:
    """A parser for moves on `board`, legal or not."""
    corners = f"{board.cells[board.rows[-1][0]].name}-{board.cells[board.rows[0][-1]].name}"
    known = {**board.numbers, **{str(number): number for number in range(board.count)}}
    example = f"{board.cells[0].name} or {board.cells[0].name}-{board.cells[1].name}"

    def parse_move(state: State, text: str) -> Move:
        words = _WORD.findall(text.casefold())
        places = [known[word] for word in words if word in known]
        # The shape of the move: p for each point, everything else unchanged.
        shape = "".join("p" if word in known else word for word in words)
        if not words or not re.fullmatch(r"(p(-?p)?)?(xp)*", shape):
            raise ValueError(
                f"expected a move such as {example}, with x and a point for each stone it takes; "
                f"points are {corners} or 0-{board.count - 1}"
            )
        preys = sorted(places[len(places) - shape.count("x") :])
        if len(preys) > len(_TAKES) or len(set(preys)) < len(preys):
            raise ValueError("expected at most three different stones to take")
        path = places[: len(places) - len(preys)]
        source, target = [HAND, NOWHERE] if not path else [HAND, *path][-2:]
        move = source | target << TARGET
        for prey, place in zip(preys, _TAKES, strict=False):
            move |= prey + 1 << place
        return move

    return parse_move
