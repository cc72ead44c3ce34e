"""What can be said about positions and moves in games of lines: open lines, threats, blocks."""

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


def line_facts(
    lines: Sequence[int],
    name: Callable[[int], str],
    own: int,
    other: int,
    cell: int,
    is_playable: Callable[[int], bool],
    number: Callable[[int], int],
    side: str,
) -> Iterator[Fact]:
    """The facts of the move that claims the bit `cell`.

    `lines`: every line as a board. `own` and `other`: the sides' cells after the move.
    `name` and `number`: of a bit, its cell's name and its number in the geometry.
    `is_playable`: whether the mover could claim a free bit next. `side`: who does not move.
    """
    open_lines: dict[int, int] = {}
    for line in lines:
        if not line >> cell & 1:
            continue
        rest = line & ~(1 << cell)
        if rest and other & rest == rest:
            yield PHRASES.fact(
                "blocks_line",
                line=_joined(line, name),
                cells=[number(bit) for bit in squares(line)],
            )
        missing = line & ~own
        if popcount(missing) == 1 and not other & missing and is_playable(lowest(missing)):
            open_lines.setdefault(lowest(missing), line)
    if own_has_line(lines, own):
        return  # what wins need not threaten
    through = [line for line in lines if line >> cell & 1]
    joined = sum(not line & other for line in through)
    closed = sum(bool(line & other) and not line & own & ~(1 << cell) for line in through)
    if joined:
        yield PHRASES.fact("joins_lines", lines=joined, noun=_noun(joined))
    if closed:
        yield PHRASES.fact("closes_lines", lines=closed, noun=_noun(closed), side=side)
    if len(open_lines) == 1:
        ((end, line),) = open_lines.items()
        yield PHRASES.fact(
            "threatens_line",
            line=_joined(line, name),
            cell=name(end),
            cells=[number(bit) for bit in squares(line)],
        )
    elif open_lines:
        yield PHRASES.fact(
            "double_threat",
            ends=" and ".join(name(end) for end in sorted(open_lines)),
            cells=[number(end) for end in open_lines],
        )


def own_has_line(lines: Sequence[int], own: int) -> bool:
    """Whether some line is complete."""
    return any(own & line == line for line in lines)


def _noun(count: int) -> str:
    return "line" if count == 1 else "lines"


def _joined(line: int, name: Callable[[int], str]) -> str:
    return "-".join(name(bit) for bit in squares(line))
