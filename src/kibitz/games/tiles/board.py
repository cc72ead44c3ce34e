"""The board of Tiles: its geometry and the names of the tiles."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.core.geometry import Geometry, Piece, grid_cells
from kibitz.games.tiles.rules import VALUES, Rules, State

FILES = "abcdefghijklmnopqrstuvwxyz"
SIDES = ("white", "black", "red", "blue")
LETTERS = "WBRU"  # one per side; U is blue

ENDING = "every tile is claimed"


def names_of(rows: int, columns: int) -> list[str]:
    """The names of the tiles, by number."""
    return [f"{FILES[cell % columns]}{rows - cell // columns}" for cell in range(rows * columns)]


def occupants_of(cells: int, players: int) -> Callable[[State], list[str]]:
    """The function that returns every tile's value, preceded by its owner's letter."""
    letters = LETTERS[:players]

    def occupants(state: State) -> list[str]:
        return [
            "".join(letters[side] for side in range(players) if state[side] >> cell & 1)
            + str(2 + (state.ones >> cell & 1) + 2 * (state.twos >> cell & 1))
            for cell in range(cells)
        ]

    return occupants


def geometry(rows: int, columns: int, players: int, rules: Rules) -> Geometry:
    """The board, with the scores as its caption."""
    names = names_of(rows, columns)
    return Geometry(
        cells=grid_cells(rows, columns, lambda row, column: names[row * columns + column]),
        pieces=tuple(
            Piece(
                f"{letter}{value}",
                f"{SIDES[side]} tile of {value}",
                side,
                shape="tile",
                colour=SIDES[side],
                symbol=str(value),
            )
            for side, letter in enumerate(LETTERS[:players])
            for value in VALUES
        ),
        occupants=occupants_of(rows * columns, players),
        files=tuple(FILES[:columns]),
        ranks=tuple(str(rows - row) for row in range(rows)),
        caption=lambda state: ", ".join(
            f"{SIDES[side]} {rules.score(state, side)}" for side in range(players)
        ),
        counts=lambda state: [{"points": rules.score(state, side)} for side in range(players)],
        ending=lambda _: ENDING,
    )
