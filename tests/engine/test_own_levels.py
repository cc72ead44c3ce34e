"""The ladder of games that nobody calibrated: material alone, and no evaluation at all."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

import pytest

import kibitz
from kibitz import Game, Player, Snapshot
from kibitz.engine.ladder import ladder
from kibitz.engine.levels import score_spread
from kibitz.games.registry import names
from tests.own_games.breakthrough import breakthrough
from tests.own_games.gomoku import gomoku
from tests.own_games.hex import hex_game
from tests.own_games.othello import GAME as OTHELLO

GAMES: dict[str, Callable[[], Game]] = {
    "breakthrough": lru_cache(lambda: breakthrough(6)),
    "hex": lru_cache(lambda: hex_game(5)),
    "gomoku": lru_cache(lambda: gomoku(7)),
}


def first_moves(name: str, step: int, seeds: int) -> set[str]:
    """The first moves that a step of the ladder plays with these many seeds, by alpha-beta."""
    game = GAMES[name]()
    start = Snapshot(game.initial())
    return {
        Player(game, str(step), seed=seed, memory=1, search="alphabeta").play(start).move
        for seed in range(seeds)
    }


@pytest.mark.parametrize("step", range(1, 7))
@pytest.mark.parametrize("name", GAMES)
def test_a_step_opens_in_three_ways_at_least(name: str, step: int) -> None:
    assert len(first_moves(name, step, 20)) >= 3


@pytest.mark.parametrize("step", range(1, 7))
@pytest.mark.parametrize("name", ["hex", "gomoku"])
def test_a_step_of_monte_carlo_opens_in_three_ways_too(name: str, step: int) -> None:
    game = GAMES[name]()
    start = Snapshot(game.initial())
    player = Player(game, str(step), memory=1)
    found = set()
    for seed in range(20):
        player.seed = seed
        found.add(player.play(start).move)
        if len(found) >= 3:
            break
    assert len(found) >= 3


@pytest.mark.parametrize("step", [7, 8, 9])
def test_strong_steps_break_ties_at_random_too(step: int) -> None:
    assert len(first_moves("hex", step, 6)) >= 2


@pytest.mark.parametrize("name", GAMES)
def test_a_weak_step_plays_more_moves_at_random_than_a_strong_one(name: str) -> None:
    game = GAMES[name]()
    spread = score_spread(game)
    assert spread.is_coarse
    shares = [spread.random_share(one) for one in ladder(game)]
    assert shares == sorted(shares, reverse=True)
    assert 0.5 <= shares[0] < 1
    assert shares[-1] == 0
    assert shares[2] > 2 * shares[4] > 0
    assert [bool(share) for share in shares] == [bool(one.blur) for one in ladder(game)]
    start = Snapshot(game.initial())
    player = Player(game, "1", memory=1, search="alphabeta", wait=True, seed=4)
    drawn = 0
    for seed in range(40):
        player.seed = seed
        drawn += player.choose(start).is_random
    assert 12 <= drawn <= 36


def test_material_alone_has_noise_but_no_capture_is_given_away() -> None:
    game = GAMES["breakthrough"]()
    spread = score_spread(game)
    assert (spread.quiet, spread.stake) == (0, 1)
    for one in ladder(game):
        assert (spread.blur(one) > 0) == (one.blur > 0)
        assert 2 * spread.blur(one) < spread.stake


def test_no_evaluation_has_no_noise() -> None:
    spread = score_spread(GAMES["hex"]())
    assert (spread.quiet, spread.stake, spread.noise) == (0, math.inf, 0)


def test_games_with_fine_evaluations_play_no_move_at_random() -> None:
    shipped = [kibitz.game(name) for name in names()]
    for game in (*shipped, OTHELLO):
        spread = score_spread(game)
        assert not spread.is_coarse, game
        assert spread.noise == spread.quiet > 0
        assert not any(spread.random_share(one) for one in ladder(game))
