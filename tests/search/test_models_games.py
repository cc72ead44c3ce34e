"""The models for several players on the shipped games, against their unpruned references."""

from __future__ import annotations

import random
from typing import get_args

import pytest

import kibitz
from kibitz import Game, Switches
from kibitz.core.score import INFINITY
from kibitz.core.types import State
from kibitz.engine.search_workers import REFERENCES
from kibitz.search.builds import search_build
from kibitz.search.deepening import Opponents
from kibitz.search.transposition_table import BUCKET
from kibitz.search.workers import CompiledWorker

WHOLE = Switches(quiescence=False)  # what the references do
GAMES = [("tiles", 3), ("tiles", 4), ("horses", 3), ("horses", 4)]


def random_position(game: Game, chance: random.Random) -> State:
    """A position in which the game goes on, from a random board."""
    while True:
        state = game.initial(chance.randrange(1 << 30))
        for _ in range(chance.randrange(40)):
            moves = list(game.moves(state))
            if not moves:
                break
            state = game.play(state, chance.choice(moves))
        if any(True for _ in game.moves(state)):
            return state


def compare(name: str, players: int, model: Opponents, count: int, depths: range) -> None:
    import numpy as np

    game = kibitz.game(name, players=players)
    worker = CompiledWorker(
        game,
        search_build(game, opponents=model, switches=WHOLE).compile(),
        np.zeros(BUCKET << 10, np.int64),
    )
    chance = random.Random(players)
    for _ in range(count):
        state = random_position(game, chance)
        depth = chance.choice(depths)
        truth, _ = REFERENCES[model](game, state.turn, pruning=False).value(
            state, depth, -INFINITY, INFINITY, 0
        )
        worker.table[:] = 0
        worker.start(state, (), WHOLE, 1)
        worker.set_exact(True)
        assert worker.value(depth, -INFINITY, INFINITY, []) == truth, (state, depth)


@pytest.mark.parametrize("model", get_args(Opponents))
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_the_models_have_the_value_of_the_unpruned_reference(
    name: str, players: int, model: Opponents
) -> None:
    compare(name, players, model, 60, range(1, 3))


@pytest.mark.deep
@pytest.mark.parametrize("model", get_args(Opponents))
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_the_models_have_the_value_of_the_unpruned_reference_on_500_positions(
    name: str, players: int, model: Opponents
) -> None:
    compare(name, players, model, 500, range(1, 4))
