"""Draws of draughts: by clocks, by endings, by repetition."""

from __future__ import annotations

import pytest

from kibitz.core.contract import Game
from kibitz.core.text import parse_move, parse_state
from kibitz.games.draughts import draughts
from kibitz.games.draughts.state import State
from kibitz.games.draughts.variants import VARIANTS


def is_drawn(variant: str, position: str) -> bool:
    game = draughts(variant)
    assert game.drawn is not None
    return bool(game.drawn(parse_state(game, position)))


def played(game: Game, position: str, *moves: str) -> State:
    state: State = parse_state(game, position)
    for text in moves:
        state = game.play(state, parse_move(game, state, text))
    return state


@pytest.mark.parametrize(
    ("variant", "position", "plies"),
    [
        ("german", "W:WK1,32:BK29,12", 80),
        ("thai", "W:WK1,4:BK29,32", 80),
        ("czech", "W:WK1,32:BK29,12", 80),
        ("spanish", "W:WK1,4:BK29,32", 80),
        ("english", "W:WK1,32:BK29,12", 80),
        ("italian", "W:WK1,32:BK29,12", 80),
        ("pool", "W:WK1,32:BK29,12", 30),
        ("international", "W:WK1,45,50,49:BK46,6,12", 50),
        ("killer", "W:WK1,45,50,49:BK46,6,12", 50),
        ("russian", "W:WKb8,h2,g1,e1:BKa1,h8,h6,d8,b6", 30),
        ("brazilian", "W:WKb8,h2,g1,e1:BKa1,h8,h6,d8,b6", 30),
    ],
)
def test_moves_of_kings_alone_draw_after_so_many_plies(
    variant: str, position: str, plies: int
) -> None:
    assert not is_drawn(variant, f"{position}:H{plies - 1}")
    assert is_drawn(variant, f"{position}:H{plies}")


@pytest.mark.parametrize(
    ("variant", "position", "plies"),
    [
        ("international", "W:WK1,K2,K3:BK46", 32),
        ("international", "W:WK1,12,13:BK46", 32),
        ("international", "W:WK1,K2:BK46", 10),
        ("international", "B:WK1,12:BK46", 10),
        ("international", "W:WK1:BK46", 10),
        ("killer", "W:WK46:BK1,K2,20", 32),
        ("russian", "W:WKb8,Kd8:BKg1", 10),
        ("russian", "W:WKb8:BKg1", 10),
        ("russian", "W:WKb8,Kd8,Kf8:BKg1", 30),
        ("russian", "W:WKb8,Kd8,Kf8,Ka7,Kc7,Ke7,Kg7,Kb6,Kd6:BKg1", 30),
        ("russian", "W:WKb8,Kd8,h2:BKg1", 60),
        ("russian", "W:WKb8,Kd8:BKg1,Ke1", 60),
        ("russian", "W:WKb8,Kd8,h2:BKg1,Ke1", 60),
        ("russian", "W:WKb8,Kd8,h2:BKg1,Ke1,h8", 120),
        ("russian", "W:WKb8,Kd8,h2,g3:BKg1,Ke1,h8", 120),
        ("brazilian", "W:WKb8,Kd8,h2,g3:BKg1,Ke1,h8", 120),
        ("frisian", "W:WK1,K2:BK46", 14),
        ("frysk", "W:WK1,K2:BK46", 14),
        ("frisian", "W:WK1:BK46", 4),
    ],
)
def test_endings_draw_after_so_many_plies(variant: str, position: str, plies: int) -> None:
    assert not is_drawn(variant, f"{position}:E{plies - 1}")
    assert is_drawn(variant, f"{position}:E{plies}")


@pytest.mark.parametrize(
    ("variant", "position"),
    [
        ("international", "W:WK1,K2:BK46,K47"),
        ("international", "W:WK1,12:B40"),
        ("russian", "W:WKb8,Kd8,c3,e3:BKg1,Ke1,h8,f8"),
        ("russian", "W:WKb8,h2:Bf6"),
        ("frisian", "W:WK1,K2:BK46,K47"),
        ("frisian", "W:WK1,K2:BK46,20"),
    ],
)
def test_other_endings_are_not_counted(variant: str, position: str) -> None:
    assert not is_drawn(variant, f"{position}:E500")


def test_the_15_moves_of_kings_do_not_cut_short_an_ending_with_a_count_of_its_own() -> None:
    assert not is_drawn("russian", "W:WKb8,Kd8:BKg1,Ke1:H59:E59")


def test_a_lone_king_on_the_long_diagonal_draws_against_three_pieces() -> None:
    assert not is_drawn("russian", "W:WKb8,Kd8,Kf8:BKa1:E9:R9")
    assert is_drawn("russian", "W:WKb8,Kd8,Kf8:BKa1:E10:R10")
    assert not is_drawn("russian", "W:WKb8,Kd8,Kf8:BKc1:E10:R10")
    # The strong side stands on the diagonal as well.
    assert not is_drawn("russian", "W:WKh8,Kd8,Kf8:BKa1:E10:R10")


def test_the_plies_on_the_long_diagonal_are_counted() -> None:
    game = draughts("russian")
    state = played(game, "W:WKb8,Kd8,Kf8:BKa1", "f8-a3", "a1-d4", "a3-f8", "d4-a1")
    assert (state.road, state.ending, state.quiet) == (4, 4, 4)
    left = played(game, "W:WKb8,Kd8,Kf8:BKa1:R6:E6:H6", "d8-a5", "a1-d4", "a5-d8", "d4-c3")
    assert left.road == 10
    gone = played(game, "W:WKb8,Kd8,Kf8:BKd4:R6:E6:H6", "f8-h6", "d4-g1")
    assert gone.road == 0


def test_quiet_plies_are_those_of_kings() -> None:
    game = draughts("german")
    assert played(game, "W:WK29,9:BK4,12:H7", "29-25").quiet == 8
    assert played(game, "W:WK29,9:BK4,12:H7", "9-5").quiet == 0
    assert played(game, "W:WK29:B22,12:H7", "29x18").quiet == 0


def test_a_capture_that_makes_an_ending_is_not_counted_in_it() -> None:
    game = draughts("international")
    state = played(game, "W:WK1,K2,K47:B33,K46:E77", "47x29")
    assert state.ending == 0
    assert played(game, "W:WK1,K2,K47:B33,K46:E77", "47x29", "46-41").ending == 1


def test_a_new_king_does_not_restart_the_count_against_a_lone_king() -> None:
    game = draughts("international")
    assert played(game, "W:WK50,7,K49:BK46:E9", "7-1").ending == 10
    assert played(game, "W:W7,49:BK46:E9", "7-1").ending == 0  # the first king makes the ending


def test_a_change_of_balance_restarts_the_count_of_russian_endings() -> None:
    game = draughts("russian")
    assert played(game, "W:WKd8,a7:BKg1,Ke1:E40", "a7-b8").ending == 0
    assert played(game, "W:WKd8,a7:BKg1,Ke1:E40", "d8-a5").ending == 41


@pytest.mark.parametrize("variant", ["breakthrough", "azubi", "antidraughts"])
def test_variants_without_a_clock_have_none(variant: str) -> None:
    game = draughts(variant)
    assert game.drawn is None
    assert game.clocks == ()
    state = game.initial()
    for _ in range(6):
        state = game.play(state, next(iter(game.moves(state))))
    assert (state.quiet, state.ending, state.road) == (0, 0, 0)


def test_positions_draw_at_their_third_occurrence_or_as_the_source_says() -> None:
    repeats = {name: draughts(name).repeats for name in VARIANTS}
    assert {name for name, count in repeats.items() if count == 0} == {
        "frisian",
        "frysk",
        "breakthrough",
        "azubi",
    }
    assert repeats.pop("italian") == 4
    assert set(repeats.values()) == {0, 3}


def test_a_repeated_position_ends_the_game() -> None:
    game = draughts("german")
    states = [parse_state(game, "W:WK32,21:BK5,12")]
    for _ in range(2):
        for text in ("32-28", "5-1", "28-32", "1-5"):
            states.append(game.play(states[-1], parse_move(game, states[-1], text)))
    assert game.outcome(states[4], states[:4]) is None
    assert str(game.outcome(states[8], states[:8])) == "draw by repetition"


def test_a_finished_game_is_decided_whatever_the_clock_says() -> None:
    game = draughts("german")
    state = parse_state(game, "W:W:BK4:H200")
    assert str(game.outcome(state)) == "black wins"
