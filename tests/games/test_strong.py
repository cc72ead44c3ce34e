"""The evaluations named `strong` and `classic`: what holds for both, and what `strong` knows."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import kibitz
from kibitz import Engine, Evaluation, Game, Limit, Snapshot
from kibitz.core.score import is_decided, plies_to_end
from kibitz.core.text import format_move, parse_move, parse_state
from kibitz.games.draughts.variants import VARIANTS as DRAUGHTS
from kibitz.games.horses.board import HALF, SQUARES, knight_of, targets
from kibitz.games.horses.strong import TOP, leaps
from kibitz.games.morris.variants import VARIANTS as MORRIS
from kibitz.search.reference import minimax
from kibitz.testing import check

GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    **{f"draughts {name}": ("draughts", {"variant": name}) for name in DRAUGHTS},
    **{f"morris {name}": ("morris", {"variant": name}) for name in MORRIS},
    "small draughts": ("draughts", {"variant": "english", "size": 6}),
    "horses": ("horses", {}),
    "horses to the end": ("horses", {"ending": "both"}),
    "connect4": ("connect4", {}),
    "narrow connect4": ("connect4", {"rows": 20, "columns": 3}),
    "tictactoe": ("tictactoe", {}),
    "five in a row": ("tictactoe", {"rows": 7, "columns": 9, "length": 5}),
}
FEW = ("draughts german", "morris nine", "horses", "connect4", "narrow connect4", "five in a row")


def game_of(name: str) -> Game:
    family, options = GAMES[name]
    return kibitz.game(family, **options)


def random_states(game: Game, games: int, seed: int = 0) -> Iterator[Any]:
    chance = random.Random(seed)
    for number in range(games):
        state: Any = game.initial(number)
        for _ in range(60):
            moves = list(game.moves(state))
            if not moves:
                break
            yield state
            state = game.play(state, chance.choice(moves))


def terms(game: Game, state: Any, player: int = 0) -> dict[str, int]:
    assert game.explain is not None
    return dict(game.explain(state, player))


# What holds for every game.


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("evaluation", ["strong", "classic"])
def test_terms_add_up_and_a_mirrored_evaluation_mirrors(name: str, evaluation: str) -> None:
    game = game_of(name).judged_by(evaluation)
    for state in list(random_states(game, 2))[::3]:
        values = [game.evaluate(state, player) for player in (0, 1)]
        assert [sum(terms(game, state, player).values()) for player in (0, 1)] == values
        if game.mirrored:
            assert values[0] == -values[1]


@pytest.mark.parametrize("name", GAMES)
def test_strong_is_what_the_engine_uses_and_mirrors(name: str) -> None:
    game = game_of(name)
    assert list(game.evaluations) == ["strong", "classic"]
    assert game.judged_by("strong") is game
    assert game.mirrored
    assert game.judged_by("classic") is game.judged_by("classic")  # compiled once


@pytest.mark.parametrize("name", FEW)
def test_compiled_classic_is_interpreted_classic(name: str) -> None:
    """That of `strong` is checked with the other rules of each game."""
    assert check(game_of(name).judged_by("classic"), games=2, positions=40).is_compiled


@pytest.mark.parametrize("name", ["narrow connect4", "five in a row", "small draughts"])
def test_compiled_strong_is_interpreted_strong_on_odd_boards(name: str) -> None:
    assert check(game_of(name), games=2, positions=40).is_compiled


@pytest.mark.parametrize("name", ["draughts german", "morris nine", "horses", "connect4"])
def test_levels_of_the_textbooks_judge_by_classic(name: str) -> None:
    game = game_of(name)
    assert {level.evaluation for level in game.levels} == {"classic"}
    for level in game.levels:
        assert kibitz.Player(game, level.name).game is game.judged_by("classic")


def test_more_than_two_horses_are_judged_by_classic() -> None:
    game = kibitz.game("horses", players=3)
    assert list(game.evaluations) == ["classic"]
    assert not game.mirrored


# Draughts.


def worth(variant: str, fen: str, term: str) -> int:
    game = kibitz.game("draughts", variant=variant)
    return terms(game, parse_state(game, fen))[term]


@pytest.mark.parametrize("variant", ["german", "english", "russian", "international"])
def test_a_king_is_worth_more_than_a_man(variant: str) -> None:
    game = kibitz.game("draughts", variant=variant)
    man, king = (
        game.evaluate(parse_state(game, fen), game.sides.index("white"))
        for fen in ("W:W22,28:B1,2", "W:W22,K28:B1,2")
    )
    assert king > man


def test_a_man_whom_nothing_can_stop_counts() -> None:
    assert worth("english", "B:W32:B25", "runaway men") > 0
    assert worth("english", "B:W32:B24", "runaway men") == 0  # the white man is ahead of him
    assert worth("english", "B:W32:B5", "runaway men") == 0  # far from the last row


def test_the_nearer_a_runaway_is_the_more_he_counts() -> None:
    near, far = (worth("german", fen, "runaway men") for fen in ("W:Wa7:Bg3", "W:Wa5:Bg3"))
    assert near > far


def test_a_guarded_first_row_counts_on_a_full_board_only() -> None:
    game = kibitz.game("draughts", variant="english")
    full = game.initial()
    moved = game.play(full, parse_move(game, full, "9-13"))
    assert terms(game, moved)["back rank"] == 0  # both have all their guards
    assert worth("english", "B:W32,31,30:B1,2,3,9,10,11,12", "back rank") == 0
    assert worth("english", "B:W22,23,24:B1,2,3,9,10,11,12", "back rank") > 0


def test_men_of_the_mover_who_can_be_taken_count_against_him() -> None:
    assert worth("english", "B:W22,32:B15,1", "attacked men") == 0
    assert worth("english", "B:W18,32:B15,1", "attacked men") < 0


def test_kings_of_the_side_with_more_pieces_come_near() -> None:
    assert worth("english", "B:WK32:BK27,K1", "chase") > worth("english", "B:WK32:BK4,K1", "chase")
    assert worth("english", "B:WK32:BK4,K1", "chase") == 0
    assert worth("english", "B:WK32,K28:BK27", "chase") < 0  # his own are two, mine is near them
    assert worth("english", "B:WK32:BK27", "chase") == 0  # nobody leads
    assert worth("german", "W:WKa1,Kc1:BKb2", "chase") == 0  # kings who fly are near at once


@pytest.mark.parametrize("variant", ["russian", "international"])
def test_a_lead_that_does_not_win_counts_little(variant: str) -> None:
    game = kibitz.game("draughts", variant=variant)
    three, four = (
        terms(game, parse_state(game, fen), game.sides.index("white"))
        for fen in ("W:WK22,K28,K32:BK1", "W:WK22,K28,K32,K31:BK1")
    )
    assert 0 < sum(three.values()) < 100 < sum(four.values())
    assert three["drawn endings"] < 0 == four["drawn endings"]
    man = terms(game, parse_state(game, "W:WK22,K28,K32:B1"), game.sides.index("white"))
    assert man["drawn endings"] == 0  # a king is needed to draw


def test_giveaway_is_judged_the_other_way_round() -> None:
    names = [name for name, row in DRAUGHTS.items() if row.goal == "lose"]
    for name in names:
        game = kibitz.game("draughts", variant=name)
        state = next(iter(random_states(game, 1)))
        fewer = state._replace(theirs=state.theirs & state.theirs - 1)
        assert game.evaluate(fewer, state.turn) < game.evaluate(state, state.turn)
    assert names


# Morris.


def morris_terms(position: str, player: int = 0) -> dict[str, int]:
    game = kibitz.game("morris")
    return terms(game, parse_state(game, position), player)


def test_a_mill_an_open_mill_and_a_stopped_one() -> None:
    closed = morris_terms("ooo/.../.../....../.../x.x/..x w 0 0")
    assert closed["mills"] > 0
    opened = morris_terms("oo./.../.../....../.../.../xx. w 7 7")
    assert opened["mills"] == 0
    assert opened["open mills"] > 0  # the mover closes first
    stopped = morris_terms("oox/.../.../....../.../.../x.. w 7 7")
    assert stopped["open mills"] == 0
    assert stopped["mills begun and stopped"] < opened["mills begun and stopped"]


def test_blocked_stones_count_against_their_side() -> None:
    """The stones in two corners have a stone of the other side on both sides of them."""
    found = morris_terms("ox./.../.../x....o/..o/..o/..x w 0 0")
    assert found["blocked stones"] < 0
    assert morris_terms("o../.../.../xx...o/..o/..o/..x w 0 0")["blocked stones"] == 0


def test_a_mill_that_can_be_closed_and_one_that_swings() -> None:
    near = morris_terms("oo./.../.../.....o/..x/x.x/o.x w 0 0")
    assert near["mills to close"] > 0
    assert near["double mills"] == 0
    far = morris_terms("oo./.../.../...o../..x/x.x/o.x w 0 0")
    assert far["mills to close"] == 0
    swings = morris_terms("ooo/o.o/.../....../x.x/.../x.x w 0 0")
    assert swings["double mills"] > 0  # d7-d6 and back


def test_flying_is_worth_something() -> None:
    found = morris_terms("o.o/.../.../o...../xx./x../..x w 0 0")
    assert found["flying"] > 0


# Horses.


@pytest.mark.parametrize("square", range(SQUARES))
def test_leaps_are_the_jumps_of_a_knight(square: int) -> None:
    top, bottom = (1 << square, 0) if square < HALF else (0, 1 << square - HALF)
    found = leaps(top, bottom, TOP, TOP)
    board = found[0] | found[1] << HALF
    assert [other for other in range(SQUARES) if board >> other & 1] == sorted(targets(square))


def test_points_belong_to_who_comes_first() -> None:
    game = kibitz.game("horses")
    own = parse_state(game, "8/3,+10,4/8/2,W,5/8/8/8/B,7 w 0:0")
    other = parse_state(game, "8/3,+10,4/8/2,B,5/8/8/8/W,7 w 0:0")
    assert terms(game, own)["points in reach"] > 0 > terms(game, other)["points in reach"]


def test_a_point_counts_for_its_side_whoever_moves() -> None:
    game = kibitz.game("horses")
    white, black = (parse_state(game, f"8/8/8/2,W,5/8/5,B,2/8/8 {side} 3:1") for side in ("w", "b"))
    assert terms(game, white)["score"] == terms(game, black)["score"] >= 200 * game.unit


def test_a_lead_counts_more_when_few_squares_are_left() -> None:
    game = kibitz.game("horses")
    many = parse_state(game, "8/8/8/2,W,5/8/5,B,2/8/8 w 3:1")
    few = many._replace(gone_top=0b1111)
    assert terms(game, few)["score"] > terms(game, many)["score"]


def few_squares(game: Game, seed: int) -> Any:
    """A position out of random play in which both knights reach 20 squares at most together."""
    chance = random.Random(seed)
    while True:
        state: Any = game.initial(chance.randrange(10**6))
        gone = chance.sample(range(SQUARES), 30)
        knights = {knight_of(state, 0), knight_of(state, 1)}
        top = sum(1 << square for square in gone if square < HALF and square not in knights)
        bottom = sum(
            1 << square - HALF for square in gone if square >= HALF and square not in knights
        )
        state = state._replace(gone_top=top, gone_bottom=bottom)
        while list(game.moves(state)):
            if 6 <= reachable(state) <= 20:
                return state
            state = game.play(state, chance.choice(list(game.moves(state))))


def reachable(state: Any) -> int:
    """How many free squares the two knights can come to, whichever of them."""
    halves = [0, 0]
    for player in (0, 1):
        square = knight_of(state, player)
        halves[square // HALF] |= 1 << square % HALF
    top, bottom = halves
    free_top, free_bottom = TOP & ~(state.gone_top | top), TOP & ~(state.gone_bottom | bottom)
    count = 0
    while top | bottom:
        top, bottom = leaps(top, bottom, free_top, free_bottom)
        free_top, free_bottom = free_top & ~top, free_bottom & ~bottom
        count += top.bit_count() + bottom.bit_count()
    return count


@pytest.mark.parametrize("ending", ["first", "both"])
def test_horses_with_twenty_squares_or_fewer_are_played_perfectly(ending: str) -> None:
    """Result, margin and length are those of the reference, and the move keeps them."""
    game = kibitz.game("horses", ending=ending)
    engine = Engine(game)
    for seed in range(25):
        state = few_squares(game, seed)
        line = engine.play(Snapshot(state), Limit(nodes=200_000))
        truth = minimax(game, state, SQUARES).value
        plies = plies_to_end(truth) if is_decided(truth) else None
        assert str(line.warrant) == "proven"
        assert line.win_in == (plies if truth > 0 else None)
        assert line.loss_in == (plies if truth < 0 else None)
        values = {
            format_move(game, state, move): best_after(game, state, move)
            for move in game.moves(state)
        }
        assert values[line.move] == max(values.values()) == truth


def best_after(game: Game, state: Any, move: int) -> int:
    """What the move is worth to the mover, by the reference; plies count from `state`."""
    after = game.play(state, move)
    value = minimax(game, after, SQUARES).value
    if after.turn != state.turn:
        value = -value
    if not is_decided(value):
        return value
    return value - 1 if value > 0 else value + 1


# Lines.


def test_fuller_lines_count_much_more() -> None:
    game = kibitz.game("tictactoe", rows=7, columns=9, length=5)
    assert terms(game, parse_state(game, "/".join(["." * 9] * 7))) == dict.fromkeys(
        (f"open lines of {held}" for held in ("one", "two", "three", "four", "five")), 0
    )
    rows = ["........."] * 5
    three = terms(game, parse_state(game, "/".join(["XXX......", *rows, "OO.O....."])))
    assert three["open lines of three"] == 0
    assert (
        terms(game, parse_state(game, "/".join(["XXX......", *rows, "O...O...O"])))[
            "open lines of three"
        ]
        == 4 * 4
    )


def test_a_threat_on_a_row_of_ones_own_counts_more() -> None:
    """X threatens d1, on the first row; O threatens d2, on the second."""
    game = kibitz.game("connect4")
    first = terms(game, parse_state(game, "/".join(["......."] * 4 + ["OO.....", "XXX.O.."])))
    assert first["threats on own rows"] == 24
    assert first["threats on other rows"] == 0
    second = parse_state(game, "/".join(["......."] * 4 + ["OOO.X..", "XXO.XX."]))
    assert terms(game, second)["threats on own rows"] == -24


# The class.


def test_a_plain_function_has_no_terms_and_mirrors_as_the_game_does() -> None:
    game = kibitz.game("tictactoe")

    def flat(state: Any, player: int) -> int:
        return 0

    judged = replace(game, evaluations={**game.evaluations, "flat": flat}).judged_by("flat")
    assert (judged.evaluate, judged.explain, judged.mirrored) == (flat, None, True)
    lopsided = replace(
        game, evaluations={**game.evaluations, "own": Evaluation(flat, mirrored=False)}
    )
    assert not lopsided.judged_by("own").mirrored
