"""What games won by n in a row can say about their moves: open rows, threats, blocks.

A row is one of the sets of n cells that win, as a board. The sentences call it a line, as players
do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from kibitz.core.bits import lowest, popcount, squares
from kibitz.core.vocabulary import Fact, Phrases

PHRASES = Phrases(
    {
        "threatens_line": (
            "threatens to complete the line {line}",
            "after the move the mover holds all cells of `line` but `cell`, which is free and "
            "could be played next; the move is one of them; there is one such cell",
        ),
        "double_threat": (
            "makes a double threat: lines can be completed on {ends}",
            "the same for two cells or more, which are `ends`",
        ),
        "blocks_line": (
            "blocks the line {line}",
            "the move is a cell of `line`, and the other side holds all its other cells",
        ),
        "joins_lines": (
            "stands on {lines} open {noun}",
            "`lines` lines, one at least, have the move in them and no cell of the other side",
        ),
        "closes_lines": (
            "closes {lines} {noun} to {side}",
            "`lines` lines, one at least, have the move in them, a cell of `side`, who does not "
            "move, and none of the mover's before the move",
        ),
    }
)
NUDGES = {
    "blocks_line": "see what the other side threatens",
    "double_threat": "look for two threats at once",
    "threatens_line": "look for threats",
}
SIDES = ("X", "O")


def row_facts(
    rows: Sequence[int],
    name: Callable[[int], str],
    own: int,
    other: int,
    cell: int,
    is_playable: Callable[[int], bool],
    number: Callable[[int], int],
    side: str,
) -> Iterator[Fact]:
    """The facts of the move that claims the bit `cell`.

    `rows`: every row of the board. `own` and `other`: the sides' cells after the move.
    `name` and `number`: of a bit, its cell's name and its number in the geometry.
    `is_playable`: whether the mover could claim a free bit next. `side`: who does not move.
    """
    open_rows: dict[int, int] = {}
    for row in rows:
        if not row >> cell & 1:
            continue
        rest = row & ~(1 << cell)
        if rest and other & rest == rest:
            yield PHRASES.fact(
                "blocks_line",
                line=_joined(row, name),
                cells=[number(bit) for bit in squares(row)],
            )
        missing = row & ~own
        if popcount(missing) == 1 and not other & missing and is_playable(lowest(missing)):
            open_rows.setdefault(lowest(missing), row)
    if has_row(rows, own):
        return  # what wins need not threaten
    through = [row for row in rows if row >> cell & 1]
    joined = sum(not row & other for row in through)
    closed = sum(bool(row & other) and not row & own & ~(1 << cell) for row in through)
    if joined:
        yield PHRASES.fact("joins_lines", lines=joined, noun=_noun(joined))
    if closed:
        yield PHRASES.fact("closes_lines", lines=closed, noun=_noun(closed), side=side)
    if len(open_rows) == 1:
        ((end, row),) = open_rows.items()
        yield PHRASES.fact(
            "threatens_line",
            line=_joined(row, name),
            cell=name(end),
            cells=[number(bit) for bit in squares(row)],
        )
    elif open_rows:
        yield PHRASES.fact(
            "double_threat",
            ends=" and ".join(name(end) for end in sorted(open_rows)),
            cells=[number(end) for end in open_rows],
        )


def has_row(rows: Sequence[int], own: int) -> bool:
    """Whether some row is complete."""
    return any(own & row == row for row in rows)


def _noun(count: int) -> str:
    return "line" if count == 1 else "lines"


def _joined(row: int, name: Callable[[int], str]) -> str:
    return "-".join(name(bit) for bit in squares(row))
