"""Kalah(6,4): sow the stones of a pit; the most stones in one's own store win.

         12 11 10  9  8  7
     13                      6
          0  1  2  3  4  5

The first side owns the pits 0 to 5 and the store 6, the second side 7 to 12 and the store 13.
"""

from collections.abc import Iterator
from typing import NamedTuple

from kibitz import DRAW, LOSS, WIN, Cell, Cells, Game, Geometry, Notation

PITS = 6
STORE = 6  # of the first side; the second side's is 7 further on
BOARD = 14


class State(NamedTuple):
    pits: Cells
    turn: int


START = State(pits=Cells(BOARD, 7, (4, 4, 4, 4, 4, 4, 0) * 2), turn=0)


def stones_of(pits: Cells, side: int) -> int:
    """The stones in the pits of a side, without its store."""
    total = 0
    for pit in range(PITS):
        total += pits.get(7 * side + pit)
    return total


def moves(state: State) -> Iterator[int]:
    """A move is the number of a pit of the side to move, 0 to 5."""
    for pit in range(PITS):
        if state.pits.get(7 * state.turn + pit) > 0:
            yield pit


def play(state: State, move: int) -> State:
    side = state.turn
    store, other_store = STORE + 7 * side, STORE + 7 - 7 * side
    place = 7 * side + move
    stones = state.pits.get(place)
    pits = state.pits.put(place, 0)
    while stones > 0:
        place = place + 1 if place < BOARD - 1 else 0
        if place != other_store:
            pits = pits.put(place, pits.get(place) + 1)
            stones -= 1
    is_own = 7 * side <= place < store
    opposite = 2 * PITS - place
    if is_own and pits.get(place) == 1 and pits.get(opposite) > 0:
        taken = 1 + pits.get(opposite)
        pits = pits.put(place, 0).put(opposite, 0).put(store, pits.get(store) + taken)
    first, second = stones_of(pits, 0), stones_of(pits, 1)
    if first == 0 or second == 0:  # the game ends: the rest goes to its owner
        for pit in range(PITS):
            pits = pits.put(pit, 0).put(7 + pit, 0)
        pits = pits.put(STORE, pits.get(STORE) + first)
        pits = pits.put(STORE + 7, pits.get(STORE + 7) + second)
    return State(pits=pits, turn=side if place == store else 1 - side)


def lead(state: State, side: int) -> int:
    """How many more stones are in the store of `side`."""
    more = state.pits.get(STORE) - state.pits.get(STORE + 7)
    return more if side == 0 else -more


def payoff(state: State, side: int) -> int:
    more = lead(state, side)
    return WIN if more > 0 else LOSS if more < 0 else DRAW


def format_move(state: State, move: int) -> str:
    return "abcdef"[move]


def place_of(cell: int) -> Cell:
    """A pit in the drawing: the first side's row is at the bottom."""
    side, pit = divmod(cell, 7)
    if pit == STORE:
        return Cell("AB"[side], 7 if side == 0 else 0, 1)
    name = "abcdef"[pit] + str(side + 1)
    return Cell(name, pit + 1, 2) if side == 0 else Cell(name, PITS - pit, 0)


GEOMETRY = Geometry(
    cells=[place_of(cell) for cell in range(BOARD)],
    occupants=lambda state: [str(stones) for stones in state.pits.values()],
    path=lambda state, move: (7 * state.turn + move,),
)
GAME = game = Game(
    "kalah",
    START,
    moves,
    play,
    payoff,
    lead,
    title="Kalah",
    sides=("south", "north"),
    margin=lead,
    notation=Notation(format_move=format_move),
    geometry=GEOMETRY,
)
