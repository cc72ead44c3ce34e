"""Hexapawn, as somebody would write it who has read the README: three pawns a side on 3 x 3.

    0 1 2    the second player's pawns begin here
    3 4 5
    6 7 8    the first player's

Pawns step forward or take diagonally. Who reaches the far row wins; who cannot move loses.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz import LOSS, WIN, Game


class State(NamedTuple):
    white: int  # the first player's pawns
    black: int
    turn: int


def moves(state: State) -> Iterator[int]:
    if state.white & 0b111 or state.black & 0b111000000:
        return
    step = -3 if state.turn == 0 else 3
    own = state.white if state.turn == 0 else state.black
    other = state.black if state.turn == 0 else state.white
    for cell in range(9):
        if own >> cell & 1:
            to = cell + step
            if not (own | other) >> to & 1:
                yield cell * 9 + to
            if cell % 3 > 0 and other >> to - 1 & 1:
                yield cell * 9 + to - 1
            if cell % 3 < 2 and other >> to + 1 & 1:
                yield cell * 9 + to + 1


def play(state: State, move: int) -> State:
    source, to = move // 9, move % 9
    white, black = state.white, state.black
    if state.turn == 0:
        return State(white=white ^ 1 << source | 1 << to, black=black & ~(1 << to), turn=1)
    return State(white=white & ~(1 << to), black=black ^ 1 << source | 1 << to, turn=0)


def payoff(state: State, player: int) -> int:
    return LOSS if player == state.turn else WIN


def evaluate(state: State, player: int) -> int:
    return 0


GAME = Game("hexapawn", State(0b111000000, 0b111, 0), moves, play, payoff, evaluate)
