"""Ratings of several contestants: Bradley-Terry and Plackett-Luce, with their errors."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.score import DRAW, LOSS, WIN
from kibitz.match.elo import elo_of
from kibitz.match.ratings import Ranked, Ratings, rate


def duels(wins: int, draws: int, losses: int, one: int = 0, other: int = 1) -> list[Ranked]:
    results = [(WIN, LOSS)] * wins + [(DRAW, DRAW)] * draws + [(LOSS, WIN)] * losses
    return [(number, (one, other), payoffs) for number, payoffs in enumerate(results)]


def test_two_contestants_are_as_far_apart_as_their_score_says() -> None:
    found = rate(duels(600, 200, 200), 2)
    difference, error = found.difference(0, 1)
    assert difference == pytest.approx(elo_of(0.7), abs=0.5)
    assert error == pytest.approx(10.46, rel=0.02)
    assert sum(found.elo) == pytest.approx(0, abs=1e-6)


def test_a_draw_is_half_a_win_for_either() -> None:
    drawn, won = rate(duels(0, 100, 0), 2), rate(duels(50, 0, 50), 2)
    assert drawn.elo == pytest.approx(won.elo, abs=1e-6)
    assert drawn.error(0) < won.error(0)


def test_who_has_lost_every_game_has_a_rating_and_a_large_error() -> None:
    found = rate(duels(30, 0, 0), 2)
    assert 300 < found.difference(0, 1)[0] < 2000
    assert math.isfinite(found.error(0))
    assert found.error(0) > 50


def test_nobody_has_played_yet() -> None:
    found = rate([], 3)
    assert found.elo == (0, 0, 0)


def test_of_one_winner_and_several_losers_only_the_winner_is_known() -> None:
    games: list[Ranked] = [(n, (0, 1, 2), (WIN, LOSS, LOSS)) for n in range(40)]
    games += [(40 + n, (0, 1, 2), (LOSS, WIN, LOSS)) for n in range(10)]
    games += [(50 + n, (0, 1, 2), (LOSS, LOSS, WIN)) for n in range(10)]
    found = rate(games, 3)
    assert found.elo[1] == pytest.approx(found.elo[2], abs=1e-6)
    assert found.difference(0, 1)[0] == pytest.approx(400 * math.log10(4), abs=12)


def test_a_shared_first_place_counts_for_both() -> None:
    games: list[Ranked] = [(n, (0, 1, 2), (DRAW, DRAW, LOSS)) for n in range(20)]
    found = rate(games, 3)
    assert found.elo[0] == pytest.approx(found.elo[1], abs=1e-6)
    assert found.elo[0] > found.elo[2] + 100


def lot_of(strengths: list[float], players: int, games: int, seed: int) -> list[Ranked]:
    """Simulated games, the winner drawn by strength."""
    lot = random.Random(seed)
    found: list[Ranked] = []
    for number in range(games):
        seats = lot.sample(range(len(strengths)), players)
        winner = lot.choices(range(players), [strengths[one] for one in seats])[0]
        payoffs = tuple(WIN if seat == winner else LOSS for seat in range(players))
        found.append((number, tuple(seats), payoffs))
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_strengths_are_found_again_within_their_errors(players: int) -> None:
    truth = [1.0, 2.0, 4.0, 0.5]
    mean = sum(map(math.log10, truth)) / len(truth)
    distances = []
    for seed in range(20):
        found = rate(lot_of(truth, players, 500, seed), 4)
        for one, strength in enumerate(truth):
            expected = 400 * (math.log10(strength) - mean)
            distances.append(abs(found.elo[one] - expected) / found.error(one))
    assert sum(distance < 1.96 for distance in distances) / len(distances) > 0.9
    assert sum(distance < 1 for distance in distances) / len(distances) < 0.8


def test_a_contestant_with_two_seats_has_two_chances() -> None:
    lot = random.Random(3)
    games: list[Ranked] = []
    for number in range(2000):
        winner = lot.randrange(3)  # everybody is as strong as everybody else
        games.append((number, (0, 1, 0), tuple(WIN if s == winner else LOSS for s in range(3))))
    assert abs(rate(games, 2).difference(0, 1)[0]) < 60


RESULTS = st.lists(
    st.tuples(
        st.integers(0, 20),
        st.permutations(range(4)).map(lambda order: tuple(order[:3])),
        st.sampled_from([(WIN, LOSS, LOSS), (DRAW, DRAW, LOSS), (DRAW,) * 3, (LOSS, LOSS, WIN)]),
    ),
    max_size=60,
)  # fmt: skip


@given(games=RESULTS, order=st.permutations(range(4)))
def test_ratings_do_not_depend_on_names_or_the_order_of_games(
    games: list[Ranked], order: list[int]
) -> None:
    found = rate(games, 4)
    renamed = rate([(g, [order[s] for s in seats], p) for g, seats, p in reversed(games)], 4)
    for one in range(4):
        assert renamed.elo[order[one]] == pytest.approx(found.elo[one], abs=1e-3)
        assert renamed.error(order[one]) == pytest.approx(found.error(one), abs=1e-3)
    assert sum(found.elo) == pytest.approx(0, abs=1e-6)


@given(RESULTS)
def test_one_more_win_never_lowers_a_rating(games: list[Ranked]) -> None:
    before, after = rate(games, 4), rate([*games, (99, (0, 1, 2), (WIN, LOSS, LOSS))], 4)
    assert after.difference(0, 1)[0] >= before.difference(0, 1)[0] - 1e-3


def test_games_of_one_opening_that_always_split_have_little_error() -> None:
    split: list[Ranked] = []
    for opening in range(50):
        split += [(opening, (0, 1), (WIN, LOSS)), (opening, (1, 0), (WIN, LOSS))]
    apart = [(number, seats, payoffs) for number, (_, seats, payoffs) in enumerate(split)]
    assert rate(split, 2).error(0) < rate(apart, 2).error(0) / 3


def test_a_variance_that_rounds_below_nothing_is_nothing() -> None:
    assert Ratings((0.0, 0.0), ((-5e-28, 0.0), (0.0, 1.0))).error(0) == 0


def test_errors_never_fail_on_rounding() -> None:
    assert Ratings((0.0, 0.0), ((1.0, 1.0 + 1e-16), (1.0 + 1e-16, 1.0))).difference(0, 1)[1] == 0
