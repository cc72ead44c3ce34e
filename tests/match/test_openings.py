"""Openings and pairings: balanced, fair, and the same whoever plays a game when."""

from __future__ import annotations

from collections import Counter
from itertools import count, takewhile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from kibitz.core.text import parse_move
from kibitz.engine.position import Snapshot
from kibitz.match.openings import SEARCHES, Opening, Openings, usual_balance, usual_plies
from kibitz.match.pairing import pairing
from kibitz.search.reference import minimax
from kibitz.tables.solving import solve
from kibitz.tables.stored_table import store
from tests import toys


def openings(game: kibitz.Game, plies: int = 4, balance: float = 20.0) -> Openings:
    return Openings(game, plies=plies, balance=balance, seed=5)


def test_an_opening_follows_from_seed_and_number_alone() -> None:
    game = kibitz.game("connect4")
    first, second = openings(game), openings(game)
    forwards = [first.opening(number) for number in range(6)]
    backwards = [second.opening(number) for number in reversed(range(6))]
    assert forwards == backwards[::-1]
    assert len(set(forwards)) > 3
    assert Openings(game, plies=4, balance=20.0, seed=6).opening(0) != forwards[0]


@pytest.mark.parametrize(("name", "balance"), [("connect4", 20.0), ("horses", 300.0)])
@pytest.mark.parametrize("limit", SEARCHES)
def test_nobody_is_ahead_by_much_after_an_opening(
    name: str, balance: float, limit: kibitz.Limit
) -> None:
    game = kibitz.game(name)
    engine = kibitz.Engine(game, memory=1)
    drawn = openings(game, balance=balance)
    for number in range(8):
        opening = drawn.opening(number)
        assert len(opening.moves) == 4
        state, earlier = game.initial(opening.seed), []
        for move in opening.moves:
            earlier.append(state)
            state = game.play(state, move)
        engine.clear()
        line = engine.play(Snapshot(state, earlier), limit)
        assert line.score is not None
        assert abs(line.score) <= balance


def test_something_is_left_to_play_for_after_an_opening() -> None:
    """Boards of Smart Horses may be cut in two by the first moves, which draws in a few more."""
    game = kibitz.game("horses")
    engine = kibitz.Engine(game, memory=1)
    drawn = Openings(game, plies=4, balance=usual_balance(game), seed=0)
    for number in range(8):
        opening = drawn.opening(number)
        path = [game.initial(opening.seed)]
        for move in opening.moves:
            path.append(game.play(path[-1], move))
        engine.clear()
        for text in engine.play(Snapshot(path[-1], path[:-1]), SEARCHES[-1]).line:
            path.append(game.play(path[-1], parse_move(game, path[-1], text)))
        assert game.outcome(path[-1], path[:-1]) is None


def test_where_every_opening_is_solved_a_draw_is_taken() -> None:
    game = kibitz.game("tictactoe")
    drawn = openings(game, plies=2, balance=0.0)
    for number in range(8):
        state = game.initial()
        for move in drawn.opening(number).moves:
            state = game.play(state, move)
        assert minimax(game, state, 9).value == 0


def test_the_most_even_opening_is_taken_where_none_is_even_enough() -> None:
    game = toys.trades()
    even, loose = openings(game, 3, 0.0), openings(game, 3, 1e9)
    assert len(even.opening(0).moves) == len(loose.opening(0).moves) == 3


def test_openings_are_shorter_where_every_game_is_over_by_then() -> None:
    opening = openings(toys.nim(3), plies=10).opening(0)
    assert 0 < len(opening.moves) < 3


def test_tables_of_perfect_play_change_no_opening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = kibitz.game("tictactoe")
    monkeypatch.setenv("KIBITZ_TABLES", str(tmp_path))
    without = [openings(game, 2, 1.0).opening(number) for number in range(4)]
    store(solve(game), tmp_path)
    drawn = openings(game, 2, 1.0)
    assert [drawn.opening(number) for number in range(4)] == without
    assert drawn._engine.knowledge is not None
    assert drawn._engine.play(Snapshot(game.initial()), SEARCHES[-1]).warrant.kind != "table"


def test_without_moves_the_opening_is_the_start() -> None:
    assert openings(kibitz.game("tictactoe"), plies=0).opening(3) == Opening(0, ())


def test_games_with_random_boards_get_a_board_an_opening() -> None:
    drawn = openings(kibitz.game("horses"), plies=0, balance=1e9)
    assert len({drawn.opening(number).seed for number in range(5)}) == 5


def test_openings_for_several_players_are_judged_by_the_evaluation() -> None:
    game = toys.pot()
    for number in range(4):
        opening = openings(game, plies=3, balance=4).opening(number)
        state = game.initial()
        for move in opening.moves:
            state = game.play(state, move)
        assert max(game.evaluate(state, player) for player in range(3)) <= 4


def test_short_games_have_short_openings_by_default() -> None:
    assert usual_plies(kibitz.game("tictactoe")) == 2
    assert usual_plies(kibitz.game("connect4")) == 4
    assert usual_plies(kibitz.game("horses", players=3)) == 6
    assert usual_balance(toys.nim()) == 0.4  # without an evaluation: a mean result
    assert 0 < usual_balance(kibitz.game("draughts")) < 100


# pairings


def games_an_opening(contestants: int, players: int) -> int:
    games = (pairing(contestants, players, 0, number) for number in count())
    return sum(1 for _ in takewhile(lambda game: game.opening == 0, games))


def test_two_players_play_each_opening_from_both_sides_in_neighbouring_games() -> None:
    for number in range(0, 20, 2):
        first, second = pairing(2, 2, 0, number), pairing(2, 2, 0, number + 1)
        assert first.opening == second.opening == number // 2
        assert (first.seats, second.seats) == ((0, 1), (1, 0))


@given(
    contestants=st.integers(2, 5),
    players=st.integers(2, 4),
    seed=st.integers(0, 3),
    opening=st.integers(0, 30),
)
def test_over_an_opening_everybody_has_every_seat_equally_often(
    contestants: int, players: int, seed: int, opening: int
) -> None:
    size = games_an_opening(contestants, players)
    games = [pairing(contestants, players, seed, opening * size + i) for i in range(size)]
    assert pairing(contestants, players, seed, (opening + 1) * size).opening == opening + 1
    assert {game.opening for game in games} == {opening}
    for seat in range(players):
        counts = Counter(game.seats[seat] for game in games)
        assert set(counts) == set(range(contestants))
        assert len(set(counts.values())) == 1
    for start in range(0, size, players):
        group = games[start : start + players]
        assert len({tuple(sorted(game.seats)) for game in group}) == 1
    assert all(len(set(game.seats)) >= 2 for game in games)
    assert len({game.seats for game in games}) == size  # or a game would be played twice


def test_the_order_around_the_table_changes_between_openings() -> None:
    orders = set()
    for opening in range(20):
        seats = pairing(4, 4, 0, 4 * opening).seats
        start = seats.index(0)
        orders.add(seats[start:] + seats[:start])
    assert len(orders) == 6


@pytest.mark.parametrize(("contestants", "games"), [(2, 2), (3, 6), (4, 12)])
def test_several_contestants_for_two_seats_play_round_robin(contestants: int, games: int) -> None:
    assert games_an_opening(contestants, 2) == games
    pairs = Counter(frozenset(pairing(contestants, 2, 0, i).seats) for i in range(games))
    assert set(pairs.values()) == {2}
