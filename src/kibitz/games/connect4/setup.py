"""Setting up a position of Connect Four."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.bits import popcount
from kibitz.core.messages import Message, own_message
from kibitz.core.setup import Placement, Setup
from kibitz.games.connect4.board import LENGTH, LETTERS, bits_by_cell, occupants_of
from kibitz.games.connect4.rules import State, rules_for
from kibitz.games.n_in_a_row import SIDES
from kibitz.games.n_in_a_row_setup import bits_of, marks, row_problems

PROBLEMS = {"floating_disc": "Column {column} has a disc above a free cell."}


def setup_for(rows: int, columns: int) -> Setup:
    """The setup of a board of `rows` x `columns`."""
    bits = bits_by_cell(rows, columns)
    occupants = occupants_of(rows, columns)
    rules = rules_for(rows, columns)

    def both(placement: Placement) -> tuple[int, int]:
        crosses, noughts = (bits_of(placement.cells, side, bits) for side in SIDES)
        return crosses, noughts

    def read(state: State) -> Placement:
        return Placement(cells=tuple(occupants(state)), turn=state.turn)

    def build(placement: Placement) -> State:
        crosses, noughts = both(placement)
        if popcount(crosses) > popcount(noughts):
            return State(mine=noughts, theirs=crosses, turn=1)
        return State(mine=crosses, theirs=noughts, turn=0)

    def problems(placement: Placement) -> list[Message]:
        crosses, noughts = both(placement)
        floating = [
            own_message(PROBLEMS, "floating_disc", column=LETTERS[column])
            for column in range(columns)
            if _floats(crosses | noughts, column * (rows + 1), rows)
        ]
        return [*floating, *_row_problems(crosses, noughts)]

    def _row_problems(crosses: int, noughts: int) -> Iterator[Message]:
        return row_problems(crosses, noughts, SIDES, LENGTH, rules.has_four)

    return Setup(contents=marks(SIDES), read=read, build=build, problems=problems, has_turn=False)


def _floats(taken: int, bottom: int, rows: int) -> bool:
    """Whether the column whose lowest bit is `bottom` has a disc above a free cell."""
    column = taken >> bottom & (1 << rows) - 1
    return column & column + 1 != 0
