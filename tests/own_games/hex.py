"""Hex: connect your two sides of a rhombus of hexagons.

Red connects top and bottom, Blue connects left and right. One of them always does.
"""

from collections.abc import Iterator
from typing import NamedTuple

from kibitz import LOSS, WIN, Board, Cell, Game, Geometry, Notation, Option, Piece

LETTERS = "abcdefghijklmnopqrs"


class State(NamedTuple):
    mine: Board  # stones of the side to move
    theirs: Board
    turn: int  # 0 is Red, who begins


def hex_game(size: int = 11) -> Game:
    """The game on a board of `size` x `size`."""
    cells = range(size * size)
    top = Board(size, size, range(size))
    bottom = top.shift(size - 1, 0)
    left = Board(size, size, range(0, size * size, size))
    right = left.shift(0, size - 1)

    def connects(stones: Board, side: int) -> bool:
        """Whether the stones of a side connect its two edges."""
        if side == 0:
            return bool(stones.flood(top, 6) & bottom)
        return bool(stones.flood(left, 6) & right)

    def moves(state: State) -> Iterator[int]:
        """A move is the cell of the new stone."""
        if not connects(state.theirs, 1 - state.turn):
            for cell in (~(state.mine | state.theirs)).squares():
                yield cell

    def play(state: State, move: int) -> State:
        return State(mine=state.theirs, theirs=state.mine.add(move), turn=1 - state.turn)

    def payoff(state: State, side: int) -> int:
        """The side to move has lost: the other one has just connected its edges."""
        return LOSS if side == state.turn else WIN

    def evaluate(state: State, side: int) -> int:
        return 0

    def name(cell: int) -> str:
        return f"{LETTERS[cell % size]}{cell // size + 1}"

    def format_move(state: State, move: int) -> str:
        return name(move)

    def occupants(state: State) -> list[str]:
        red, blue = state.mine, state.theirs
        if state.turn == 1:
            red, blue = blue, red
        return ["R" if red.has(one) else "B" if blue.has(one) else "" for one in cells]

    geometry = Geometry(
        cells=[Cell(name(cell), cell % size, cell // size) for cell in cells],
        pieces=(Piece("R", "red stone", 0), Piece("B", "blue stone", 1)),
        occupants=occupants,
        files=LETTERS[:size],
        ranks=[str(row + 1) for row in range(size)],
        caption=lambda state: "Red connects top and bottom, Blue left and right.",
    )
    return Game(
        "hex",
        State(mine=Board(size, size), theirs=Board(size, size), turn=0),
        moves,
        play,
        payoff,
        evaluate,
        title="Hex",
        sides=("red", "blue"),
        notation=Notation(format_move=format_move),
        geometry=geometry,
        options=(Option("size", 11, range(2, 20), "rows and columns"),),
        settings={"size": size},
        build=hex_game,
    )


GAME = game = hex_game()
