"""The vocabulary of Tiles."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.vocabulary import Fact, Phrases, Vocabulary
from kibitz.games.tiles.board import SIDES, names_of
from kibitz.games.tiles.rules import PAIR, Rules, State

PHRASES = Phrases(
    {
        "claims_tile": (
            "claims a tile worth {points} points",
            "the value of the tile `tile`, without pairs, is `points`",
        ),
        "makes_pairs": (
            "scores {points} points for pairs",
            "after the move the mover has `pairs` more pairs along the mover's direction, which "
            "score `points`",
        ),
        "denies_pairs": (
            "denies {side} {points} points for pairs",
            "the same tile would have given `side` `pairs` more pairs, which score `points`",
        ),
        "lets_claim": (
            "lets {side} score {points} on {tile}",
            "`side` moves next, no legal move adds more to that side's score than `tile`, and "
            "`tile` adds `points`",
        ),
    }
)
NUDGES = {
    "makes_pairs": "Look for pairs of your own.",
    "denies_pairs": "Look at the pairs that others could make.",
}


def vocabulary_for(rows: int, columns: int, players: int, rules: Rules) -> Vocabulary:
    """The vocabulary for `players` on a board of `rows` x `columns`."""
    names = names_of(rows, columns)

    def facts(state: State, move: int) -> Iterator[Fact]:
        side, after = state.turn, rules.play(state, move)
        value = 2 + (state.ones >> move & 1) + 2 * (state.twos >> move & 1)
        yield PHRASES.fact("claims_tile", tile=names[move], points=value, cells=[move])
        made = pairs_of(after, side) - pairs_of(state, side)
        if made:
            yield PHRASES.fact("makes_pairs", pairs=made, points=made * PAIR, cells=[move])
        for other in range(players):
            # The pairs that the tile would have made for another side on its turn.
            kept = pairs_of(rules.play(state._replace(turn=other), move), other) - pairs_of(
                state, other
            )
            if other != side and kept:
                yield PHRASES.fact(
                    "denies_pairs", side=SIDES[other], pairs=kept, points=kept * PAIR, cells=[move]
                )
        replies = sorted(rules.moves(after), key=lambda reply: -rules.rank(after, reply))
        if replies:
            best = replies[0]
            yield PHRASES.fact(
                "lets_claim",
                side=SIDES[after.turn],
                tile=names[best],
                points=rules.rank(after, best),
                then=(best,),
                cells=[best],
            )

    def pairs_of(state: State, side: int) -> int:
        return rules.pair_points(state, side) // PAIR

    return Vocabulary(phrases=PHRASES, facts=facts, nudges=NUDGES)
