"""What is wrong with a position that was set up, in games won by n in a row."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from kibitz.core.bits import popcount
from kibitz.core.messages import Message, own_message
from kibitz.core.setup import Content

PROBLEMS = {
    "wrong_count": "There are {first_count} {first} and {second_count} {second}: expected as many "
    "of each, or one {first} more.",
    "both_have_rows": "Both sides have {length} in a row.",
    "over_earlier": "{side} is to move but already has {length} in a row: the game ended a move "
    "earlier.",
}


def marks(sides: Sequence[str]) -> tuple[Content, ...]:
    """What can be placed: the mark of either side."""
    return tuple(Content(side) for side in sides)


def bits_of(cells: Sequence[str], code: str, bits: Sequence[int]) -> int:
    """The cells with this content, as a bitboard; `bits` are the numbers of their bits."""
    return sum(1 << bit for bit, found in zip(bits, cells, strict=True) if found == code)


def row_problems(
    firsts: int,
    seconds: int,
    sides: Sequence[str],
    length: int,
    has_row: Callable[[int], bool],
) -> Iterator[Message]:
    """What is wrong with the counts and rows of both sides, given as bitboards."""
    counts = popcount(firsts), popcount(seconds)
    turn = counts[0] - counts[1]
    if turn not in (0, 1):
        params = dict(zip(("first", "second"), sides, strict=True))
        numbers = dict(zip(("first_count", "second_count"), counts, strict=True))
        yield own_message(PROBLEMS, "wrong_count", **params, **numbers)
    if has_row(firsts) and has_row(seconds):
        yield own_message(PROBLEMS, "both_have_rows", length=length)
    elif turn in (0, 1) and has_row((firsts, seconds)[turn]):
        yield own_message(PROBLEMS, "over_earlier", side=sides[turn], length=length)
