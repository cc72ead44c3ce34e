"""The vocabulary of Tic-Tac-Toe."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.core.vocabulary import Fact, Vocabulary
from kibitz.games.n_in_a_row import NUDGES, PHRASES, row_facts
from kibitz.games.tictactoe.rules import Rules, State


def vocabulary_for(rules: Rules, winning: Sequence[int], sides: Sequence[str]) -> Vocabulary:
    """The vocabulary of a game between `sides`, won by one of the rows `winning`."""

    def facts(state: State, move: int) -> Iterator[Fact]:
        after = rules.play(state, move)
        taken = after.mine | after.theirs
        return row_facts(
            winning,
            str,
            after.theirs,
            after.mine,
            move,
            lambda cell: not taken >> cell & 1,
            int,
            sides[after.turn],
        )

    return Vocabulary(phrases=PHRASES, facts=facts, nudges=NUDGES)
