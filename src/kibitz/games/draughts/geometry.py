"""The geometry of the draughts board."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.core.bits import popcount
from kibitz.core.geometry import Geometry, Piece
from kibitz.games.draughts import reasons
from kibitz.games.draughts.kind import Kind
from kibitz.games.draughts.notation import way
from kibitz.games.draughts.squares import LETTERS
from kibitz.games.draughts.state import State


def occupants_of(kind: Kind) -> Callable[[State], list[str]]:
    """A function that returns the piece on each square."""
    bits = kind.squares.bits
    first, second = kind.variant.sides

    def occupants(state: State) -> list[str]:
        pieces = dict(zip((first, second), kind.by_player(state), strict=True))
        kings = state.kings if kind.variant.has_kings else 0
        letters = []
        for bit in bits:
            letter = (
                "w" if pieces["white"] >> bit & 1 else "b" if pieces["black"] >> bit & 1 else ""
            )
            letters.append(letter.upper() if kings >> bit & 1 else letter)
        return letters

    return occupants


def geometry_of(kind: Kind) -> Geometry:
    """The geometry of the board, with White at the bottom."""
    cells, bits = kind.squares.cells, kind.squares.bits
    size = kind.board.size
    owners = {
        "white": kind.variant.sides.index("white"),
        "black": kind.variant.sides.index("black"),
    }
    pieces = [
        Piece(side[0], f"{side} man", owners[side], colour=side, symbol="rings") for side in owners
    ]
    if kind.variant.has_kings:
        pieces += [
            Piece(side[0].upper(), f"{side} king", owners[side], colour=side, symbol="crown")
            for side in owners
        ]
    places = {(cell.x, cell.y): index for index, cell in enumerate(cells)}
    links = [
        (index, places[cell.x + right, cell.y + 1])
        for index, cell in enumerate(cells)
        for right in (-1, 1)
        if (cell.x + right, cell.y + 1) in places
    ]
    if kind.variant.letters:
        files, ranks = tuple(LETTERS[:size]), tuple(str(size - y) for y in range(size))
    else:
        files, ranks = (), tuple(_numbers(kind, y) for y in range(size))

    def path(state: State, move: int) -> list[int]:
        return [bits.index(square) for square in way(kind, state, move)]

    return Geometry(
        cells=cells,
        occupants=occupants_of(kind),
        path=path,
        kind="checkered",
        links=tuple(links),
        pieces=tuple(pieces),
        files=files,
        ranks=ranks,
        numbered=not kind.variant.letters,
        must_capture=lambda state: reasons.must_capture(kind, state),
        counts=lambda state: counts(kind, state),
        ending=lambda state: ending(kind, state),
    )


ENDINGS = ("{side} has a king", "{side} cannot move", "{side} has no pieces left")


def counts(kind: Kind, state: State) -> list[dict[str, int]]:
    """The pieces of each side."""
    kings = state.kings if kind.variant.has_kings else 0
    found = []
    for pieces in kind.by_player(state):
        count = {"men": popcount(pieces & ~kings), "kings": popcount(pieces & kings)}
        found.append({name: number for name, number in count.items() if number or name == "men"})
    return found


def ending(kind: Kind, state: State) -> str:
    """How a finished game ended."""
    mover = kind.variant.sides[state.turn].capitalize()
    if kind.variant.goal == "king" and state.kings:
        owner = state.turn if state.mine & state.kings else 1 - state.turn
        return ENDINGS[0].format(side=kind.variant.sides[owner].capitalize())
    return ENDINGS[1 if state.mine else 2].format(side=mover)


def _numbers(kind: Kind, y: int) -> str:
    """The first and last number of a row, from the left."""
    row = sorted((cell.x, cell.name) for cell in kind.squares.cells if cell.y == y)
    return f"{row[0][1]}-{row[-1][1]}"
