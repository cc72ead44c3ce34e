"""Pie: fill a row of cells; the most stones win.

The second side may swap the colours after the first stone, and a side may end its turn without one.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kibitz import DRAW, LOSS, WIN, Cell, Game, Geometry, Notation, Piece

CELLS = 5
SWAP, END = CELLS, CELLS + 1


class State(NamedTuple):
    stones: tuple[int, int, int, int, int]  # 0: empty, 1: red, 2: blue
    moves: int
    ended: int  # turns that ended without a stone
    turn: int


def moves(state: State) -> Iterator[int]:
    if 0 in state.stones and state.ended < 2:
        yield from (cell for cell in range(CELLS) if state.stones[cell] == 0)
        if state.moves == 1:
            yield SWAP
        if state.moves > 1:
            yield END


def play(state: State, move: int) -> State:
    stones = list(state.stones)
    if move == SWAP:
        stones = [3 - stone if stone else 0 for stone in stones]
    elif move != END:
        stones[move] = state.turn + 1
    ended = state.ended + 1 if move == END else 0
    return State(tuple(stones), state.moves + 1, ended, 1 - state.turn)  # type: ignore[arg-type]


def payoff(state: State, side: int) -> int:
    lead = state.stones.count(side + 1) - state.stones.count(2 - side)
    return WIN if lead > 0 else LOSS if lead < 0 else DRAW


def evaluate(state: State, side: int) -> int:
    return state.stones.count(side + 1) - state.stones.count(2 - side)


def occupants(state: State) -> Sequence[str]:
    return [("", "R", "B")[stone] for stone in state.stones]


def format_move(state: State, move: int) -> str:
    return "abcde"[move] if move < CELLS else "swap" if move == SWAP else "end turn"


GAME = Game(
    "pie",
    State(stones=(0,) * CELLS, moves=0, ended=0, turn=0),  # type: ignore[arg-type]
    moves,
    play,
    payoff,
    evaluate,
    title="Pie",
    sides=("red", "blue"),
    notation=Notation(format_move=format_move),
    geometry=Geometry(
        cells=[Cell(name, x, 0) for x, name in enumerate("abcde")],
        pieces=[Piece("R", "red stone", 0), Piece("B", "blue stone", 1)],
        occupants=occupants,
    ),
)
