"""Connect Four against the published counts and known values."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from kibitz import Engine, KibitzError, Limit, OptionError, Session
from kibitz.core.text import format_state, parse_state
from kibitz.games.connect4 import State
from kibitz.search.perft import divide
from kibitz.testing import check

GAME = kibitz.game("connect4")

# Positions after n plies: OEIS A212693.
POSITIONS_BY_PLY = [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275, 558186]


def test_positions_by_ply_are_the_published_ones() -> None:
    layer = {GAME.initial()}
    counted = [1]
    for _ in range(9):
        layer = {GAME.play(state, move) for state in layer for move in GAME.moves(state)}
        counted.append(len(layer))
    assert counted == POSITIONS_BY_PLY


def test_the_rules_are_as_short_as_a_rule_book() -> None:
    """pgx's rules of Connect Four, which are compiled too, have 99 lines."""
    assert len(Path(inspect.getfile(State)).read_text().splitlines()) <= 99


def test_compiled_perft_counts_lines() -> None:
    """Before the first possible win every line is 7 to the power of its length."""
    leaves = [sum(c for _, c in divide(GAME, GAME.initial(), depth)) for depth in range(1, 8)]
    assert leaves == [7, 49, 343, 2401, 16807, 117649, 823536]


# Values of small boards, rows x columns: J. Tromp, "John's Connect Four Playground".
@pytest.mark.parametrize(
    ("rows", "columns", "outcome"),
    [(4, 4, "draws"), (4, 5, "draws"), (5, 4, "draws"), (4, 6, "loses"), (6, 4, "draws")],
)
def test_small_boards_have_their_known_values(rows: int, columns: int, outcome: str) -> None:
    game = kibitz.game("connect4", rows=rows, columns=columns)
    line = Engine(game).play(Session(game), Limit(depth=rows * columns))
    assert line.value.startswith(outcome)
    assert line.warrant.kind == "proven"


@pytest.mark.parametrize(
    ("rows", "columns"), [(6, 7), (4, 5), (8, 7), (1, 26), (6, 1), (30, 2), (31, 1)]
)
def test_the_game_keeps_the_contract(rows: int, columns: int) -> None:
    check(kibitz.game("connect4", rows=rows, columns=columns), positions=200)


def test_a_win_in_one_is_taken_and_a_threat_is_blocked() -> None:
    engine = Engine(GAME)
    threatened = Session(GAME)
    for move in "dcdcd":
        threatened.push(move)
    assert engine.play(threatened, Limit(depth=4)).move == "d"
    threatened.push("a")
    line = engine.play(threatened, Limit(depth=4))
    assert (line.move, line.win_in) == ("d", 1)


@pytest.mark.parametrize("four", ["abacada", "dcdcdcd", "aabbccd", "abbccdcddad"])
def test_four_in_a_line_wins_in_every_direction(four: str) -> None:
    session = Session(GAME)
    for move in four:
        session.push(move)
    outcome = session.outcome()
    assert outcome is not None
    assert outcome.winner == 0
    assert session.legal_moves == ()


def test_a_full_column_is_not_legal() -> None:
    session = Session(GAME)
    for _ in range(3):
        session.push("a")
        session.push("a")
    assert "a" not in session.legal_moves
    with pytest.raises(kibitz.IllegalMoveError, match=r"Column a is full\. Open columns are b, c"):
        session.push("a")


@pytest.mark.parametrize("options", [{"rows": 8, "columns": 8}, {"rows": 2, "columns": 3}])
def test_impossible_boards_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        kibitz.game("connect4", **options)


def test_a_disc_cannot_hang_in_the_air() -> None:
    with pytest.raises(KibitzError, match="column b has a disc above a free cell"):
        parse_state(GAME, "......./......./......./......./.X...../.......")


@given(st.lists(st.text(alphabet="XO.", min_size=7, max_size=7), min_size=6, max_size=6))
def test_positions_that_are_accepted_make_the_round_trip(rows: list[str]) -> None:
    try:
        state = parse_state(GAME, "/".join(rows))
    except KibitzError:
        return
    assert parse_state(GAME, format_state(GAME, state)) == state
    assert isinstance(state, State)


def test_the_bits_drawn_in_the_module_are_the_bits() -> None:
    import kibitz.games.connect4.rules as module

    drawing = [line for line in (module.__doc__ or "").splitlines() if "|" in line]
    board = GAME.geometry
    assert board is not None
    numbers = [[int(bit) for bit in line.split("|")] for line in drawing]
    for row, line in enumerate(numbers):
        for column, bit in enumerate(line):
            occupants = board.occupants(State(mine=1 << bit, theirs=0, turn=0))
            assert [i for i, mark in enumerate(occupants) if mark] == [row * 7 + column]
