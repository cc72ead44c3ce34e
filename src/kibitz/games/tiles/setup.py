"""Setting up a position of Tiles: every cell holds a value, claimed tiles after a letter."""

from __future__ import annotations

from kibitz.core.messages import Message, own_message
from kibitz.core.setup import Content, Placement, Setup
from kibitz.games.tiles.board import LETTERS, SIDES, occupants_of
from kibitz.games.tiles.rules import VALUES, State, pack

PROBLEMS = {
    "uneven_claims": "{side} has {count} tiles: as tiles are claimed in turn, expected {expected} "
    "of {total}."
}


def setup_for(cells: int, players: int) -> Setup:
    """The setup for `players` on a board of `cells` tiles."""
    occupants = occupants_of(cells, players)
    letters = LETTERS[:players]

    def counts(placement: Placement) -> list[int]:
        return [sum(code[0] == letter for code in placement.cells) for letter in letters]

    def read(state: State) -> Placement:
        return Placement(cells=tuple(occupants(state)), turn=state.turn)

    def build(placement: Placement) -> State:
        codes = placement.cells
        owned = [
            sum(1 << cell for cell, code in enumerate(codes) if code[0] == letter)
            for letter in letters
        ]
        values = [int(code[-1]) for code in codes]
        return pack(owned + [0] * (4 - players), values, sum(counts(placement)) % players)

    def problems(placement: Placement) -> list[Message]:
        owned = counts(placement)
        total = sum(owned)
        expected = [(total + players - 1 - side) // players for side in range(players)]
        return [
            own_message(
                PROBLEMS,
                "uneven_claims",
                side=side.capitalize(),
                count=count,
                expected=fair,
                total=total,
            )
            for side, count, fair in zip(SIDES[:players], owned, expected, strict=True)
            if count != fair
        ]

    values = [str(value) for value in VALUES]
    return Setup(
        contents=[
            *(Content(value) for value in values),
            *(Content(letter + value) for letter in letters for value in values),
        ],
        read=read,
        build=build,
        problems=problems,
        empty=values[0],
        has_turn=False,
    )
