"""Text of the Morris family: moves, positions, refusals and drawings."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kibitz import Game, KibitzError
from kibitz.core.errors import IllegalMoveError, InvalidMoveError, PositionError
from kibitz.core.text import format_board, format_move, format_state, parse_move, parse_state
from kibitz.games.morris import GAME, morris, state
from kibitz.games.morris.boards import THREE_RINGS
from kibitz.games.morris.variants import VARIANTS

GAMES = {variant: morris(variant) for variant in VARIANTS}


def reached(game: Game, seed: int, plies: int) -> Any:
    """A position some random moves from the start."""
    chance = random.Random(seed)
    position = game.initial()
    for _ in range(plies):
        moves = list(game.moves(position))
        if not moves:
            break
        position = game.play(position, chance.choice(moves))
    return position


# Moves.


def test_points_are_named_by_file_and_rank_and_numbered_row_by_row() -> None:
    assert [THREE_RINGS.numbers[name] for name in ("a7", "d7", "g7", "b6", "a4", "g4", "g1")] == [
        *(0, 1, 2, 3),
        *(9, 14, 23),
    ]


@pytest.mark.parametrize(
    "text",
    ["d2-d3xa1", "D2-D3XA1", "d2 d3 x a1", "d2d3xa1", "19-16x21", "d2-16xa1", " d2 - d3xa1 "],
)
def test_a_move_may_be_written_in_several_ways(text: str) -> None:
    position = parse_state(GAME, "oo./.../.../....../o.o/.o./xxx w 0 0")
    assert format_move(GAME, position, parse_move(GAME, position, text)) == "d2-d3xa1"


@pytest.mark.parametrize(
    "text", ["", "x", "-", "d8", "h1", "24", "123", "d2--d3", "d2-", "d2xx", "é", "d2-d3-d5"]
)
def test_what_is_no_move_is_refused_with_what_one_looks_like(text: str) -> None:
    with pytest.raises(InvalidMoveError, match=r"points are a1-g7 or 0-23"):
        parse_move(GAME, GAME.initial(), text)


def test_a_stone_cannot_be_taken_twice() -> None:
    with pytest.raises(InvalidMoveError, match="at most three different stones"):
        parse_move(GAME, GAME.initial(), "d2xa1xa1")


@pytest.mark.parametrize(
    ("variant", "position", "text", "code"),
    [
        ("nine", "o../.../.../....../.../.../x.. w 8 8", "a7", "point_taken"),
        ("nine", "o../.../.../....../.../.../x.. w 8 8", "a7-d7", "stones_in_hand"),
        ("nine", "o../.../.../....../.../.../x.. w 8 8", "d7xa1", "no_mill"),
        ("nine", "o../.../.../....../.../.../x.. w 8 8", "xa1", "takes_without_move"),
        ("nine", "oo./.../.../....../.../.../xx. w 7 7", "g7", "mill_takes"),
        ("nine", "oo./.../.../....../.../.../xx. w 7 7", "g7xb6", "no_prey"),
        ("nine", "oo./.../.../....../.../.../xx. w 7 7", "g7xa1xd1", "other_number"),
        ("nine", "oo./x../.../....../.../.../xxx w 3 3", "g7xa1", "in_mill"),
        ("nine", "ooo/o../.../....../.../xxx/x.. w 0 0", "d6", "all_placed"),
        ("nine", "ooo/o../.../....../.../xxx/x.. w 0 0", "d6-d5", "not_yours"),
        ("nine", "ooo/o../.../....../.../xxx/x.. w 0 0", "a7-d6", "not_linked"),
        ("zhi_qi", "oxo/xxx/.../xx..xx/.../x.x/oxo w 0 0", "a7-d7", "must_take"),
        ("zhi_qi", "oxo/xxx/.../xx..xx/.../x.x/oxo w 0 0", "xd6", "not_beside"),
        ("morabaraba", "oo./.../x../.....o/.x./.x./..o w 8 8", "g7xc5", "other_number"),
    ],
)
def test_an_illegal_move_is_refused_with_its_reason(
    variant: str, position: str, text: str, code: str
) -> None:
    game = GAMES[variant]
    where = parse_state(game, position)
    assert game.notation.parse_move is not None
    assert game.why_not is not None
    reason = game.why_not(where, game.notation.parse_move(where, text))
    assert reason is not None
    assert reason.code == code
    with pytest.raises(IllegalMoveError, match=re.escape(reason.text)):
        parse_move(game, where, text)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_legal_move_has_no_reason_against_it_and_any_other_has_one(variant: str) -> None:
    game = GAMES[variant]
    assert game.why_not is not None
    chance = random.Random(variant)
    for seed in range(12):
        where = reached(game, seed, chance.randrange(60))
        legal = set(game.moves(where))
        for move in legal:
            assert game.why_not(where, move) is None
        points = VARIANTS[variant].board.count
        for _ in range(60 if legal else 0):
            places = [chance.choice([*range(points), 24]), chance.choice([*range(points), 24])]
            move = (
                places[0]
                | places[1] << 5
                | chance.choice([0, 0, 1 + chance.randrange(points)]) << 10
            )
            if move not in legal and places[0] != places[1] and 24 not in places[1:]:
                assert game.why_not(where, move) is not None


@given(st.text(alphabet="abdgx0123456789- \n'é", max_size=12))
@example("d2-d3xa1")
@example("٣")
def test_any_text_is_a_move_or_refused(text: str) -> None:
    where = parse_state(GAME, "oo./.../.../....../o.o/.o./xxx w 0 0")
    try:
        move = parse_move(GAME, where, text)
    except KibitzError:
        return
    assert parse_move(GAME, where, format_move(GAME, where, move)) == move


# Positions.


def test_the_first_position_as_text() -> None:
    assert format_state(GAME, GAME.initial()) == ".../.../.../....../.../.../... w 9 9 0"
    assert parse_state(GAME, "........................ w 9 9") == GAME.initial()


@pytest.mark.parametrize("variant", VARIANTS)
def test_positions_make_the_round_trip(variant: str) -> None:
    game = GAMES[variant]
    for seed in range(40):
        where = reached(game, seed, seed * 3)
        assert parse_state(game, format_state(game, where)) == where


@pytest.mark.parametrize(
    ("variant", "text", "reason"),
    [
        ("nine", "", "expected the points, w or b to move"),
        ("nine", "........................ z 9 9", "w or b to move"),
        ("nine", "....................... w 9 9", "expected 24 points"),
        ("nine", "....../.../.../.../.../.../... w 9 9", "expected 24 points, row by row"),
        ("nine", ".../.../.../..q.../.../.../... w 9 9", "expected o, x, ."),
        ("nine", ".../.../.../..#.../.../.../... w 9 9", "expected o, x, ."),
        ("nine", ".../.../.../....../.../.../... w 9", "expected the points"),
        ("nine", ".../.../.../....../.../.../... w nine 9", "the stones in both hands"),
        ("nine", ".../.../.../....../.../.../... w 9 9 0 a7g7 -", "nothing after the quiet moves"),
        ("nine", "o../.../.../....../.../.../... w 9 9", "white has 1 stones on the board and 9"),
        ("nine", ".../.../.../....../.../.../... w -1 -1", "expected 0 to 9 stones in hand"),
        (
            "nine",
            ".../.../.../....../.../.../... w 9 9 3",
            "0 quiet moves while stones are in hand",
        ),
        ("nine", "o../.../.../....../.../.../... w 8 9", "stones are placed in turn"),
        ("nine", "ooo/.../.../....../.../.../xx. w 0 0", "the game ended a move earlier"),
        ("three", "ooo/.../xx. w 0 1", "stones are placed in turn"),
        ("three", "ooo/.../xx. w 0 0", "the game ended a move earlier"),
        ("three", "ooo/x.x/x.. w 0 0", "the game ended a move earlier"),
        (
            "russian",
            "ooo/.../.../....../.../.../xxx w 0 0 1 a7g7 a7b6",
            "mills by their end points",
        ),
        ("zhi_qi", "oxo/xox/oxo/oxo.ox/oxo/xox/ox. w -1 -1", "only after a full board"),
        ("lasker", ".../.../.../....../.../.../... w 11 10", "at most 10"),
        ("dooz", "oxo/xox/oxo/oxoxox/oxo/xox/oxo w 1 0", "at most 12 in all"),
    ],
)
def test_what_is_no_position_is_refused_with_the_reason(
    variant: str, text: str, reason: str
) -> None:
    with pytest.raises(PositionError, match=re.escape(reason)):
        parse_state(GAMES[variant], text)


@pytest.mark.parametrize("variant", ["nine", "russian", "da_san_qi", "zhi_qi"])
@given(data=st.data())
def test_any_text_is_a_position_that_makes_the_round_trip_or_refused(
    variant: str, data: st.DataObject
) -> None:
    game = GAMES[variant]
    words = format_state(game, reached(game, data.draw(st.integers(0, 9)), 30)).split(" ")
    place = data.draw(st.integers(0, len(words) - 1))
    words[place] = data.draw(
        st.text(alphabet="ox./#wb-0123456789a,g7é ", max_size=30)
        | st.permutations(words[place]).map("".join)
    )
    text = " ".join(words)
    try:
        where = parse_state(game, text)
    except KibitzError:
        return
    assert parse_state(game, format_state(game, where)) == where
    for move in game.moves(where):
        assert parse_move(game, where, format_move(game, where, move)) == move
        game.play(where, move)


# Drawings.


def test_the_drawing_of_the_numbers_is_right() -> None:
    """Every number of the drawing stands where the board has its point."""
    drawing = re.search(r"\n\n(    0-.*?)\n\n    a", state.__doc__ or "", re.DOTALL)
    assert drawing is not None
    rows = drawing[1].split("\n")
    for number, cell in enumerate(THREE_RINGS.cells):
        text = rows[2 * cell.y]
        found = [match for match in re.finditer(r"\d+", text[:30]) if int(match[0]) == number]
        assert len(found) == 1
        middle = (found[0].start() + found[0].end() - 1) / 2
        assert abs(middle - (4 + 4 * cell.x)) <= 1
        assert text.endswith(str(7 - cell.y))


def test_the_board_shows_stones_and_lines() -> None:
    where = parse_state(GAME, "o.x/.o./.../....../.../.../..x w 7 7")
    assert format_board(GAME, where).splitlines()[:3] == [
        "7 o-----------.-----------x",
        "  |           |           |",
        "6 |   .-------o-------.   |",
    ]
