"""Draughts as text: squares, moves, positions, reasons, options and the text board."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import kibitz.games.draughts as package
from kibitz.core.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidMoveError,
    KibitzError,
    OptionError,
    PositionError,
)
from kibitz.core.text import format_board, format_move, format_state, parse_move, parse_state
from kibitz.games.draughts import board as board_module
from kibitz.games.draughts import draughts
from kibitz.games.draughts.kind import kind_of
from kibitz.games.draughts.variants import VARIANTS
from tests.games.test_draughts_oracle import SETTINGS, name_of, random_state, row_of

# How a game of each variant begins, by PDN's table: the sides' men and a first move.
BEGINNINGS = [
    ("german", "W:W21-32:B1-12", "22-18"),
    ("english", "B:W21-32:B1-12", "11-15"),
    ("pool", "B:W21-32:B1-12", "11-15"),
    ("italian", "W:W21-32:B1-12", "22-18"),
    ("spanish", "W:W1-12:B21-32", "10-14"),
    ("thai", "B:W1-8:B25-32", "26-22"),
    ("russian", "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:B1-12", "c3-d4"),
    ("brazilian", "W:W21-32:B1-12", "c3-d4"),
    ("czech", "W:W21-32:B1-12", "c3-d4"),
    ("international", "W:W31-50:B1-20", "32-28"),
    ("killer", "W:W31-50:B1-20", "32-28"),
    ("frisian", "W:W31-50:B1-20", "32-28"),
    ("frysk", "W:W46-50:B1-5", "46-41"),
    ("breakthrough", "W:W31-50:B1-20", "32-28"),
    ("antidraughts", "W:W31-50:B1-20", "32-28"),
    ("azubi", "W:W13-18:B1-6", "13-10"),
]


@pytest.mark.parametrize(("variant", "position", "move"), BEGINNINGS)
def test_games_begin_as_pdn_numbers_them(variant: str, position: str, move: str) -> None:
    game = draughts(variant)
    assert parse_state(game, position) == game.initial()
    assert move in {format_move(game, game.initial(), one) for one in game.moves(game.initial())}


def test_numbers_and_letters_are_both_read() -> None:
    game = draughts("russian")
    start = game.initial()
    assert parse_move(game, start, "22-18") == parse_move(game, start, "c3-d4")
    assert parse_move(game, start, "C3D4") == parse_move(game, start, "c3-d4")
    assert parse_state(game, "W:Wa1,Kc3:Bf6") == parse_state(game, "w:w29,k22:b11.")
    german = draughts("german")
    assert parse_move(german, german.initial(), "c3-d4") == parse_move(
        german, german.initial(), "22-18"
    )


def test_captures_have_the_sign_of_the_variant_and_any_is_read() -> None:
    for variant, text in (("russian", "c3:e5"), ("brazilian", "c3xe5"), ("german", "22x15")):
        game = draughts(variant)
        state = parse_state(game, "W:W22:B18")
        [move] = game.moves(state)
        assert format_move(game, state, move) == text
        for other in ("22x15", "22:15", "22-15", "22×15", "c3:e5", "c3e5"):
            assert parse_move(game, state, other) == move
    thai = draughts("thai")
    [move] = thai.moves(parse_state(thai, "B:B22:W18"))
    assert format_move(thai, parse_state(thai, "B:B22:W18"), move) == "22-15"


def test_ambiguous_captures_are_written_in_full_and_refused_short() -> None:
    game = draughts("international")
    state = parse_state(game, "W:WK15:B13,20,21,23")
    texts = {format_move(game, state, move) for move in game.moves(state)}
    assert texts == {"15x29x12x26", "15x24x8x26", "15x9", "15x4"}
    with pytest.raises(AmbiguousMoveError, match="Write one of them in full") as caught:
        parse_move(game, state, "15x26")
    assert "15x29x12x26 or 15x24x8x26" in str(caught.value)
    assert parse_move(game, state, "15x29x26") == parse_move(game, state, "15x29x12x26")


def test_any_landing_square_of_any_path_is_accepted() -> None:
    game = draughts("international")
    state = parse_state(game, "W:WK46:B32,19")
    [move] = {one for one in game.moves(state) if format_move(game, state, one) == "46x10"}
    for text in ("46x10", "46x28x10", "46x23x10", "46-23-10"):
        assert parse_move(game, state, text) == move
    with pytest.raises(InvalidMoveError, match="no capture takes that route"):
        parse_move(game, state, "46x33x10")


@pytest.mark.parametrize(
    ("variant", "position", "text", "code"),
    [
        ("german", "W:W22,32:B18", "32-28", "must_capture"),
        ("german", "W:W22:B1", "18-14", "no_piece"),
        ("german", "W:W22:B1", "1-6", "not_yours"),
        ("german", "W:W22,18:B1", "22-18", "square_taken"),
        ("german", "W:W22:B1", "22-26", "no_way_back"),
        ("german", "W:W22:B1", "22-15", "one_square"),
        ("german", "W:W22:B1", "22-16", "no_diagonal"),
        ("german", "W:WK32,27:B1", "32-23", "way_blocked"),
        ("english", "W:WK32:B1", "32-23", "one_square"),
        ("international", "W:W48:B24,K31,34,K42,43", "48x26", "other_capture"),
        ("czech", "W:WKa1,g3:Bb2,f4,d6", "g3xc7", "other_capture"),
        ("frisian", "W:WK47,45:BK1,6:L47x3", "47-41", "king_rests"),
    ],
)
def test_refusals_give_the_reason(variant: str, position: str, text: str, code: str) -> None:
    game = draughts(variant)
    state = parse_state(game, position)
    with pytest.raises(IllegalMoveError):
        parse_move(game, state, text)
    assert game.notation.parse_move is not None
    assert game.why_not is not None
    reason = game.why_not(state, game.notation.parse_move(state, text))
    assert reason is not None
    assert reason.code == code


def test_a_refusal_names_the_capture_that_is_due() -> None:
    game = draughts("german")
    state = parse_state(game, "W:W22,32:B17")
    with pytest.raises(IllegalMoveError, match="You must capture: 22x13"):
        parse_move(game, state, "32-28")


@pytest.mark.parametrize("settings_", SETTINGS, ids=name_of)
def test_no_reason_is_given_against_any_number_that_is_legal(
    settings_: dict[str, object],
) -> None:
    game = draughts(**settings_)  # type: ignore[arg-type]
    kind = kind_of(row_of(settings_))
    chance = random.Random(5)
    assert game.why_not is not None
    for _ in range(20):
        state = random_state(kind, chance)
        moves = set(game.moves(state))
        for move in moves:
            assert game.why_not(state, move) is None
        for _ in range(30):
            move = chance.getrandbits(chance.choice((12, 20, 62)))
            reason = game.why_not(state, move)
            assert (reason is None) == (move in moves or not moves)


@pytest.mark.parametrize(
    ("variant", "text", "problem"),
    [
        ("german", "", "expected W: or B:"),
        ("german", "W", "expected W: or B:"),
        ("german", "X:W1:B2", "expected W: or B:"),
        ("german", "W:H3", "expected the pieces"),
        ("german", "W:W33:B1", "no square '33': squares are 1-32"),
        ("german", "W:W0:B1", "no square '0'"),
        ("german", "W:W21,21:B1", "two pieces on square 21"),
        ("german", "W:W21:B21", "two pieces on square 21"),
        ("german", "W:W21:W22", "cannot read 'w22'"),
        ("german", "W:Wx:B1", "cannot read the piece 'x'"),
        ("german", "W:W24-21:B1", "ascending range of squares"),
        ("german", "W:W3:B12", "the white man on 3 is on the last row and must be a king: K3"),
        ("german", "W:W21:B12:L21x1", "german does not limit moves of kings"),
        ("frisian", "W:WK46,31:B12:L46x4", "such as L46x2"),
        ("frisian", "W:WK46:B12:L46x1", "a king on 46, of a side that also has a man"),
        ("frisian", "W:WK46,K47,31:B12:L46x1,47x1", "expected one king per side"),
        ("azubi", "W:WK8:B1", "there are no kings in azubi"),
        ("azubi", "W:W1:B18", "both sides have reached the last row"),
        ("breakthrough", "W:WK1:BK50", "both sides have reached the last row"),
    ],
)
def test_positions_that_cannot_be_are_refused(variant: str, text: str, problem: str) -> None:
    with pytest.raises(PositionError, match=re.escape(problem)):
        parse_state(draughts(variant), text)


def test_positions_carry_their_clocks() -> None:
    game = draughts("russian")
    text = "W:WKb8,Kd8,Kf8:BKa1:H3:E4:R2"
    state = parse_state(game, text)
    assert (state.quiet, state.ending, state.road) == (3, 4, 2)
    assert set(format_state(game, state).split(":")[3:]) == {"H3", "E4", "R2"}
    frisian = draughts("frisian")
    text = "B:WK46,31:BK5,12:H4:L5x2,46x1"
    state = parse_state(frisian, text)
    assert parse_state(frisian, format_state(frisian, state)) == state
    assert parse_state(game, "W:Wa1:Bb8:H0:F1") == parse_state(game, "W:Wa1:Bb8")


# Options.


def test_settings_that_say_what_the_variant_says_are_the_same_game() -> None:
    assert draughts("german", size=8, landing="behind", majority="no") is draughts("german")
    assert draughts("international", size=10, landing="any", majority="yes") is draughts(
        "international"
    )
    assert draughts("frisian", king_limit="on") is draughts("frisian")
    assert draughts().settings["variant"] == "german"
    assert draughts("german").configure(variant="international").initial().mine.bit_count() == 20


@pytest.mark.parametrize(
    ("changes", "listed"),
    [
        ({"variant": "german", "size": 10}, "english 6 and 8"),
        ({"variant": "russian", "size": 6}, "breakthrough 8 and 10"),
        ({"variant": "azubi", "size": 8}, "azubi 6"),
        ({"variant": "russian", "landing": "behind"}, "it can be changed for german"),
        ({"variant": "english", "majority": "yes"}, "it can be changed for german"),
        ({"variant": "killer", "landing": "any"}, "it can be changed for german"),
        ({"variant": "german", "king_limit": "on"}, "it can be changed for frisian and frysk"),
        ({"variant": "chess"}, "'german' or 'english'"),
        ({"size": 7}, "0 or 6 or 8 or 10"),
    ],
)
def test_other_combinations_are_refused_with_those_that_exist(
    changes: dict[str, object], listed: str
) -> None:
    with pytest.raises(OptionError, match=re.escape(listed)):
        draughts().configure(**changes)
    with pytest.raises(OptionError, match=re.escape(listed)):
        draughts(**changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "size"), [("english", 6), ("international", 6)])
def test_small_boards_have_two_rows_of_three_men(name: str, size: int) -> None:
    start = draughts(name, size=size).initial()
    assert start.mine.bit_count() == start.theirs.bit_count() == 6


# Drawings.


def test_the_board_in_the_docstring_is_the_start_of_a_game() -> None:
    game = draughts("russian")
    drawn = [line.strip() for line in (package.__doc__ or "").splitlines() if "|" in line]
    board = format_board(game, game.initial())
    assert drawn == [line for line in board.splitlines() if "|" in line]


@pytest.mark.parametrize("size", [8, 10])
def test_the_bits_in_the_docstring_are_those_of_the_board(size: int) -> None:
    lines = [line for line in (board_module.__doc__ or "").splitlines() if re.search(r"\d  ", line)]
    rows = []
    for line in lines:
        left, bar, right = line.partition("|")
        part = (left if bar else "") if size == 8 else (right if bar else line)
        numbers = [int(number) for number in re.findall(r"\b\d+\b", re.sub(r"\d+x\d+", "", part))]
        if numbers:
            rows.append(numbers)
    bits = board_module.board(size).bits
    expected = [
        [bits[row, column] for column in range(size) if (row, column) in bits]
        for row in reversed(range(size))
    ]
    assert rows == expected


def test_a_text_board_shows_letters_or_numbers() -> None:
    russian = draughts("russian")
    assert format_board(russian, parse_state(russian, "W:WKa1,c3:Bf6,Kh8")) == (
        "  +-----------------+\n"
        "8 |   .   .   .   B |\n"
        "7 | .   .   .   .   |\n"
        "6 |   .   .   b   . |\n"
        "5 | .   .   .   .   |\n"
        "4 |   .   .   .   . |\n"
        "3 | .   w   .   .   |\n"
        "2 |   .   .   .   . |\n"
        "1 | W   .   .   .   |\n"
        "  +-----------------+\n"
        "    a b c d e f g h"
    )
    azubi = draughts("azubi")
    assert format_board(azubi, azubi.initial()) == (
        "      +-------------------+\n"
        "  1-3 |     b     b     b |\n"
        "  4-6 |  b     b     b    |\n"
        "  7-9 |     7     8     9 |\n"
        "10-12 | 10    11    12    |\n"
        "13-15 |     w     w     w |\n"
        "16-18 |  w     w     w    |\n"
        "      +-------------------+"
    )


@pytest.mark.parametrize("variant", VARIANTS)
def test_white_is_drawn_at_the_bottom(variant: str) -> None:
    game = draughts(variant)
    lines = [line for line in format_board(game, game.initial()).splitlines() if "|" in line]
    assert "b" in lines[0]
    assert "w" in lines[-1]


# Anything at all at the parsers.

TEXTS = st.one_of(
    st.text(max_size=60),
    st.text(alphabet="WBKwbk:,-.x0123456789abcdefghijHERLF ", max_size=80),
)
POSITIONS = (
    "W:W21,K22:B1,2",
    "W:W31-50:B1-20:H0:F1",
    "B:WK46,31:BK5,12:H4:L5x2,46x1",
    "W:Wa1,c3,Ke5:Bh8,Kf6:H12:E3:R2",
)
MOVES = ("22-18", "22x15", "c3:e5:g7", "47x38x24x13x36", "28x28")


def mutated(text: str, chance: random.Random) -> str:
    """`text` with some letters changed, dropped, doubled or moved."""
    letters = list(text)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(letters) + 1)
        action = chance.randrange(4)
        if action == 0:
            letters.insert(at, chance.choice("WBK:,-x0123456789abchHERLF. \n"))
        elif letters and action == 1:
            del letters[min(at, len(letters) - 1)]
        elif letters and action == 2:
            letters[min(at, len(letters) - 1)] = chance.choice("WBK:,-x0123456789abch")
        else:
            letters[at:at] = letters[: chance.randint(0, 5)]
    return "".join(letters)


@settings(max_examples=300)
@given(st.sampled_from(sorted(VARIANTS)), TEXTS)
@example("german", "W:W" + "1," * 900 + "2:B3")
@example("russian", "W:W٣:B1")
def test_any_text_is_a_position_or_refused(variant: str, text: str) -> None:
    game = draughts(variant)
    try:
        state = parse_state(game, text)
    except PositionError:
        return
    assert parse_state(game, format_state(game, state)) == state


@settings(max_examples=300)
@given(st.sampled_from(sorted(VARIANTS)), TEXTS)
@example("german", "22" + "x18" * 500)
@example("russian", "a1" * 400)
def test_any_text_is_a_move_or_refused(variant: str, text: str) -> None:
    game = draughts(variant)
    state = game.initial()
    try:
        move = parse_move(game, state, text)
    except KibitzError:
        return
    assert move in game.moves(state)
    assert parse_move(game, state, format_move(game, state, move)) == move


@settings(max_examples=150)
@given(st.sampled_from(sorted(VARIANTS)), st.sampled_from(POSITIONS), st.integers(0, 1 << 32))
def test_changed_positions_make_the_round_trip_or_are_refused(
    variant: str, text: str, seed: int
) -> None:
    game = draughts(variant)
    chance = random.Random(seed)
    for _ in range(5):
        try:
            state = parse_state(game, mutated(text, chance))
        except PositionError:
            continue
        assert parse_state(game, format_state(game, state)) == state
        for move in MOVES:
            try:
                found = parse_move(game, state, mutated(move, chance))
            except KibitzError:
                continue
            assert found in game.moves(state)


@settings(max_examples=60)
@given(st.sampled_from(SETTINGS), st.integers(0, 1 << 32))
def test_every_move_of_any_position_is_read_back(settings_: dict[str, object], seed: int) -> None:
    game = draughts(**settings_)  # type: ignore[arg-type]
    kind = kind_of(row_of(settings_))
    state = random_state(kind, random.Random(seed))
    moves = list(game.moves(state))
    texts = [format_move(game, state, move) for move in moves]
    assert len(set(texts)) == len(texts)
    assert [parse_move(game, state, text) for text in texts] == moves
