"""The vocabulary of draughts: captures, promotions and guarding the back rank."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.bits import popcount
from kibitz.core.bits import squares as squares_in
from kibitz.core.vocabulary import Fact, Phrases, Vocabulary
from kibitz.games.draughts.kind import Kind
from kibitz.games.draughts.notation import ends
from kibitz.games.draughts.state import State

PHRASES = Phrases(
    {
        "captures": (
            "captures {what}",
            "the move removes `men` men and `kings` kings of the other side",
        ),
        "crowns": (
            "crowns a man on {cell}",
            "a man moves, and the piece on `cell` after the move is a king",
        ),
        "leaves_back_row": (
            "moves the man on {cell} off the back row",
            "a man on `cell`, in the mover's first row, moves without a capture",
        ),
    }
)
NUDGES = {
    "crowns": "Look at the men close to the last row.",
    "captures": "Look at your captures.",
}


def vocabulary_for(kind: Kind) -> Vocabulary:
    """The vocabulary of one kind of draughts."""
    names = kind.squares.names
    numbers = {bit: number for number, bit in enumerate(kind.squares.bits)}

    def facts(state: State, move: int) -> Iterator[Fact]:
        start, end = ends(move)
        taken = kind.rules.unpack(move)
        is_man = not state.kings >> start & 1
        after = kind.rules.play(state, move)
        if taken:
            kings = popcount(taken & state.kings)
            men = popcount(taken) - kings
            yield PHRASES.fact(
                "captures",
                men=men,
                kings=kings,
                what=_counted(men, kings),
                cells=[numbers[bit] for bit in squares_in(taken)],
            )
        if is_man and kind.variant.has_kings and after.kings >> end & 1:
            yield PHRASES.fact("crowns", cell=names[end], cells=[numbers[end]])
        if is_man and not taken and kind.last_row(1 - state.turn) >> start & 1:
            yield PHRASES.fact("leaves_back_row", cell=names[start], cells=[numbers[start]])

    def count(state: State, side: int) -> int:
        """The side's pieces minus the other side's."""
        lead = popcount(state.mine) - popcount(state.theirs)
        return lead if side == state.turn else -lead

    return Vocabulary(phrases=PHRASES, facts=facts, nudges=NUDGES, count=count)


def _counted(men: int, kings: int) -> str:
    """A number of men and kings in words.

    >>> _counted(1, 0), _counted(2, 1)
    ('a man', '2 men and a king')
    """
    words = []
    if men:
        words.append("a man" if men == 1 else f"{men} men")
    if kings:
        words.append("a king" if kings == 1 else f"{kings} kings")
    return " and ".join(words)
