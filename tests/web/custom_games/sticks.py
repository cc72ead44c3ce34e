"""Sticks: take one to three; the player who takes the last one wins. It has no board."""

from collections.abc import Iterator
from typing import NamedTuple

from kibitz import LOSS, WIN, Game


class State(NamedTuple):
    sticks: int
    turn: int


def moves(state: State) -> Iterator[int]:
    for take in (1, 2, 3):
        if take <= state.sticks:
            yield take


def play(state: State, move: int) -> State:
    return State(sticks=state.sticks - move, turn=1 - state.turn)


def payoff(state: State, player: int) -> int:
    return LOSS if player == state.turn else WIN


def evaluate(state: State, player: int) -> int:
    return 0


GAME = Game("sticks", State(sticks=7, turn=0), moves, play, payoff, evaluate)
