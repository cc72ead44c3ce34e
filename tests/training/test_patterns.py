"""Patterns: the layout of boards, symmetries, and the evaluation in NumPy and compiled."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.core.contract import Game
from kibitz.core.errors import LimitError
from kibitz.core.states import state_functions
from kibitz.games.pattern_evaluation import PatternSpec, pattern_evaluation
from kibitz.training.automorphisms import find_automorphisms
from kibitz.training.board_layout import find_layout, sample_states
from kibitz.training.pattern_model import FeatureReader, pattern_spec, scores
from kibitz.training.patterns import choose_patterns, pattern_size
from kibitz.training.static_scores import static_scores
from tests.own_games import breakthrough, kalah
from tests.own_games.hex import GAME as HEX

GAMES: dict[str, Game] = {
    "english": kibitz.game("draughts", variant="english"),
    "international": kibitz.game("draughts", variant="international"),
    "connect4": kibitz.game("connect4"),
    "morris": kibitz.game("morris"),
    "hex": HEX.configure(size=7),
    "breakthrough": breakthrough.GAME,
}


def words(game: Game, states: Any) -> Any:
    pack = state_functions(game).pack
    return np.array([pack(state) for state in states], np.int64)


def random_weights(spec: PatternSpec, seed: int = 1) -> Any:
    return np.random.default_rng(seed).integers(-3000, 3000, spec.size).astype(np.int16)


@pytest.mark.parametrize("name", GAMES)
def test_cells_are_found_in_the_states(name: str) -> None:
    game = GAMES[name]
    states = sample_states(game)
    layout = find_layout(game, states)
    assert game.geometry is not None
    for state, codes in zip(states[:200], layout.cell_codes(words(game, states)), strict=False):
        marks = game.geometry.occupants(state)
        assert [mark != "" for mark in marks] == [code != 0 for code in codes]
        pieces = {(mark, int(code)) for mark, code in zip(marks, codes, strict=True)}
        # For one side to move, a piece always has the same code.
        assert len({mark for mark, _ in pieces}) == len({code for _, code in pieces})


@pytest.mark.parametrize(
    ("name", "keeping", "swapping"),
    [
        ("english", 1, 1),
        ("connect4", 2, 2),
        ("morris", 8, 8),
        ("hex", 2, 2),
        ("breakthrough", 2, 2),
    ],
)
def test_symmetries_are_those_of_the_rules(name: str, keeping: int, swapping: int) -> None:
    game = GAMES[name]
    states = sample_states(game)
    found = find_automorphisms(game, find_layout(game, states), states)
    assert sum(not one.swaps_sides for one in found) == keeping
    assert sum(one.swaps_sides for one in found) == swapping


@pytest.mark.parametrize("name", GAMES)
def test_patterns_cover_the_board(name: str) -> None:
    game = GAMES[name]
    layout = find_layout(game, sample_states(game))
    found = choose_patterns(layout, 3)
    assert 3 < len(found) <= 64
    assert all(2 <= len(set(cells)) == len(cells) <= pattern_size(3) for cells in found)
    assert set().union(*found) == set(range(layout.cells))


@pytest.mark.parametrize("name", ["english", "breakthrough", "morris"])
def test_compiled_scores_equal_numpy_on_ten_thousand_positions(name: str) -> None:
    game = GAMES[name]
    spec = pattern_spec(game)
    assert PatternSpec.from_dict(json.loads(json.dumps(spec.as_dict()))) == spec
    weights = random_weights(spec)
    evaluation = pattern_evaluation(game, spec, weights)
    learned = replace(game, evaluate=evaluation, evaluations={}, levels=())
    states = sample_states(game)
    positions = words(game, states)
    # Random boards too, although most of them cannot occur: there are too few others in a game.
    generator = np.random.default_rng(2)
    places = generator.integers(0, len(positions), (10_000, positions.shape[1]))
    mixed = np.take_along_axis(positions, places, 0)
    mixed[: len(positions)] = positions
    positions = mixed
    assert len(np.unique(positions, axis=0)) > 7_000
    expected = scores(spec, weights, FeatureReader(spec).read(positions))
    assert np.array_equal(static_scores(learned, positions), expected)
    interpreted = [learned.evaluate(state, state.turn) for state in states[:100]]
    assert interpreted == expected[:100].tolist()
    assert all(
        learned.evaluate(state, 1 - state.turn) == -value
        for state, value in zip(states[:100], interpreted, strict=True)
    )


@pytest.mark.parametrize("name", GAMES)
def test_positions_with_swapped_colours_mirror(name: str) -> None:
    game = GAMES[name]
    states = sample_states(game)
    layout = find_layout(game, states)
    swap = next(one for one in find_automorphisms(game, layout, states) if one.swaps_sides)
    spec = pattern_spec(game, states)
    assert spec.has_colours
    evaluate = pattern_evaluation(game, spec, random_weights(spec)).evaluate
    functions = state_functions(game)
    for state in states[:100]:
        image = functions.unpack(swap.apply(functions.pack(state), layout))
        assert evaluate(state, 0) == evaluate(image, 1)


def test_games_without_a_board_or_with_more_players_are_refused() -> None:
    with pytest.raises(LimitError, match="only games for two"):
        pattern_spec(kibitz.game("tiles", players=3))
    with pytest.raises(LimitError, match="no board"):
        pattern_spec(kalah.GAME)
