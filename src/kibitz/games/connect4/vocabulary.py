"""The vocabulary of Connect Four."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.bits import lowest
from kibitz.core.vocabulary import Fact, Vocabulary
from kibitz.games.connect4.board import LETTERS, fours
from kibitz.games.connect4.rules import Rules, State
from kibitz.games.n_in_a_row import NUDGES, PHRASES, SIDES, row_facts


def vocabulary_for(rows: int, columns: int, rules: Rules) -> Vocabulary:
    """The vocabulary for a board of `rows` x `columns`."""
    height = rows + 1
    winning = fours(rows, columns)

    def facts(state: State, move: int) -> Iterator[Fact]:
        after = rules.play(state, move)
        taken = after.mine | after.theirs

        def is_playable(bit: int) -> bool:
            return not taken >> bit & 1 and (bit % height == 0 or taken >> bit - 1 & 1 == 1)

        return row_facts(
            winning,
            name,
            after.theirs,
            after.mine,
            lowest(taken & ~(state.mine | state.theirs)),
            is_playable,
            number,
            SIDES[after.turn],
        )

    def name(bit: int) -> str:
        return f"{LETTERS[bit // height]}{bit % height + 1}"

    def number(bit: int) -> int:
        """The number that the geometry gives to the bit's cell."""
        return (rows - 1 - bit % height) * columns + bit // height

    return Vocabulary(phrases=PHRASES, facts=facts, nudges=NUDGES)
