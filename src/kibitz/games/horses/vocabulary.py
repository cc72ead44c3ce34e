"""The vocabulary of Smart Horses: points, mobility and stuck knights."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.core.vocabulary import Fact, Phrases, Vocabulary
from kibitz.games.horses.board import State, knight_of, value_at
from kibitz.games.horses.notation import NAMES
from kibitz.games.horses.rules import Rules

FEW_WAYS = 2  # another side's mobility is mentioned only if it is this low

PHRASES = Phrases(
    {
        "takes_points": ("takes {what}", "the value of the square is `points`, more than 0"),
        "pays_points": ("costs {what}", "the value of the square is minus `points`, less than 0"),
        "keeps_ways": (
            "leaves its own knight {ways} jumps",
            "the mover's knight can jump to `ways` squares after the move, at least 2",
        ),
        "keeps_one_way": (
            "leaves its own knight only one jump",
            "the mover's knight can jump to one square after the move",
        ),
        "gets_stuck": (
            "leaves its own knight stuck",
            "the mover's knight cannot jump to any square after the move",
        ),
        "leaves_ways": (
            "cuts {side}'s jumps from {before} to {ways}",
            "the knight of `side` can jump to `before` squares before the move and to `ways` "
            "after it, which is fewer, 1 or 2",
        ),
        "traps": (
            "traps {side}'s knight",
            "the knight of `side` can jump to some square before the move and to none after it",
        ),
        "lets_take": (
            "lets {side} take {what} on {square}",
            "`side`, who did not move, is to move; the move to `square` scores `points`, more than "
            "0, and no legal move scores more",
        ),
    }
)
NUDGES = {
    "traps": "See which knight could get stuck.",
    "takes_points": "Look at the points within reach.",
    "leaves_ways": "See which knight has few jumps left.",
}


def vocabulary_for(sides: Sequence[str], rules: Rules) -> Vocabulary:
    """The vocabulary of the game between `sides`."""

    def facts(state: State, move: int) -> Iterator[Fact]:
        player, after = state.turn, rules.play(state, move)
        points = value_at(state, move)
        if points > 0:
            what = _counted(points)
            yield PHRASES.fact("takes_points", points=points, what=what, cells=[move])
        elif points < 0:
            what = _counted(-points)
            yield PHRASES.fact("pays_points", points=-points, what=what, cells=[move])
        ways = rules.mobility(after, player)
        if ways > 1:
            yield PHRASES.fact("keeps_ways", ways=ways)
        elif ways == 1:
            yield PHRASES.fact("keeps_one_way")
        else:
            yield PHRASES.fact("gets_stuck", cells=[move])
        for other, side in enumerate(sides):
            if other != player:
                yield from confined(state, after, other, side)
        yield from offered(state, after)

    def confined(state: State, after: State, other: int, side: str) -> Iterator[Fact]:
        before, ways = rules.mobility(state, other), rules.mobility(after, other)
        cells = [knight_of(after, other)]
        if before and not ways:
            yield PHRASES.fact("traps", side=side, cells=cells)
        elif ways < before and ways <= FEW_WAYS:
            yield PHRASES.fact("leaves_ways", side=side, ways=ways, before=before, cells=cells)

    def offered(state: State, after: State) -> Iterator[Fact]:
        """The most points that the next side can score."""
        replies = list(rules.moves(after))
        if after.turn == state.turn or not replies:
            return
        best = max(replies, key=lambda reply: value_at(after, reply))
        points = value_at(after, best)
        if points > 0:
            yield PHRASES.fact(
                "lets_take",
                side=sides[after.turn],
                points=points,
                what=_counted(points),
                square=NAMES[best],
                then=(best,),
                cells=[best],
            )

    return Vocabulary(phrases=PHRASES, facts=facts, nudges=NUDGES)


def _counted(points: int) -> str:
    """A number of points in words.

    >>> _counted(1), _counted(10)
    ('1 point', '10 points')
    """
    return "1 point" if points == 1 else f"{points} points"
