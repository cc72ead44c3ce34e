"""Othello: surround the other side's discs to turn them over; the most discs win.

Row 1 is at the top, as in Othello books: the first disc of Black often goes to d3.
A side that cannot move passes, which is a move of its own.
"""

from collections.abc import Iterator
from typing import NamedTuple

from kibitz import DRAW, LOSS, WIN, Board, Cell, Game, Geometry, Notation, Piece

PASS = 64
NAMES = tuple(f"{column}{row}" for row in range(1, 9) for column in "abcdefgh")
CORNERS = Board(8, 8, (0, 7, 56, 63))


class State(NamedTuple):
    mine: Board  # discs of the side to move
    theirs: Board
    turn: int  # 0 is Black, who begins


START = State(mine=Board(8, 8, (28, 35)), theirs=Board(8, 8, (27, 36)), turn=0)


def reached(mine: Board, theirs: Board, rows: int, columns: int) -> Board:
    """The cells behind lines of their discs that begin at a disc of mine."""
    line = mine.shift(rows, columns) & theirs
    line |= line.shift(rows, columns) & theirs
    line |= line.shift(rows, columns) & theirs
    line |= line.shift(rows, columns) & theirs
    line |= line.shift(rows, columns) & theirs
    line |= line.shift(rows, columns) & theirs
    return line.shift(rows, columns)


def targets(mine: Board, theirs: Board) -> Board:
    """Where a disc may be placed."""
    found = reached(mine, theirs, 0, 1) | reached(mine, theirs, 0, -1)
    found |= reached(mine, theirs, 1, 0) | reached(mine, theirs, -1, 0)
    found |= reached(mine, theirs, 1, 1) | reached(mine, theirs, -1, -1)
    found |= reached(mine, theirs, 1, -1) | reached(mine, theirs, -1, 1)
    return found - mine - theirs


def turned(mine: Board, theirs: Board, disc: Board, rows: int, columns: int) -> Board:
    """The discs that are turned over in one direction."""
    line = disc.shift(rows, columns) & theirs
    line |= line.shift(rows, columns) & theirs
    line |= line.shift(rows, columns) & theirs
    line |= line.shift(rows, columns) & theirs
    line |= line.shift(rows, columns) & theirs
    line |= line.shift(rows, columns) & theirs
    return line if line.shift(rows, columns) & mine else line.empty()


def moves(state: State) -> Iterator[int]:
    cells = targets(state.mine, state.theirs)
    for cell in cells.squares():
        yield cell
    if not cells and targets(state.theirs, state.mine):
        yield PASS


def play(state: State, move: int) -> State:
    mine, theirs = state.mine, state.theirs
    if move == PASS:
        return State(mine=theirs, theirs=mine, turn=1 - state.turn)
    disc = mine.empty().add(move)
    taken = turned(mine, theirs, disc, 0, 1) | turned(mine, theirs, disc, 0, -1)
    taken |= turned(mine, theirs, disc, 1, 0) | turned(mine, theirs, disc, -1, 0)
    taken |= turned(mine, theirs, disc, 1, 1) | turned(mine, theirs, disc, -1, -1)
    taken |= turned(mine, theirs, disc, 1, -1) | turned(mine, theirs, disc, -1, 1)
    return State(mine=theirs - taken, theirs=mine | disc | taken, turn=1 - state.turn)


def lead(state: State, side: int) -> int:
    """How many more discs `side` has."""
    more = state.mine.popcount() - state.theirs.popcount()
    return more if side == state.turn else -more


def payoff(state: State, side: int) -> int:
    more = lead(state, side)
    return WIN if more > 0 else LOSS if more < 0 else DRAW


def evaluate(state: State, side: int) -> int:
    """Corners, and how many moves each side has."""
    mine, theirs = state.mine, state.theirs
    corners = (mine & CORNERS).popcount() - (theirs & CORNERS).popcount()
    choice = targets(mine, theirs).popcount() - targets(theirs, mine).popcount()
    value = 12 * corners + choice
    return value if side == state.turn else -value


def format_move(state: State, move: int) -> str:
    return "pass" if move == PASS else NAMES[move]


def occupants(state: State) -> list[str]:
    black, white = state.mine, state.theirs
    if state.turn == 1:
        black, white = white, black
    return ["X" if black.has(cell) else "O" if white.has(cell) else "" for cell in range(64)]


GEOMETRY = Geometry(
    cells=[Cell(name, cell % 8, cell // 8) for cell, name in enumerate(NAMES)],
    pieces=(Piece("X", "black disc", 0), Piece("O", "white disc", 1)),
    occupants=occupants,
    files="abcdefgh",
    ranks="12345678",
)

GAME = game = Game(
    "othello",
    START,
    moves,
    play,
    payoff,
    evaluate,
    title="Othello",
    sides=("black", "white"),
    margin=lead,
    notation=Notation(format_move=format_move),
    geometry=GEOMETRY,
)
