from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import kibitz
from kibitz import DRAW, LOSS, WIN, Game
from kibitz.core.errors import LimitError, TableError
from kibitz.tables.solving import Solution, solve, verdict_of
from kibitz.tables.stored_table import open_stored, store
from kibitz.tables.verdict import Verdict
from tests import toys
from tests.tables.checker import brute_force, check, random_states
from tests.tables.hexapawn import GAME as HEXAPAWN


def verdicts(solution: Solution, folder: Path) -> Any:
    store(solution, folder)
    table = open_stored(solution.game, solution.start, folder)
    assert table is not None
    return table.probe


@pytest.mark.parametrize(
    "game",
    [HEXAPAWN, toys.ring(), toys.ring(9), toys.pot(2), toys.nim(), toys.claims(), toys.trades(6)],
    ids=lambda game: str(game.name),
)
def test_every_position_has_the_verdict_of_brute_force(game: Game, tmp_path: Path) -> None:
    expected = brute_force(game)
    solution = solve(game)
    assert solution.positions.count == len(expected)
    assert solution.verdict == expected[game.identity(game.initial())]
    probe = verdicts(solution, tmp_path)
    for state in random_states(game, 500, seed=1):
        assert probe(state) == expected[game.identity(state)]


def test_a_game_of_python_objects_is_solved_as_it_is() -> None:
    game = toys.coins()
    solution = solve(game)
    expected = brute_force(game)
    assert solution.positions.count == len(expected)
    for state, value in zip(solution.positions.states, solution.values, strict=True):
        assert verdict_of(int(value), state.turn) == expected[state]


@pytest.mark.parametrize(
    ("options", "answer", "positions"),
    [
        ({"rows": 3, "columns": 3, "length": 3}, "draw", 765),
        ({"rows": 3, "columns": 4, "length": 3}, "first player wins in 7", None),
    ],
)
def test_tictactoe_is_worth_what_is_known(
    options: dict[str, int], answer: str, positions: int | None
) -> None:
    solution = solve(kibitz.game("tictactoe", **options))
    assert solution.verdict.answer(0) == answer
    assert positions is None or solution.positions.count == positions


def test_hexapawn_is_won_by_the_second_player() -> None:
    assert solve(HEXAPAWN).verdict.answer(0) == "second player wins in 6"


def test_the_counts_of_plies_are_those_of_perft_without_repeats() -> None:
    assert solve(kibitz.game("tictactoe")).positions.plies == (
        1,
        3,
        12,
        38,
        108,
        174,
        204,
        153,
        57,
        15,
    )


def test_a_solution_from_a_later_position_begins_there() -> None:
    game = kibitz.game("tictactoe")
    session = kibitz.Session(game, "XOX/O../...")
    solution = solve(game, session.state)
    assert (str(solution.verdict), solution.positions.plies[0]) == ("wins in 3", 1)


class Bank(NamedTuple):
    """A state whose numbers grow past any width, and below zero."""

    worth: int
    rounds: int
    turn: int


def test_fields_that_grow_or_turn_negative_are_packed_anew(tmp_path: Path) -> None:
    def moves(state: Bank) -> Iterator[int]:
        if state.rounds < 6:
            yield 0
            yield 1

    def play(state: Bank, move: int) -> Bank:
        worth = state.worth * 1000 + 1 if move else -state.worth - 7
        return Bank(worth=worth, rounds=state.rounds + 1, turn=1 - state.turn)

    def payoff(state: Bank, player: int) -> int:
        won = state.worth % 3 == 1
        return DRAW if state.worth % 5 == 0 else WIN if won == (player == 0) else LOSS

    game = Game("bank", Bank(0, 0, 0), moves, play, payoff, lambda state, player: 0)
    expected = brute_force(game)
    solution = solve(game)
    assert solution.positions.count == len(expected)
    assert solution.positions.layout is not None
    assert solution.positions.layout.bits[0] == 64
    probe = verdicts(solution, tmp_path)
    for state, verdict in expected.items():
        assert probe(state) == verdict


def test_clocks_are_no_part_of_a_position(tmp_path: Path) -> None:
    game = toys.ring(limit=4)
    probe = verdicts(solve(game), tmp_path)
    state = game.initial()
    assert probe(state) == probe(state._replace(quiet=3))


def test_a_position_that_cannot_arise_is_not_in_the_table(tmp_path: Path) -> None:
    game = kibitz.game("tictactoe")
    probe = verdicts(solve(game), tmp_path)
    state = game.initial()
    assert probe(state) == Verdict(DRAW)
    assert probe(state._replace(mine=0b111)) is None
    probe = verdicts(solve(HEXAPAWN), tmp_path)
    assert probe(HEXAPAWN.initial()._replace(white=1 << 40)) is None


def test_more_than_two_players_are_refused() -> None:
    with pytest.raises(TableError, match="only games for two can be solved"):
        solve(toys.pot(3))


def test_a_game_that_does_not_fit_is_refused_with_the_count_so_far() -> None:
    with pytest.raises(LimitError, match=r"connect4 has more than [0-9,]+ positions.*0\.01 GB"):
        solve(kibitz.game("connect4"), memory=0.01)
    with pytest.raises(LimitError, match="tictactoe has more than"):
        solve(kibitz.game("tictactoe"), memory=1e-6)
    with pytest.raises(LimitError, match="coins has more than"):
        solve(toys.coins(tuple(range(40))), memory=0.00001)
    with pytest.raises(LimitError, match="expected gigabytes"):
        solve(kibitz.game("tictactoe"), memory=0)


def test_states_that_cannot_be_told_apart_are_refused() -> None:
    class Pile:
        __hash__ = None  # type: ignore[assignment]
        turn = 0

    game = Game(
        "pile", Pile(), lambda state: (), lambda state, move: state,
        lambda state, player: 0, lambda state, player: 0,
    )  # fmt: skip
    with pytest.raises(TableError, match="give their class a __hash__ method"):
        solve(game)


@pytest.mark.deep
@pytest.mark.parametrize(
    ("name", "options", "answer"),
    [
        ("tictactoe", {"rows": 4, "columns": 4, "length": 4}, "draw"),
        ("connect4", {"rows": 4, "columns": 4}, "draw"),
        ("connect4", {"rows": 5, "columns": 4}, "draw"),
        ("connect4", {"rows": 4, "columns": 5}, "draw"),
        ("draughts", {"variant": "azubi"}, "first player wins in 23"),
        ("morris", {"variant": "three"}, "first player wins in 9"),
        ("morris", {"variant": "six"}, "draw"),
    ],
)
def test_twenty_thousand_positions_agree_with_their_successors(
    name: str, options: dict[str, Any], answer: str, tmp_path: Path
) -> None:
    game = kibitz.game(name, **options)
    solution = solve(game)
    assert solution.verdict.answer(0) == answer
    probe = verdicts(solution, tmp_path)
    assert check(game, random_states(game, 20_000, seed=2), probe) == 20_000
