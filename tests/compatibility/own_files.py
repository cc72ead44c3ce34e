"""A game and a player of somebody's own, as the text of their files; some old files name them."""

STICKS = '''"""Sticks: players take one to three; whoever takes the last one wins."""

from typing import NamedTuple

from kibitz import LOSS, WIN, Game


class State(NamedTuple):
    sticks: int
    turn: int


def moves(state):
    for take in (1, 2, 3):
        if take <= state.sticks:
            yield take


def play(state, move):
    return State(sticks=state.sticks - move, turn=1 - state.turn)


def payoff(state, player):
    return LOSS if player == state.turn else WIN


def evaluate(state, player):
    return 0


GAME = Game("sticks", State(sticks=13, turn=0), moves, play, payoff, evaluate)
'''

BOT = '''"""A player of sticks."""


def choose(game, position):
    return list(game.moves(position.state))[-1]
'''
