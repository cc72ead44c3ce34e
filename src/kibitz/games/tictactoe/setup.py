"""Setting up a position of Tic-Tac-Toe."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.core.bits import popcount
from kibitz.core.messages import Message
from kibitz.core.setup import Placement, Setup
from kibitz.games.n_in_a_row_setup import bits_of, marks, row_problems
from kibitz.games.tictactoe.board import occupants_of
from kibitz.games.tictactoe.rules import State, rules_for


def setup_for(rows: int, columns: int, length: int, sides: Sequence[str]) -> Setup:
    """The setup of a board of `rows` x `columns`."""
    bits = range(rows * columns)
    occupants = occupants_of(rows * columns, sides)
    rules = rules_for(rows, columns, length)

    def both(placement: Placement) -> tuple[int, int]:
        first, second = (bits_of(placement.cells, side, bits) for side in sides)
        return first, second

    def read(state: State) -> Placement:
        return Placement(cells=tuple(occupants(state)), turn=state.turn)

    def build(placement: Placement) -> State:
        firsts, seconds = both(placement)
        if popcount(firsts) > popcount(seconds):
            return State(mine=seconds, theirs=firsts, turn=1)
        return State(mine=firsts, theirs=seconds, turn=0)

    def problems(placement: Placement) -> list[Message]:
        return list(row_problems(*both(placement), sides, length, rules.has_won))

    return Setup(contents=marks(sides), read=read, build=build, problems=problems, has_turn=False)
