"""The vocabulary of games won by n in a row: open rows, threats and blocks.

A row is a set of n cells that wins, as a bitboard. The phrases call it a line, as players do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from kibitz.core.bits import lowest, popcount, squares
from kibitz.core.vocabulary import Fact, Phrases

PHRASES = Phrases(
    {
        "threatens_line": (
            "threatens to complete the line {line}",
            "after the move the mover holds all cells of `line` except `cell`, which is free and "
            "could be played next; the move is one of them; there is only one such cell",
        ),
        "double_threat": (
            "makes a double threat on {ends}",
            "like `threatens_line`, with two or more such cells, which are `ends`",
        ),
        "blocks_line": (
            "blocks the line {line}",
            "the move is a cell of `line`, and the other side holds all its other cells",
        ),
        "joins_lines": (
            "is part of {lines} open {noun}",
            "`lines` lines, at least one, include the move and no cell of the other side",
        ),
        "closes_lines": (
            "closes off {lines} {noun} for {side}",
            "`lines` lines, at least one, include the move, a cell of `side`, who does not move, "
            "and before the move none of the mover's cells",
        ),
    }
)
NUDGES = {
    "blocks_line": "See what the other side threatens.",
    "double_threat": "Look for double threats.",
    "threatens_line": "Look for threats of your own.",
}
SIDES = ("X", "O")
ENDINGS = ("the board is full", "{count} in a row")
_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


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
    """The facts about the move that claims the bit `cell`.

    `rows`: every row of the board. `own` and `other`: each side's cells after the move.
    `name` and `number`: the name of a bit's cell, and its number in the geometry.
    `is_playable`: whether a free bit could be claimed next. `side`: the other side's name.
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
        return  # a winning move needs no threats
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
    """Whether any row is complete."""
    return any(own & row == row for row in rows)


def complete_rows(rows: Sequence[int], own: int, number: Callable[[int], int]) -> list[list[int]]:
    """The complete rows, each as the numbers of its cells from end to end."""
    return [[number(bit) for bit in squares(row)] for row in rows if own & row == row]


def ending(length: int, *, is_won: bool) -> str:
    """How a finished game ended."""
    if not is_won:
        return ENDINGS[0]
    count = _WORDS[length - 1] if length <= len(_WORDS) else str(length)
    return ENDINGS[1].format(count=count)


def _noun(count: int) -> str:
    return "line" if count == 1 else "lines"


def _joined(row: int, name: Callable[[int], str]) -> str:
    return "-".join(name(bit) for bit in squares(row))
