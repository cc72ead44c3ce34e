"""Games as strangers write them, as the text of their files."""

NIM = """
from typing import NamedTuple
from kibitz import Game, LOSS, WIN

class State(NamedTuple):
    sticks: int
    turn: int

def moves(state):
    for take in range(1, 4):
        if take <= state.sticks:
            yield take

def play(state, move):
    return State(sticks=state.sticks - move, turn=1 - state.turn)

def payoff(state, player):
    return LOSS if player == state.turn else WIN

def evaluate(state, player):
    return 0

GAME = Game("nim", State(10, 0), moves, play, payoff, evaluate)
"""
