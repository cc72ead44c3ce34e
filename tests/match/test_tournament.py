from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.match.tournament import (
    DRAWN,
    LEAST,
    LOST,
    MOST,
    MOST_DRAWS,
    WON,
    Format,
    GameKey,
    is_over,
    planned_games,
    round_robin,
    standings,
    winner,
)

counts = st.integers(LEAST, MOST)
points = st.sampled_from([WON, DRAWN, LOST])


@given(counts, st.booleans())
def test_everybody_meets_everybody(count: int, is_double: bool) -> None:
    rounds = round_robin(count, is_double=is_double)
    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs)
    assert len(met) == count * (count - 1) // 2
    assert set(met.values()) == {2 if is_double else 1}
    for pairs in rounds:
        playing = [one for pair in pairs for one in pair]
        assert len(playing) == len(set(playing)) >= count - 1


@given(counts, st.booleans())
def test_the_first_moves_differ_by_at_most_one(count: int, is_double: bool) -> None:
    pairs = [pair for one in round_robin(count, is_double=is_double) for pair in one]
    first = Counter(pair[0] for pair in pairs)
    second = Counter(pair[1] for pair in pairs)
    for own in range(count):
        assert abs(first[own] - second[own]) <= (0 if is_double else 1)


@given(counts, st.data())
def test_a_knock_out_ends_with_one_winner(count: int, data: st.DataObject) -> None:
    results: dict[GameKey, float] = {}
    while not is_over("knock-out", count, results):
        games = planned_games("knock-out", count, results)
        open_games = [game for game in games if game.key not in results]
        assert open_games
        playing = [one for game in open_games for one in (game.first, game.second)]
        assert len(playing) == len(set(playing))
        results[data.draw(st.sampled_from(open_games)).key] = data.draw(points)
    champion = winner("knock-out", count, results)
    assert champion is not None
    assert standings("knock-out", count, results)[0].contestant == champion
    # Everybody else has lost exactly one pairing.
    games = planned_games("knock-out", count, results)
    assert len({game.key[:2] for game in games}) == count - 1


@given(counts, st.sampled_from(["round-robin", "double-round-robin"]), st.data())
def test_the_scores_add_up_to_the_games(count: int, kind: Format, data: st.DataObject) -> None:
    results = {game.key: data.draw(points) for game in planned_games(kind, count, {})}
    places = standings(kind, count, results)
    assert sum(place.score for place in places) == len(results)
    assert sorted(place.contestant for place in places) == list(range(count))
    assert all(place.wins + place.draws / 2 == place.score for place in places)
    assert [place.score for place in places] == sorted(
        (place.score for place in places), reverse=True
    )


def test_drawn_games_are_followed_by_games_with_the_sides_swapped() -> None:
    results: dict[GameKey, float] = {}
    for number in range(MOST_DRAWS):
        own = [g for g in planned_games("knock-out", 4, results) if g.key[:2] == (0, 0)]
        assert len(own) == number + 1
        assert (own[-1].first, own[-1].second) == ((0, 3) if number % 2 == 0 else (3, 0))
        results[own[-1].key] = DRAWN
    results[GameKey(0, 1, 0)] = WON
    final = planned_games("knock-out", 4, results)[-1]
    assert (final.key, final.first, final.second) == (GameKey(1, 0, 0), 0, 1)


def test_equal_scores_are_ordered_by_whom_they_beat() -> None:
    # 0 and 1 have 2 points each; 1 has beaten 0, who then has beaten those with more points.
    games = {(game.first, game.second): game.key for game in planned_games("round-robin", 4, {})}
    wins = {(1, 0), (0, 2), (0, 3), (2, 1), (1, 3), (2, 3)}
    results = {
        key: WON if (first, second) in wins else LOST for (first, second), key in games.items()
    }
    places = standings("round-robin", 4, results)
    assert {place.contestant: place.score for place in places} == {0: 2, 1: 2, 2: 2, 3: 0}
    assert {place.tie_break for place in places[:3]} == {2.0}
    assert winner("round-robin", 4, results) is None


@pytest.mark.parametrize("count", range(LEAST, MOST + 1))
def test_the_best_two_of_a_knock_out_meet_last(count: int) -> None:
    results: dict[GameKey, float] = {}
    while not is_over("knock-out", count, results):
        for game in planned_games("knock-out", count, results):
            results.setdefault(game.key, WON if game.first < game.second else LOST)
    last = planned_games("knock-out", count, results)[-1]
    assert {last.first, last.second} == {0, 1}
    assert winner("knock-out", count, results) == 0
