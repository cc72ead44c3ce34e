"""Gomoku: five stones in a row, or more, win."""

from collections.abc import Iterator
from typing import NamedTuple

from kibitz import DRAW, LOSS, WIN, Board, Cell, Game, Geometry, Notation, Option, Piece

LETTERS = "abcdefghijklmnopqrs"


class State(NamedTuple):
    mine: Board  # stones of the side to move
    theirs: Board
    turn: int  # 0 is Black, who begins


def five_in(stones: Board, rows: int, columns: int) -> bool:
    """Whether there are five stones in a row in this direction."""
    twos = stones & stones.shift(rows, columns)
    fours = twos & twos.shift(2 * rows, 2 * columns)
    return bool(fours & stones.shift(4 * rows, 4 * columns))


def has_five(stones: Board) -> bool:
    return (
        five_in(stones, 0, 1)
        or five_in(stones, 1, 0)
        or five_in(stones, 1, 1)
        or five_in(stones, 1, -1)
    )


def moves(state: State) -> Iterator[int]:
    """A move is the cell of the new stone."""
    if not has_five(state.theirs):
        for cell in (~(state.mine | state.theirs)).squares():
            yield cell


def play(state: State, move: int) -> State:
    return State(mine=state.theirs, theirs=state.mine.add(move), turn=1 - state.turn)


def payoff(state: State, side: int) -> int:
    if not has_five(state.theirs):
        return DRAW
    return LOSS if side == state.turn else WIN


def evaluate(state: State, side: int) -> int:
    return 0


def gomoku(size: int = 15) -> Game:
    """The game on a board of `size` x `size`."""

    def name(cell: int) -> str:
        return f"{LETTERS[cell % size]}{cell // size + 1}"

    def format_move(state: State, move: int) -> str:
        return name(move)

    def occupants(state: State) -> list[str]:
        black, white = state.mine, state.theirs
        if state.turn == 1:
            black, white = white, black
        cells = range(size * size)
        return ["X" if black.has(one) else "O" if white.has(one) else "" for one in cells]

    cells = range(size * size)
    geometry = Geometry(
        cells=[Cell(name(cell), cell % size, size - 1 - cell // size) for cell in cells],
        pieces=(Piece("X", "black stone", 0), Piece("O", "white stone", 1)),
        occupants=occupants,
        files=LETTERS[:size],
        ranks=[str(row) for row in range(size, 0, -1)],
    )
    return Game(
        "gomoku",
        State(mine=Board(size, size), theirs=Board(size, size), turn=0),
        moves,
        play,
        payoff,
        evaluate,
        title="Gomoku",
        sides=("black", "white"),
        notation=Notation(format_move=format_move),
        geometry=geometry,
        options=(Option("size", 15, range(5, 20), "rows and columns"),),
        settings={"size": size},
        build=gomoku,
    )


GAME = game = gomoku()
