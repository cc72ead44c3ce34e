"""Tic-Tac-Toe against the published counts, and against perfect play."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from kibitz import DRAW, LOSS, WIN, Engine, KibitzError, Limit, OptionError, Session
from kibitz.core.text import format_state, parse_state
from kibitz.games.tictactoe import State, tictactoe
from kibitz.search.perft import divide
from kibitz.testing import check

GAME = kibitz.game("tictactoe")

# Published counts. Positions and games: OEIS A008907, A061221 and the literature on the game;
# positions up to symmetry by ply and those won for X and for O: OEIS A317573 and A317574.
POSITIONS_BY_PLY = [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
CLASSES_BY_PLY = [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]
WON_FOR_X_BY_PLY = [0, 0, 7, 9, 85, 67, 139, 70, 23, 12]
WON_FOR_O_BY_PLY = [0, 0, 0, 8, 5, 72, 38, 56, 23, 0]


def layers() -> list[set[State]]:
    """Every position that play can reach, by ply."""
    found = [{GAME.initial()}]
    for _ in range(9):
        found.append({GAME.play(s, m) for s in found[-1] for m in GAME.moves(s)})
    return found


LAYERS = layers()


def canonical(state: State) -> State:
    assert GAME.symmetries is not None
    symmetric: State = GAME.symmetries(state)
    return symmetric


@cache
def value(state: State) -> int:
    """The game's value to X, by the definition."""
    moves = list(GAME.moves(state))
    if not moves:
        return GAME.payoff(state, 0)
    values = [value(GAME.play(state, move)) for move in moves]
    return max(values) if state.turn == 0 else min(values)


@cache
def distance(state: State) -> int:
    """Plies to the end where the winner hurries and the loser resists."""
    after = [GAME.play(state, move) for move in GAME.moves(state)]
    same = [distance(one) for one in after if value(one) == value(state)]
    if not same:
        return 0
    is_winning = value(state) == (WIN if state.turn == 0 else LOSS)
    return 1 + (min(same) if is_winning else max(same))


def test_positions_by_ply_are_the_published_ones() -> None:
    assert [len(layer) for layer in LAYERS] == POSITIONS_BY_PLY
    assert sum(POSITIONS_BY_PLY) == 5478


def test_positions_up_to_symmetry_are_the_published_ones() -> None:
    classes = [{canonical(s) for s in layer} for layer in LAYERS]
    assert [len(layer) for layer in classes] == CLASSES_BY_PLY
    assert sum(CLASSES_BY_PLY) == 765


def test_won_positions_up_to_symmetry_are_the_published_ones() -> None:
    for result, published in ((WIN, WON_FOR_X_BY_PLY), (LOSS, WON_FOR_O_BY_PLY)):
        counted = [len({canonical(s) for s in layer if value(s) == result}) for layer in LAYERS]
        assert counted == published


def test_finished_positions_are_the_published_ones() -> None:
    over = [s for layer in LAYERS for s in layer if not any(True for _ in GAME.moves(s))]
    assert Counter(GAME.payoff(s, 0) for s in over) == {WIN: 626, LOSS: 316, DRAW: 16}
    assert len({canonical(s) for s in over}) == 138


def test_games_are_the_published_ones() -> None:
    endings: Counter[int] = Counter()
    nodes = 0

    def walk(state: State) -> None:
        nonlocal nodes
        nodes += 1
        moves = list(GAME.moves(state))
        if not moves:
            endings[GAME.payoff(state, 0)] += 1
        for move in moves:
            walk(GAME.play(state, move))

    walk(GAME.initial())
    assert endings == {WIN: 131184, LOSS: 77904, DRAW: 46080}
    assert sum(endings.values()) == 255168
    assert nodes == 549946


def test_games_up_to_symmetry_are_the_published_ones() -> None:
    @cache
    def games(state: State) -> int:
        after = {canonical(GAME.play(state, move)) for move in GAME.moves(state)}
        return sum(games(one) for one in after) or 1

    assert games(GAME.initial()) == 26830


def test_compiled_perft_adds_up_to_the_published_games() -> None:
    leaves = [sum(c for _, c in divide(GAME, GAME.initial(), depth)) for depth in range(1, 10)]
    assert leaves == [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]


def test_the_engine_knows_the_value_and_distance_of_every_position() -> None:
    """It never loses from a position that is not lost; quicker wins, slower losses are chosen."""
    engine = Engine(GAME, memory=1)
    seen = set()
    for layer in LAYERS:
        for state in layer:
            if canonical(state) in seen or not any(True for _ in GAME.moves(state)):
                continue
            seen.add(canonical(state))
            line = engine.play(Session(GAME, state), Limit(depth=9))
            own = value(state) if state.turn == 0 else -value(state)
            assert line.warrant.kind == "proven"
            if own == DRAW:
                assert (line.score, line.win_in, line.loss_in) == (0, None, None)
            else:
                plies = distance(state)
                expected = (plies, None) if own == WIN else (None, plies)
                assert (line.score, line.win_in, line.loss_in) == (None, *expected)
            after = GAME.play(state, int(line.move))
            assert value(after) == value(state)
            if own != DRAW:
                assert distance(after) == distance(state) - 1
    assert len(seen) == 765 - 138


def test_the_demo_board_is_won() -> None:
    session = Session(GAME, "X O X / O . . / . . .")
    line = Engine(GAME).play(session, Limit(time=1))
    assert session.side == "X"
    assert line.move in ("4", "8")
    assert line.win_in == 3


@pytest.mark.parametrize(
    ("rows", "columns", "length", "outcome"),
    [
        (4, 4, 4, "draws"),
        (4, 3, 3, "wins"),
        (5, 4, 4, "draws"),
        (2, 2, 2, "wins"),
        (1, 7, 3, "draws"),
        (1, 1, 1, "wins"),
    ],
)
def test_other_boards_have_their_known_values(
    rows: int, columns: int, length: int, outcome: str
) -> None:
    game = kibitz.game("tictactoe", rows=rows, columns=columns, length=length)
    line = Engine(game).play(Session(game), Limit(depth=rows * columns))
    assert line.value.startswith(outcome)
    assert line.warrant.kind == "proven"


@pytest.mark.parametrize(
    "size", [(3, 3, 3), (4, 4, 4), (4, 3, 3), (7, 9, 5), (3, 21, 4), (1, 5, 2)]
)
def test_the_game_keeps_the_contract(size: tuple[int, int, int]) -> None:
    rows, columns, length = size
    check(kibitz.game("tictactoe", rows=rows, columns=columns, length=length), positions=200)


@pytest.mark.parametrize("size", [(3, 3, 3), (5, 4, 3), (7, 9, 5), (9, 7, 4)])
def test_lines_are_found_as_by_looking_at_every_cell(size: tuple[int, int, int]) -> None:
    rows, columns, length = size
    game = kibitz.game("tictactoe", rows=rows, columns=columns, length=length)
    chance = random.Random(1)

    def has_line(marks: set[tuple[int, int]]) -> bool:
        return any(
            all((y + i * down, x + i * right) in marks for i in range(length))
            for y, x in marks
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        )

    for _ in range(300):
        cells = chance.sample(range(rows * columns), chance.randint(1, rows * columns))
        marks = {divmod(cell, columns) for cell in cells}
        state = State(mine=0, theirs=sum(1 << cell for cell in cells), turn=1)
        is_over = not any(True for _ in game.moves(state))
        assert is_over == (has_line(marks) or len(cells) == rows * columns)
        if is_over:
            assert game.payoff(state, 0) == (WIN if has_line(marks) else DRAW)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"rows": 8, "columns": 8}, "8 x 8 has 64 cells, but at most 63 fit. 7 x 9 works."),
        ({"rows": 0}, "'rows' of tictactoe cannot be 0: expected a whole number from 1 to 63"),
        ({"rows": "three"}, "cannot be 'three'"),
        ({"rows": 3.0}, "cannot be 3.0"),
        ({"rows": True}, "cannot be True"),
        ({"length": 4}, "'length' of tictactoe cannot be 4: expected at most 3"),
        ({"depth": 3}, "has no option 'depth': its options are rows, columns, length"),
    ],
)
def test_impossible_options_are_refused(options: dict[str, Any], text: str) -> None:
    with pytest.raises(OptionError) as caught:
        kibitz.game("tictactoe", **options)
    assert text in str(caught.value)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "expected 3 rows of 3 cells"),
        ("XO./...", "expected 3 rows"),
        ("XOZ/.../...", "expected X, O and ."),
        ("XXX/.../...", "one X more, got 3 X and 0 O"),
        ("XX./XX./O..", "one X more, got 4 X and 1 O"),
        ("XXX/OOO/...", "the game ended a move earlier"),
    ],
)
def test_impossible_positions_are_refused(text: str, problem: str) -> None:
    with pytest.raises(KibitzError) as caught:
        parse_state(GAME, text)
    assert problem in str(caught.value)


@given(st.text(alphabet="XOxo.|/ \n0", max_size=24))
def test_positions_that_are_accepted_make_the_round_trip(text: str) -> None:
    try:
        state = parse_state(GAME, text)
    except KibitzError:
        return
    assert parse_state(GAME, format_state(GAME, state)) == state


def test_the_board_drawing_of_the_module_is_the_board() -> None:
    import kibitz.games.tictactoe.rules as module

    drawing = str(Session(tictactoe()))
    lines = [line.strip() for line in (module.__doc__ or "").splitlines()]
    assert [line.strip() for line in drawing.splitlines()] == lines[3:8]


NOUGHTS = kibitz.game("tictactoe", first="O")


def test_the_mark_that_moves_first_is_an_option() -> None:
    assert NOUGHTS.sides == ("O", "X")
    assert NOUGHTS.title == "Tic-Tac-Toe"
    session = Session(NOUGHTS)
    for move in ("4", "0", "8"):
        session.push(move)
    assert format_state(NOUGHTS, session.state) == "X../.O./..O"
    assert session.side == "X"
    assert [mark for mark in map(str.strip, str(session).split()) if mark in "XO"] == list("XOO")
    assert {piece.name: piece.side for piece in NOUGHTS.geometry.pieces} == (  # type: ignore[union-attr]
        {"nought": 0, "cross": 1}
    )


def test_with_noughts_first_the_same_moves_lead_to_the_same_states() -> None:
    lot = random.Random(0)
    for _ in range(50):
        state = GAME.initial()
        while list(GAME.moves(state)):
            assert list(NOUGHTS.moves(state)) == list(GAME.moves(state))
            other = format_state(GAME, state).translate(str.maketrans("XO", "OX"))
            assert format_state(NOUGHTS, state) == other
            assert parse_state(NOUGHTS, other) == state
            assert NOUGHTS.symmetries(state) == canonical(state)  # type: ignore[misc]
            for name in ("strong", "classic"):
                values = [g.judged_by(name).evaluate(state, 0) for g in (GAME, NOUGHTS)]
                assert values[0] == values[1]
            state = GAME.play(state, lot.choice(list(GAME.moves(state))))


def test_with_noughts_first_positions_with_more_crosses_are_refused() -> None:
    with pytest.raises(KibitzError, match="as many O as X or one O more, got 0 O and 1 X"):
        parse_state(NOUGHTS, "X../.../...")


def test_with_noughts_first_every_level_plays_and_reviews_name_the_right_side() -> None:
    for level in ("easy", "medium", "hard", "perfect", "1"):
        session = Session(NOUGHTS, "OO./XX./...")
        player = kibitz.Player(NOUGHTS, level, seed=1)
        assert player.play(session).move in session.legal_moves
    session = Session(NOUGHTS, "OO./XX./...")
    line = Engine(NOUGHTS).play(session, Limit(depth=9))
    assert (line.move, line.value) == ("2", "wins in 1")
    session.push("2")
    assert str(session.outcome()) == "O wins"


def test_with_noughts_first_explanations_name_the_other_side() -> None:
    session = Session(NOUGHTS, "O../.X./...")
    facts = NOUGHTS.vocabulary.facts(session.state, 5)  # type: ignore[union-attr]
    assert any("closes" in fact.message.text and "X" in fact.message.text for fact in facts)


def test_the_mark_that_moves_first_is_saved_only_where_it_is_not_x() -> None:
    assert GAME.settings == {"rows": 3, "columns": 3, "length": 3}
    assert kibitz.game("tictactoe", first="X").settings == GAME.settings
    assert NOUGHTS.settings == {**GAME.settings, "first": "O"}
    assert NOUGHTS.configure(first="X").sides == ("X", "O")
    for game in (GAME, NOUGHTS):
        session = Session(game)
        session.push("4")
        loaded = Session.from_json(session.to_json())
        assert (loaded.game.sides, loaded.state) == (game.sides, session.state)


def test_a_saved_session_may_name_the_default_that_is_left_out() -> None:
    record = Session(GAME).to_json()
    record["game"]["settings"]["first"] = "X"
    assert Session.from_json(record).game.sides == ("X", "O")
    record["game"]["settings"]["first"] = "Y"
    with pytest.raises(KibitzError, match="first"):
        Session.from_json(record)


def test_only_x_and_o_move_first() -> None:
    with pytest.raises(OptionError, match="'X' or 'O'"):
        kibitz.game("tictactoe", first="Z")


def test_the_game_with_noughts_first_keeps_the_contract() -> None:
    check(NOUGHTS)
