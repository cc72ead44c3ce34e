"""PDN files of draughts, in and out."""

from __future__ import annotations

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kibitz.core.outcome import Outcome
from kibitz.core.text import format_move, format_state, parse_state
from kibitz.games.draughts import draughts
from kibitz.games.draughts.pdn import (
    Annotated,
    PdnError,
    PdnGame,
    format_pdn,
    parse_pdn,
    result_of,
)
from kibitz.games.draughts.variants import VARIANTS
from tests.games.test_draughts_oracle import SETTINGS, name_of
from tests.games.test_draughts_text import mutated

# Mikhalchenko against Ndjofang, world championship 2007, and a game of checkers with comments: the
# examples of the PDN 3.0 standard.
TWO_GAMES = """
[Event "FMJD World Championship"]
[Site "Hardenberg, NED"]
[Date "2007.05.19"]
[Round "7"]
[White "Mikhalchenko,I."]
[Black "Ndjofang,J."]
[Result "0-2"]
[GameType "20"]
[WhiteTime "1:36"]
[BlackTime "1:17"]

 1.32-28 17-22  2.28x17 11x22  3.37-32  6-11  4.41-37 12-17  5.46-41  8-12
 6.34-30  2-8   7.30-25 19-23  8.35-30  1-6   9.40-35 13-19 10.31-27 22x31
11.36x27  9-13 12.33-28  4-9  13.41-36 17-22 14.28x17 11x31 15.37x26 23-28
16.32x23 19x28 17.42-37 20-24 18.30x19 14x23 19.37-31 16-21 20.26x17 12x21
21.31-27 21x32 22.38x27  6-11 23.47-42 15-20 24.25x14 10x19 25.39-33 28x39
26.44x33  8-12 27.42-38 23-28 28.33x22 12-17 29.49-44 17x28 30.38-33 28x39
31.44x33 18-22 32.27x18 13x22 33.43-38 19-23 34.38-32 11-17 35.32-27 22x31
36.36x27  9-13 37.45-40 13-18 *

[Black "Jordan,A"]
[White "Tesheliet,F"]
[Event "Double Corner Dyke"]
[Result "1/2-1/2"]
[GameType "21"]

1.  9-14 22-17 2. 11-15 25-22 3. 15-19 {Forms the Double Corner Dyke, With
 black aiming to occupy sqr 19, attacking white's double corner.} 23x16
4. 12x19 24x15 5. 10x19 17x10 6.  6x15 21-17 7.  5-9 29-25 8.  8-12 25-21
9.  7-10 17-13 10.  1-6 27-24 11.  4-8 32-27 12.  9-14
27-23 13.  3-7 23x16 14. 12x19 22-17 15.  7-11 26-23 16. 19x26 30x23
17.  8-12 24-20 18. 15-18 23-19 19. 11-15 20-16 20. 15x24 28x19 21.  2-7
31-26 22. 18-23 26-22 23. 23-27 16-11 {! a really beautiful escape}
24.  7x23 22-18 *
"""


def texts(record: PdnGame) -> list[str]:
    states = record.states()
    return [
        format_move(record.game, state, one.move)
        for state, one in zip(states, record.moves, strict=False)
    ]


def test_games_of_the_standard_are_read() -> None:
    first, second = parse_pdn(TWO_GAMES)
    assert first.game is draughts("international")
    assert first.result == "0-1"
    assert first.tags["WhiteTime"] == "1:36"
    assert len(first.moves) == 74
    assert texts(first)[:3] == ["32-28", "17-22", "28x17"]
    assert second.game is draughts("english")
    assert second.result == "1/2-1/2"
    assert second.moves[4].comment.startswith("Forms the Double Corner Dyke, With black")
    assert second.moves[-3].comment == "! a really beautiful escape"
    assert parse_pdn(format_pdn([first, second])) == [first, second]


def test_a_game_is_written_as_the_standard_has_it() -> None:
    game = draughts("russian")
    record = parse_pdn("1. c3-d4! f6-g5 $2 {so far} 2. d4-c5 b6:d4 3. e3:c5", game)[0]
    named = PdnGame(game, record.start, record.moves, "1-0", {"Black": 'A "B"', "Event": "E"}, "go")
    assert format_pdn([named]) == (
        '[Event "E"]\n'
        '[Black "A \\"B\\""]\n'
        '[Result "1-0"]\n'
        '[GameType "25,W,8,8,A0,0"]\n'
        "\n"
        "{go} 1. c3-d4 $1 f6-g5 $2 {so far} 2. d4-c5 b6:d4 3. e3:c5 *\n"
    )
    assert parse_pdn(format_pdn([named])) == [named]


@pytest.mark.parametrize(
    ("variant", "tag"),
    [
        ("international", "20,W,10,10,N2,0"),
        ("english", "21,B,8,8,N1,0"),
        ("italian", "22,W,8,8,N2,1"),
        ("pool", "23,B,8,8,N1,0"),
        ("spanish", "24,W,8,8,N1,1"),
        ("russian", "25,W,8,8,A0,0"),
        ("brazilian", "26,W,8,8,A0,0"),
        ("czech", "29,W,8,8,A0,0"),
        ("thai", "31,B,8,8,N2,0"),
        ("frisian", "40,W,10,10,N2,0"),
    ],
)
def test_game_types_are_those_of_the_standard(variant: str, tag: str) -> None:
    game = draughts(variant)
    text = format_pdn([PdnGame(game, game.initial())])
    assert f'[GameType "{tag}"]' in text
    for written in (tag, tag.split(",")[0]):
        [record] = parse_pdn(f'[GameType "{written}"] *')
        assert record.game is game


def test_results_of_international_draughts_count_two_points() -> None:
    game = draughts("international")
    for result, written in (("1-0", "2-0"), ("0-1", "0-2"), ("1/2-1/2", "1-1"), ("*", "*")):
        text = format_pdn([PdnGame(game, game.initial(), result=result)])
        assert f'[Result "{written}"]' in text
        assert parse_pdn(text)[0].result == result


def test_results_follow_the_colour_that_won() -> None:
    assert result_of(None) == "*"
    assert result_of(Outcome((1, -1), "rules", ("black", "white"))) == "0-1"
    assert result_of(Outcome((1, -1), "rules", ("white", "black"))) == "1-0"
    assert result_of(Outcome((0, 0), "clock", ("white", "black"))) == "1/2-1/2"


@pytest.mark.parametrize("settings_", SETTINGS, ids=name_of)
def test_random_games_of_every_kind_make_the_round_trip(settings_: dict[str, object]) -> None:
    game = draughts(**settings_)  # type: ignore[arg-type]
    chance = random.Random(6)
    records = []
    for number in range(3):
        state = start = game.initial()
        moves: list[Annotated] = []
        for _ in range(60):
            legal = list(game.moves(state))
            if not legal:
                break
            move = chance.choice(legal)
            if number == 2 and not moves and chance.random() < 0.9:
                start = state = game.play(state, move)  # a game that begins in the middle
                continue
            moves.append(Annotated(move, (chance.randint(1, 9),), "word " * chance.randint(0, 9)))
            moves[-1] = Annotated(move, moves[-1].nags, moves[-1].comment.strip())
            state = game.play(state, move)
        records.append(PdnGame(game, start, tuple(moves), chance.choice(("1-0", "*", "1/2-1/2"))))
    assert parse_pdn(format_pdn(records)) == records


def test_a_file_without_game_types_is_of_the_game_asked_for() -> None:
    assert parse_pdn("1. 22-18 9-14 *")[0].game is draughts("german")
    game = draughts("german", landing="any")
    assert parse_pdn("1. 22-18 9-14 *", game)[0].game is game


def test_a_position_begins_a_game() -> None:
    for text in (
        '[GameType "20"] [SetUp "1"] [FEN "B:W28:B1"] 1... 1-6',
        '[GameType "20"] /FEN "B:W28:B1"/ 1-6',
    ):
        [record] = parse_pdn(text)
        assert format_state(record.game, record.start) == "B:W28:B1"
        assert texts(record) == ["1-6"]
        assert "1... 1-6" in format_pdn([record])


def test_variations_and_line_comments_are_skipped() -> None:
    text = """% a file
    [GameType "20"]
    1. 32-28 ( 1. 33-28 {other (1} 19-23 ( 20-24 ) ) 19-23 ; a remark
    2. 28x19 14x23 2-0"""
    [record] = parse_pdn(text)
    assert texts(record) == ["32-28", "19-23", "28x19", "14x23"]
    assert record.moves[1].comment == "a remark"
    assert record.result == "1-0"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("1. 22-18 )", r"line 1: expected '\(' before this"),
        ("1. 22-18 ( 9-14", r"expected '\)'"),
        ("1. 22-18\n2. hello", "line 2: cannot read 'hello'"),
        ("1. 22-18 {open", "cannot read '{open'"),
        ("1. 22-18 22-18", "move 2 of game 1: No move '22-18'"),
        ('[GameType "99"] 1. 22-18', "unknown GameType 99"),
        ('[GameType "20,W,8,8,N2,0"] 1. 22-18', "Option 'size' of draughts cannot be 8"),
        ('[FEN "W:W33:B1"] 1. 22-18', "no square '33'"),
        ('[Variant "german"] [Options "landing=up"] *', "Option 'landing'"),
        ('1. 22-18 /FEN "W:W21:B1"/', "before the first move"),
        ("$3 1. 22-18", "expected a move before"),
        ("22-18 9-14\n18x9 5x14 * 1-2", "line 2: move 1 of game 2"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(text: str, problem: str) -> None:
    with pytest.raises(PdnError, match=problem):
        parse_pdn(text)


def test_nothing_is_no_game() -> None:
    assert parse_pdn("") == parse_pdn(" \n * \n") == []
    assert format_pdn([]) == ""


PDN_TEXTS = st.one_of(
    st.text(max_size=80),
    st.text(alphabet='[]{}()"\\/$*!?;%.,-x:0123456789 \nabcWBKFENGT', max_size=120),
)


def make_the_round_trip(text: str) -> None:
    try:
        records = parse_pdn(text)
    except PdnError:
        return
    assert parse_pdn(format_pdn(records)) == records


@settings(max_examples=300)
@given(PDN_TEXTS)
@example("(" * 5000)
@example("{" * 5000)
@example('[A "' + "\\" * 4999)
@example("1." * 3000)
@example("1" * 5000)
@example('[Event "\x1c a \\\\ \\" "] ; x } y\n 1-0 0-1 1. 22-18 {\u2003}')
@example('[Result "won"] *')
def test_any_text_is_pdn_or_refused(text: str) -> None:
    make_the_round_trip(text)


@settings(max_examples=100)
@given(st.integers(0, 1 << 32))
def test_changed_files_make_the_round_trip_or_are_refused(seed: int) -> None:
    chance = random.Random(seed)
    cut = chance.randint(20, 700)
    make_the_round_trip(mutated(TWO_GAMES[:cut], chance))
    middle = TWO_GAMES.index("[Black", 300)
    make_the_round_trip(mutated(TWO_GAMES[middle : middle + cut], chance))


def test_every_variant_has_a_tag_that_is_read() -> None:
    for variant in VARIANTS:
        game = draughts(variant)
        [record] = parse_pdn(format_pdn([PdnGame(game, game.initial(), result="1-0")]))
        assert record.game is game
        assert record.start == parse_state(game, format_state(game, game.initial()))
