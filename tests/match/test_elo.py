"""Elo, its error, and the sequential test: known values, invariants, simulated matches."""

from __future__ import annotations

import math
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.errors import LimitError
from kibitz.match.elo import Advantage, elo_of, from_elo, measure, share_of
from kibitz.match.sprt import LOWER, UPPER, Claims, SequentialTest, log_likelihood_ratio

CLUSTERS = st.dictionaries(
    st.sampled_from([(half / 2, size) for size in (1, 2) for half in range(2 * size + 1)]),
    st.integers(1, 400),
    min_size=1,
)  # fmt: skip


@pytest.mark.parametrize(
    ("share", "elo"),
    [
        (0.5, 0.0),
        (0.75, 190.85),
        (0.25, -190.85),
        (0.64, 99.95),
        (0.9090909, 400.0),
        (0.99, 798.25),
    ],
)
def test_known_differences_in_elo(share: float, elo: float) -> None:
    assert elo_of(share) == pytest.approx(elo, abs=0.02)
    assert share_of(elo) == pytest.approx(share, abs=1e-4)


def test_a_whole_score_has_no_end_in_elo() -> None:
    assert elo_of(1.0) == math.inf
    assert elo_of(0.0) == -math.inf
    assert share_of(math.inf) == 1
    assert share_of(-math.inf) == 0


def advantage(clusters: dict[tuple[float, int], int]) -> Advantage:
    found = measure(clusters)
    assert found is not None
    return found


def test_the_error_of_independent_games_is_the_textbooks() -> None:
    """600 wins, 200 draws and 200 losses: share 0.7, variance 0.16 a game."""
    found = advantage({(1.0, 1): 600, (0.5, 1): 200, (0.0, 1): 200})
    assert found.share == 0.7
    assert found.error == pytest.approx(math.sqrt(0.16 / 1000), rel=0.002)
    assert found.elo == pytest.approx(147.2, abs=0.1)
    assert found.elo_error == pytest.approx(10.46, abs=0.05)
    assert found.elo_interval == pytest.approx((127, 168), abs=1)
    assert found.superiority > 0.9999


def test_openings_that_give_each_side_one_win_say_little_by_wins_but_much_by_pairs() -> None:
    paired = advantage({(1.0, 2): 90, (2.0, 2): 10})
    alone = advantage({(1.0, 1): 110, (0.0, 1): 90})
    assert paired.share == alone.share == 0.55
    assert paired.error < alone.error / 2
    assert paired.superiority > alone.superiority


def test_a_few_games_never_look_certain() -> None:
    for clusters in ({(2.0, 2): 1}, {(1.0, 2): 3}, {(0.0, 1): 1}, {(1.0, 2): 1}):
        found = advantage(clusters)
        assert found.error > 0.05
        assert found.interval[1] - found.interval[0] > 0.2
        assert 0 < found.superiority < 1


@pytest.mark.parametrize(("won", "likelihood"), [(2, 0.921), (4, 0.977), (8, 0.998)])
def test_who_wins_all_of_a_few_games_is_better_with_the_textbooks_likelihood(
    won: int, likelihood: float
) -> None:
    """Wins less losses by the root of their sum, in standard deviations."""
    found = measure({(2.0, 2): won // 2})
    assert found is not None
    assert found.superiority == pytest.approx(likelihood, abs=0.001)
    assert (found.elo_interval[0] > 0) == (found.superiority > 0.975)


def test_games_that_repeat_others_say_nothing_new() -> None:
    once, again = measure({(1.5, 2): 4, (1.0, 2): 4}), measure({(1.5, 2): 40, (1.0, 2): 40}, 0.1)
    assert once is not None
    assert again is not None
    assert again.share == once.share
    assert again.error == pytest.approx(once.error)


def test_no_games_have_no_advantage() -> None:
    assert measure({}) is None


def test_what_has_no_end_is_null_in_json() -> None:
    found = advantage({(2.0, 2): 5}).as_dict()
    assert (found["share"], found["elo"], found["elo_error"]) == (1.0, None, None)
    assert isinstance(found["elo_interval"], list)
    assert found["elo_interval"][0] is not None
    assert found["elo_interval"][1] is None


@given(CLUSTERS)
def test_the_advantage_of_the_other_one_is_the_opposite(
    clusters: dict[tuple[float, int], int],
) -> None:
    found = advantage(clusters)
    other = advantage({(size - score, size): count for (score, size), count in clusters.items()})
    assert other.share == pytest.approx(1 - found.share)
    assert other.error == pytest.approx(found.error)
    assert other.interval == pytest.approx((1 - found.interval[1], 1 - found.interval[0]))
    assert other.superiority == pytest.approx(1 - found.superiority)


@given(CLUSTERS)
def test_the_interval_holds_the_share_and_more_games_narrow_it(
    clusters: dict[tuple[float, int], int],
) -> None:
    found = advantage(clusters)
    low, high = found.interval
    assert 0 <= low <= found.share <= high <= 1
    more = advantage({key: 4 * count for key, count in clusters.items()})
    assert more.share == pytest.approx(found.share)
    assert more.error < found.error
    assert more.interval[1] - more.interval[0] < high - low


@pytest.mark.parametrize("pairs", [20, 200])
def test_the_interval_holds_the_truth_in_95_of_100_simulated_matches(pairs: int) -> None:
    lot = random.Random(pairs)
    truth = 0.6
    held = 0
    for _ in range(400):
        clusters: Counter[tuple[float, int]] = Counter()
        for _ in range(pairs):
            bias = lot.choice((-0.3, 0.3))  # an opening that favours a side
            score = sum(lot.random() < truth + side * bias for side in (1, -1))
            clusters[float(score), 2] += 1
        low, high = advantage(clusters).interval
        held += low <= truth <= high
    assert 0.92 <= held / 400 <= 0.995


def test_a_rating_gives_the_advantage_that_belongs_to_it() -> None:
    found = from_elo(100, 20)
    assert found.elo == pytest.approx(100)
    assert found.elo_error == pytest.approx(20)
    assert found.elo_interval == pytest.approx((100 - 39.2, 100 + 39.2), abs=0.1)
    assert from_elo(0, 0).superiority == 0.5
    assert from_elo(-5, 0).superiority == 0


# the sequential test


def test_the_ratio_of_many_pairs_is_near_its_normal_approximation() -> None:
    counts = (80, 230, 340, 250, 100)
    claims = Claims(0, 20)
    scores = (0.0, 0.25, 0.5, 0.75, 1.0)
    pairs = sum(counts)
    mean = sum(c * s for c, s in zip(counts, scores, strict=True)) / pairs
    variance = sum(c * (s - mean) ** 2 for c, s in zip(counts, scores, strict=True)) / pairs
    low, high = share_of(0), share_of(20)
    expected = pairs * (high - low) * (2 * mean - low - high) / (2 * variance)
    assert log_likelihood_ratio(counts, claims) == pytest.approx(expected, rel=0.1)


@given(st.lists(st.integers(0, 300), min_size=5, max_size=5).filter(any))
def test_the_ratio_turns_round_with_the_claims_and_the_scores(counts: list[int]) -> None:
    ratio = log_likelihood_ratio(counts, Claims(-10, 30))
    assert ratio == pytest.approx(-log_likelihood_ratio(counts[::-1], Claims(-30, 10)), abs=1e-6)


def simulate(elo: float, claims: Claims, seed: int) -> SequentialTest:
    lot = random.Random(seed)
    share = share_of(elo)
    test = SequentialTest(claims)
    while test.verdict is None:
        draws = [lot.random() < 0.3 for _ in range(2)]
        test.add(sum(0.5 if draw else float(lot.random() < (share - 0.15) / 0.7) for draw in draws))
    return test


@pytest.mark.parametrize(("elo", "truth"), [(0.0, "elo0"), (80.0, "elo1")])
def test_the_test_seldom_refuses_the_claim_that_holds(elo: float, truth: str) -> None:
    claims = Claims(0, 80)
    verdicts = Counter(simulate(elo, claims, seed).verdict for seed in range(100))
    assert verdicts[truth] >= 90  # type: ignore[index]  # a literal


def test_a_clear_difference_stops_it_early_and_the_verdict_stays() -> None:
    test = simulate(300, Claims(0, 60), 1)
    assert test.verdict == "elo1"
    assert test.pairs < 60
    assert test.ratio >= UPPER
    pairs = test.pairs
    test.add(0.0)
    assert (test.verdict, test.pairs) == ("elo1", pairs)
    assert simulate(-300, Claims(0, 60), 1).ratio <= LOWER
    assert test.as_dict()["bounds"] == [-2.944, 2.944]


@pytest.mark.parametrize("claims", [(10, 10), (5, 0), (0, math.inf), (0, 5000), ("a", 3)])
def test_claims_that_are_none_are_refused(claims: tuple[float, float]) -> None:
    with pytest.raises(LimitError):
        Claims(*claims)
