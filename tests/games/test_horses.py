"""Smart Horses, one fact a test."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz import DRAW, LOSS, WIN, Engine, Game, KibitzError, Limit, OptionError, Session
from kibitz.core.errors import IllegalMoveError, InvalidMoveError, PositionError
from kibitz.core.score import is_decided
from kibitz.core.text import format_board, format_move, format_state, parse_move, parse_state
from kibitz.games.horses import GAME, board, horses
from kibitz.games.horses.board import HALF, POINTS, SQUARES, knight_of, pack, score_of, value_at
from kibitz.search.builds import on_compile
from kibitz.search.compiled import compiled_perft
from kibitz.search.reference import minimax
from kibitz.search.switches import PLAIN
from kibitz.testing import check

GAMES = {
    "first": GAME,
    "both": horses(ending="both"),
    "three": horses(players=3),
    "four": horses(players=4),
}
EXAMPLE = "8/#,1,#,1,#,3/8/1,B,+5,W,4/3,+4,4/5,+4,2/8/8 w 15:8"


def after(game: Game, position: str, line: str) -> Any:
    state = parse_state(game, position)
    for text in line.split():
        state = game.play(state, parse_move(game, state, text))
    return state


def scores(game: Game, state: Any) -> list[int]:
    return [score_of(state, player) for player in range(game.players)]


@pytest.mark.parametrize("name", GAMES)
def test_every_ending_and_number_of_players_keeps_the_contract(name: str) -> None:
    assert check(GAMES[name], games=8, positions=150).is_compiled


@pytest.mark.deep
@pytest.mark.parametrize("name", GAMES)
def test_the_contract_is_kept_at_length(name: str) -> None:
    check(GAMES[name], games=100, positions=3000, seed=1)


# Boards.


def test_a_new_board_has_ten_point_squares_and_knights_elsewhere() -> None:
    for game in GAMES.values():
        for seed in range(50):
            state = game.initial(seed)
            knights = {knight_of(state, player) for player in range(game.players)}
            values = [value_at(state, square) for square in range(SQUARES)]
            assert sorted(value for value in values if value) == sorted(POINTS)
            assert len(knights) == game.players
            assert not any(values[square] for square in knights)
            assert scores(game, state) == [0] * game.players
            assert state.turn == 0


def test_nobody_starts_stuck() -> None:
    for game in GAMES.values():
        for seed in range(300):
            state = game.initial(seed)
            for player in range(game.players):
                assert list(game.moves(state._replace(turn=player)))


def test_any_board_of_values_can_be_given() -> None:
    chance = random.Random(3)
    for count in (0, 1, 33, 64):
        values = [0] * SQUARES
        for square in chance.sample(range(SQUARES), count):
            values[square] = chance.choice([v for v in range(-10, 11) if v])
        state = pack(1, [0, 63], [-7, 1000], values)
        assert parse_state(GAME, format_state(GAME, state)) == state
        assert [value_at(state, square) for square in range(SQUARES)] == values


def test_a_new_board_does_not_compile() -> None:
    import numpy as np

    compiled_perft(GAME)
    told: list[Game] = []
    on_compile(lambda game, is_done: told.append(game))
    control = np.zeros(8, np.int64)
    for seed in range(5):
        assert compiled_perft(GAME)(tuple(GAME.initial(seed)), 3, control) > 0
    state = pack(0, [0, 63], [0, 0], [10] * SQUARES)
    assert compiled_perft(GAME)(tuple(state), 3, control) > 0
    assert told == []


# Moves.


def test_moves_come_in_the_order_of_the_jumps() -> None:
    state = parse_state(GAME, "8/8/8/3,W,4/8/8/8/7,B w 0:0")
    found = [format_move(GAME, state, move) for move in GAME.moves(state)]
    assert found == ["c7", "e7", "b6", "f6", "b4", "f4", "c3", "e3"]


def test_destroyed_and_taken_squares_are_closed() -> None:
    state = parse_state(GAME, "8/2,#,1,B,3/8/3,W,4/8/8/8/8 w 0:0")
    found = {format_move(GAME, state, move) for move in GAME.moves(state)}
    assert found == {"b6", "f6", "b4", "f4", "c3", "e3"}


def test_landing_scores_and_leaving_destroys() -> None:
    state = after(GAME, "8/8/8/3,W,4/8/2,-5,1,+10,3/8/7,B w 3:4", "e3")
    assert scores(GAME, state) == [13, 4]
    assert format_state(GAME, state) == "8/8/8/3,#,4/8/2,-5,1,W+10,3/8/7,B b 13:4"
    state = after(GAME, format_state(GAME, state), "f2 c2")
    assert format_state(GAME, state) == "8/8/8/3,#,4/8/2,-5,1,#,3/2,W,2,B,2/7,# b 13:4"


@pytest.mark.parametrize("text", ["c3", "C3", "5,2", "(5, 2)", "[5,2]", "5 2", " c3 "])
def test_a_square_may_be_written_in_several_ways(text: str) -> None:
    state = parse_state(GAME, "8/8/8/3,W,4/8/8/8/7,B w 0:0")
    assert divmod(parse_move(GAME, state, text), 8) == (5, 2)


@pytest.mark.parametrize("text", ["", "c9", "i1", "8,0", "5,2,1", "c", "52", "c3 d4", "٣,٢"])
def test_what_is_no_square_is_refused(text: str) -> None:
    with pytest.raises(InvalidMoveError, match="a1 to h8"):
        parse_move(GAME, GAME.initial(), text)


def test_a_long_text_of_spaces_is_no_move() -> None:
    """The spaces could be divided in two ways: 30,000 of them took seconds, a megabyte an hour."""
    state = GAME.initial()
    for text in ("2" + " " * 1_000_000 + "!", "2 " + "\t" * 1_000_000 + ",x"):
        with pytest.raises(InvalidMoveError, match="a1 to h8"):
            parse_move(GAME, state, text)
    move = next(iter(GAME.moves(state)))
    row, column = divmod(move, 8)
    for text in (f"{row},{column}", f"{row} {column}", f"({row} , {column})", f"[{row}\t{column}]"):
        assert parse_move(GAME, state, text) == move


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("d6", "d6 is not a knight's move from d5"),
        ("c7", "c7 is destroyed"),
        ("e7", "e7 is occupied by a knight"),
    ],
)
def test_an_illegal_move_is_refused_with_its_reason(text: str, reason: str) -> None:
    state = parse_state(GAME, "8/2,#,1,B,3/8/3,W,4/8/8/8/8 w 0:0")
    with pytest.raises(IllegalMoveError, match=re.escape(reason)):
        parse_move(GAME, state, text)


# Endings. In the corner h1 a knight can jump to f2 and g3 only.


def test_the_first_stuck_knight_ends_the_game_and_pays_four() -> None:
    state = after(GAME, "8/8/8/8/8/3,W,2,#,1/8/7,B w 5:2", "f2")
    assert not list(GAME.moves(state))
    assert scores(GAME, state) == [5, -2]
    assert [GAME.payoff(state, player) for player in (0, 1)] == [WIN, LOSS]
    assert GAME.margin is not None
    assert GAME.margin(state, 0) == 7


def test_two_stuck_knights_pay_nothing() -> None:
    state = after(GAME, "8/8/8/8/4,#,1,#,1/3,W,2,#,#/8/3,#,3,B w 2:2", "f2")
    assert not list(GAME.moves(state))
    assert scores(GAME, state) == [2, 2]
    assert [GAME.payoff(state, player) for player in (0, 1)] == [DRAW, DRAW]


def test_a_stuck_knight_passes_and_pays_every_time_where_both_have_to_be_stuck() -> None:
    game = GAMES["both"]
    state = after(game, "8/8/8/8/8/3,W,2,#,1/8/7,B w 5:2", "f2")
    assert (state.turn, scores(game, state)) == (0, [5, -2])
    state = after(game, format_state(game, state), "e4")
    assert (state.turn, scores(game, state)) == (0, [5, -6])


def test_nobody_pays_once_all_are_stuck() -> None:
    game = GAMES["both"]
    state = after(game, "8/8/8/8/4,#,1,#,1/3,W,2,#,#/8/3,#,3,B w 2:2", "f2")
    assert not list(game.moves(state))
    assert scores(game, state) == [2, 2]


def test_three_and_four_players_always_play_on_until_all_are_stuck() -> None:
    assert horses(players=3, ending="first").settings["ending"] == "both"
    assert GAMES["four"].sides == ("white", "black", "red", "blue")
    with pytest.raises(OptionError):
        GAME.configure(players=5)


def test_of_several_players_a_sole_best_wins_and_tied_best_draw() -> None:
    game = GAMES["three"]
    blocked = "W,#,#,#,#,#,#,B/" + "#,#,#,#,#,#,#,#/" * 6 + "R,#,#,#,#,#,#,# w {}"
    state = parse_state(game, blocked.format("3:5:1"))
    assert [game.payoff(state, player) for player in range(3)] == [LOSS, WIN, LOSS]
    assert game.margin is not None
    assert [game.margin(state, player) for player in range(3)] == [-2, 2, -4]
    state = parse_state(game, blocked.format("5:5:1"))
    assert [game.payoff(state, player) for player in range(3)] == [DRAW, DRAW, LOSS]


# The evaluation of the textbooks.

CLASSIC = GAME.judged_by("classic")


def test_the_terms_of_the_published_example_are_700_20_15_and_3() -> None:
    state = parse_state(GAME, EXAMPLE)
    assert CLASSIC.explain is not None
    terms = {name: Fraction(term, GAME.unit) for name, term in CLASSIC.explain(state, 0).items()}
    assert terms == {"score": 700, "mobility": 20, "proximity": 15, "centre": 3, "no move": 0}
    assert Fraction(CLASSIC.evaluate(state, 0), GAME.unit) == 738
    assert Fraction(CLASSIC.evaluate(state, 1), GAME.unit) == -738


def test_every_share_of_a_value_is_a_whole_number() -> None:
    for distance in range(1, 15):
        assert 5 * GAME.unit % distance == 0


def test_a_knight_that_cannot_move_costs_400() -> None:
    game = GAMES["both"].judged_by("classic")
    state = parse_state(game, "8/8/8/8/8/6,#,1/5,W,2/7,B w 0:0")
    assert game.explain is not None
    assert game.explain(state, 0)["no move"] == 400 * game.unit
    assert game.explain(state, 1)["no move"] == -400 * game.unit


def test_a_finished_game_is_worth_ten_thousand() -> None:
    state = after(GAME, "8/8/8/8/8/3,W,2,#,1/8/7,B w 5:2", "f2")
    assert CLASSIC.explain is not None
    assert CLASSIC.evaluate(state, 0) == 10_000 * GAME.unit
    assert CLASSIC.explain(state, 1) == {"finished": -10_000 * GAME.unit}


@pytest.mark.parametrize("name", GAMES)
def test_terms_add_up(name: str) -> None:
    game, chance = GAMES[name].judged_by("classic"), random.Random(name)
    assert game.explain is not None
    for seed in range(5):
        state = game.initial(seed)
        while moves := list(game.moves(state)):
            for player in range(game.players):
                assert sum(game.explain(state, player).values()) == game.evaluate(state, player)
            state = game.play(state, chance.choice(moves))


@pytest.mark.parametrize("name", ["first", pytest.param("both", marks=pytest.mark.deep)])
def test_the_compiled_search_finds_the_values_of_minimax(name: str) -> None:
    game, engine, chance = GAMES[name], Engine(GAMES[name], switches=PLAIN), random.Random(name)
    for seed in range(8):
        state = game.initial(seed)
        for _ in range(chance.randrange(12)):
            state = game.play(state, chance.choice(list(game.moves(state))))
            if not list(game.moves(state)):
                state = game.initial(seed)
        expected = minimax(game, state, 3)
        found = engine.analyse(Session(game, state), Limit(depth=3))[0]
        if not is_decided(expected.value):
            assert found.score == pytest.approx(expected.value / game.unit, abs=1e-9)
            assert found.move == format_move(game, state, expected.line[0])


# Positions.


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("first", "", "expected eight rows"),
        ("first", "8/8/8/8 w 0:0", "expected eight rows"),
        ("first", EXAMPLE.replace("15:8", "15"), "expected 2 scores such as 0:0"),
        ("first", EXAMPLE.replace("15:8", "15:8:1"), "expected 2 scores"),
        ("first", EXAMPLE.replace("15:8", "1001:8"), "from -1000 to 1000"),
        ("first", EXAMPLE.replace("15:8", "x:8"), "expected 2 scores"),
        ("first", EXAMPLE.replace(" w ", " r "), "one of w, b to move, got 'r'"),
        ("first", EXAMPLE.replace("+5", "+11"), "from -10 to +10"),
        ("first", EXAMPLE.replace("+5", "5"), "expected eight squares in the row '1,B,5,W,4'"),
        ("first", EXAMPLE.replace("+5", "#+5"), "got '#+5'"),
        ("first", EXAMPLE.replace("+5", ""), "got ''"),
        ("first", EXAMPLE.replace("+5", "R"), "got 'R'"),
        ("first", EXAMPLE.replace("B", "1"), "expected exactly one knight B"),
        ("first", EXAMPLE.replace("B", "W"), "expected exactly one knight W"),
        ("three", EXAMPLE.replace("15:8", "0:0:0"), "expected exactly one knight R"),
        ("both", "8/8/8/8/8/6,#,1/5,W,2/7,B b 0:0", "b cannot move, so it cannot be its turn"),
    ],
)
def test_what_is_no_position_is_refused_with_the_reason(name: str, text: str, reason: str) -> None:
    with pytest.raises(PositionError, match=re.escape(reason)):
        parse_state(GAMES[name], text)


def test_free_squares_may_be_written_one_by_one() -> None:
    assert parse_state(GAME, EXAMPLE.replace("8/8 w", ".,.,6/8 W")) == parse_state(GAME, EXAMPLE)


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_any_text_is_a_position_that_makes_the_round_trip_or_refused(
    name: str, data: st.DataObject
) -> None:
    game = GAMES[name]
    text = format_state(game, game.initial(data.draw(st.integers(0, 9))))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 6)))
    text = text[:start] + data.draw(st.text("wbruWBRU#.,/+-0123456789: é", max_size=8)) + text[end:]
    try:
        state = parse_state(game, text)
    except KibitzError:
        return
    assert parse_state(game, format_state(game, state)) == state
    for move in game.moves(state):
        assert parse_move(game, state, format_move(game, state, move)) == move
        game.play(state, move)


@given(st.text(alphabet="abhN0123789, ()[]-é", max_size=8))
def test_any_text_is_a_move_or_refused(text: str) -> None:
    state = GAME.initial()
    try:
        move = parse_move(GAME, state, text)
    except KibitzError:
        return
    assert move in GAME.moves(state)


# Drawings.


def test_the_drawing_of_the_numbers_is_right() -> None:
    rows = re.findall(r"^ +((?:\d+ \| +)+\d+)$", board.__doc__ or "", re.MULTILINE)
    drawn = [[int(number) for number in row.split("|")] for row in rows]
    assert drawn == [[row * 8 + column for column in range(8)] for row in range(8)]


def test_the_board_shows_knights_values_and_destroyed_squares() -> None:
    rows = format_board(GAME, parse_state(GAME, EXAMPLE)).splitlines()
    assert rows[2] == "7  # |  . |  # |  . |  # |  . |  . |  ."
    assert rows[6] == "5  . |  B | +5 |  W |  . |  . |  . |  ."
    assert rows[-2] == "   a    b    c    d    e    f    g    h"
    assert rows[-1] == "white 15, black 8"


def squares_in_reach(state: Any) -> int:
    """How many squares a knight may still come to, whoever it is and however often it jumps."""
    free = {
        square
        for square in range(SQUARES)
        if not (state.gone_top if square < HALF else state.gone_bottom) >> square % HALF & 1
    }
    knights = {knight_of(state, player) for player in range(2)}
    found, edge = set(knights), set(knights)
    while edge:
        near = {
            square
            for square in free - found
            for knight in edge
            if {abs(square // 8 - knight // 8), abs(square % 8 - knight % 8)} == {1, 2}
        }
        found |= near
        edge = near
    return len(found - knights)


@pytest.mark.parametrize("ending", ["first", "both"])
def test_the_end_with_few_squares_is_played_perfectly(ending: str) -> None:
    """Twenty squares or fewer in reach: every engine solves it, and the reference agrees."""
    game, lot = GAMES[ending], random.Random(3)
    engine = Engine(game)
    seen = 0
    while seen < 40:
        state = game.initial(lot.randrange(10**6))
        while list(game.moves(state)) and squares_in_reach(state) > 20:
            state = game.play(state, lot.choice(list(game.moves(state))))
        if not list(game.moves(state)):
            continue
        seen += 1
        line = engine.play(Session(game, format_state(game, state)), Limit(nodes=50_000))
        assert str(line.warrant) == "proven"
        best = minimax(game, state, 40, side=state.turn).value
        chosen = game.play(state, parse_move(game, state, line.move))
        value = minimax(game, chosen, 40, side=state.turn).value
        # A forced end is a ply further away when it is seen from before the move.
        assert value - (value > 0) + (value < 0) == best
