"""Breakthrough: the first side to reach the other end of the board wins.

A piece moves one row forwards, straight or diagonally; it takes only diagonally.
"""

from collections.abc import Iterator
from typing import NamedTuple

from kibitz import LOSS, WIN, Board, Cell, Game, Geometry, Notation, Option, Piece

LETTERS = "abcdefghijklmnop"


class State(NamedTuple):
    mine: Board  # pieces of the side to move
    theirs: Board
    turn: int  # 0 is White, who moves to higher rows


def breakthrough(size: int = 8) -> Game:
    """The game on a board of `size` x `size`."""
    squares = size * size
    first_row = Board(size, size, range(size))
    last_row = Board(size, size, range(squares - size, squares))
    start = State(
        mine=Board(size, size, range(2 * size)),
        theirs=Board(size, size, range(squares - 2 * size, squares)),
        turn=0,
    )

    def moves(state: State) -> Iterator[int]:
        """A move is 3 * target + 0, 1 or 2: to the left, straight on, to the right."""
        mine, theirs = state.mine, state.theirs
        goal = first_row if state.turn == 0 else last_row
        if not theirs & goal and mine:
            step = 1 if state.turn == 0 else -1
            for cell in (mine.shift(step, -1) - mine).squares():
                yield 3 * cell
            for cell in (mine.shift(step, 0) - mine - theirs).squares():
                yield 3 * cell + 1
            for cell in (mine.shift(step, 1) - mine).squares():
                yield 3 * cell + 2

    def source_of(state: State, move: int) -> int:
        """Where the piece comes from."""
        rows = size if state.turn == 0 else -size
        return move // 3 - rows - (move % 3 - 1)

    def play(state: State, move: int) -> State:
        target = move // 3
        return State(
            mine=state.theirs.remove(target),
            theirs=state.mine.remove(source_of(state, move)).add(target),
            turn=1 - state.turn,
        )

    def payoff(state: State, side: int) -> int:
        """The side to move has lost: the other one has just broken through, or taken all."""
        return LOSS if side == state.turn else WIN

    def evaluate(state: State, side: int) -> int:
        value = state.mine.popcount() - state.theirs.popcount()
        return value if side == state.turn else -value

    def noisy(state: State, move: int) -> bool:
        return state.theirs.has(move // 3)

    def name(cell: int) -> str:
        return f"{LETTERS[cell % size]}{cell // size + 1}"

    def format_move(state: State, move: int) -> str:
        takes = "x" if state.theirs.has(move // 3) else "-"
        return f"{name(source_of(state, move))}{takes}{name(move // 3)}"

    def occupants(state: State) -> list[str]:
        white, black = state.mine, state.theirs
        if state.turn == 1:
            white, black = black, white
        return ["w" if white.has(one) else "b" if black.has(one) else "" for one in range(squares)]

    geometry = Geometry(
        cells=[Cell(name(cell), cell % size, size - 1 - cell // size) for cell in range(squares)],
        pieces=(Piece("w", "white piece", 0), Piece("b", "black piece", 1)),
        occupants=occupants,
        files=LETTERS[:size],
        ranks=[str(row) for row in range(size, 0, -1)],
    )
    return Game(
        "breakthrough",
        start,
        moves,
        play,
        payoff,
        evaluate,
        title="Breakthrough",
        sides=("white", "black"),
        noisy=noisy,
        notation=Notation(format_move=format_move),
        geometry=geometry,
        options=(Option("size", 8, range(4, 17), "rows and columns"),),
        settings={"size": size},
        build=breakthrough,
    )


GAME = game = breakthrough()
