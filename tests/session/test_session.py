"""Sessions: moves in, moves out, and a way back and forth."""

from __future__ import annotations

from typing import Any

import pytest

import kibitz
from kibitz import (
    FinishedError,
    HistoryError,
    IllegalMoveError,
    InvalidMoveError,
    PositionError,
    Session,
)
from tests import toys

GAME = kibitz.game("tictactoe")


def test_a_session_starts_at_the_start() -> None:
    session = Session(GAME)
    assert (session.moves, session.side, session.turn) == ((), "X", 0)
    assert session.legal_moves == tuple("012345678")
    assert session.position == ".../.../..."
    assert session.outcome() is None
    assert repr(session) == (
        "<Session of <Game 'tictactoe', rows=3, columns=3, length=3> after 0 moves>"
    )


def test_a_session_can_start_at_a_position() -> None:
    session = Session(GAME, "XOX/O../...")
    assert session.legal_moves == ("4", "5", "6", "7", "8")
    assert Session(GAME, session.state).state == session.state


@pytest.mark.parametrize("state", [(0, 0, 0), 17, object()])
def test_a_foreign_state_is_refused(state: Any) -> None:
    with pytest.raises(PositionError, match="expected a State or its text"):
        Session(GAME, state)


@pytest.mark.parametrize(
    ("move", "error", "text"),
    [
        ("9", InvalidMoveError, "Cannot read the move '9'"),
        ("x", InvalidMoveError, "cells are 0 to 8"),
        ("", InvalidMoveError, "Cannot read the move ''"),
        ("4", IllegalMoveError, "Cell 4 is taken. Free cells are 0, 1, 2, 3, 5, 6, 7, 8"),
        (4, IllegalMoveError, "No move '4'"),
        (99, IllegalMoveError, "No move '99'"),
        (-1, IllegalMoveError, "No move '-1'"),
    ],
)
def test_a_refused_move_changes_nothing(move: Any, error: type[Exception], text: str) -> None:
    session = Session(GAME)
    session.push("4")
    session.push("0")
    session.undo()
    with pytest.raises(error) as caught:
        session.push(move)
    assert text in str(caught.value)
    assert list(session.moves) == ["4"]
    session.redo()
    assert list(session.moves) == ["4", "0"]


def test_moves_may_be_given_as_the_rules_numbers() -> None:
    session = Session(GAME)
    session.push(4)
    assert session.moves == ("4",)


def test_a_finished_game_takes_no_more_moves() -> None:
    session = Session(GAME, "XX./OO./...")
    session.push("2")
    outcome = session.outcome()
    assert outcome is not None
    assert (outcome.winner, str(outcome), outcome.reason) == (0, "X wins", "rules")
    assert session.legal_moves == ()
    with pytest.raises(FinishedError, match="X wins"):
        session.push("8")
    assert session.moves == ("2",)


def test_a_full_board_is_a_draw() -> None:
    session = Session(GAME)
    for move in "012435768":
        session.push(move)
    outcome = session.outcome()
    assert outcome is not None
    assert (outcome.winner, str(outcome), outcome.payoffs) == (None, "draw", (0, 0))


@pytest.mark.parametrize("count", [0, -1, 3, "1", True])
def test_undo_and_redo_take_only_what_there_is(count: Any) -> None:
    session = Session(GAME)
    session.push("0")
    session.push("1")
    with pytest.raises(HistoryError, match="Cannot undo"):
        session.undo(count)
    with pytest.raises(HistoryError, match="Cannot redo"):
        session.redo(count)
    assert session.moves == ("0", "1")


def test_a_third_occurrence_is_a_draw() -> None:
    game = toys.ring(size=16)
    session = Session(game)
    for _ in range(2):
        assert session.outcome() is None
        for move in ("0", "0", "1", "1"):
            session.push(move)
    outcome = session.outcome()
    assert outcome is not None
    assert str(outcome) == "draw by repetition"
    with pytest.raises(FinishedError):
        session.push("0")
    session.undo(3)
    assert session.outcome() is None


def test_a_clock_ends_the_game_in_a_draw() -> None:
    session = Session(toys.ring(size=16, limit=2))
    session.push("0")
    session.push("1")
    assert str(session.outcome()) == "draw by clock"


def test_another_move_after_an_undo_begins_a_branch_and_keeps_the_old_one() -> None:
    session = Session(GAME)
    for move in "4013":
        session.push(move)
    session.undo(3)
    session.push("8")
    assert (session.moves, session.line, session.ply) == (("4", "8"), ("4", "8"), 2)
    session.undo()
    assert session.branches == ("0", "8")
    session.switch("0")
    assert session.line == ("4", "0", "1", "3")
    session.redo(3)
    assert session.moves == ("4", "0", "1", "3")


def test_a_move_that_was_played_before_leads_down_its_branch_with_what_is_known_of_it() -> None:
    session = Session(GAME)
    session.push("4", seconds=3.5)
    session.push("0", seconds=1)
    session.goto(0)
    session.push("4", seconds=99)
    assert [played.seconds for played in session.history] == [3.5]
    assert session.line == ("4", "0")


@pytest.mark.parametrize("ply", [-1, 3, True, "1", 1.0])
def test_goto_takes_only_plies_of_the_line(ply: Any) -> None:
    session = Session(GAME)
    session.push("0")
    session.push("1")
    with pytest.raises(HistoryError, match="expected a whole number from 0 to 2"):
        session.goto(ply)
    assert session.ply == 2
    session.goto(2)
    assert session.ply == 2


def test_switch_takes_only_moves_that_were_played_from_here() -> None:
    session = Session(GAME)
    with pytest.raises(HistoryError, match="no move has been played here"):
        session.switch("4")
    session.push("4")
    session.undo()
    for move in ("0", 4):
        with pytest.raises(HistoryError, match="the moves played here are 4"):
            session.switch(move)  # type: ignore[arg-type]


def test_what_is_known_of_a_move_is_kept_with_it() -> None:
    line = kibitz.Engine(GAME).play(Session(GAME), kibitz.Limit(depth=2))
    session = Session(GAME)
    session.push(line.move, seconds=0.25, evaluation=line)
    [played] = session.history
    assert (played.move, played.number, played.side) == (line.move, int(line.move), "X")
    assert (played.seconds, played.evaluation, played.clock) == (0.25, line, None)


@pytest.mark.parametrize("seconds", [-1, "3", True, float("inf"), float("nan")])
def test_seconds_are_an_amount_of_time(seconds: Any) -> None:
    session = Session(GAME)
    with pytest.raises(kibitz.LimitError, match="seconds cannot be"):
        session.push("4", seconds=seconds)
    assert session.moves == ()


def test_an_evaluation_is_a_line() -> None:
    with pytest.raises(kibitz.LimitError, match="evaluation cannot be 3"):
        Session(GAME).push("4", evaluation=3)  # type: ignore[arg-type]


def test_replay_gives_positions_that_engines_take() -> None:
    session = Session(GAME)
    session.push("0")
    session.push("1")
    session.undo()
    positions = list(session.replay())
    assert [len(position.earlier) for position in positions] == [0, 1, 2]
    assert positions[1].state == session.state
    assert kibitz.Engine(GAME).play(positions[2], kibitz.Limit(depth=1)).move


def test_a_session_is_drawn_as_svg_with_its_last_move_tinted() -> None:
    from xml.etree import ElementTree

    session = Session(GAME)
    before = session._repr_svg_()
    session.push("4")
    after = session._repr_svg_()
    for text in (before, after):
        assert ElementTree.fromstring(text).tag.endswith("svg")
    assert "Tic-Tac-Toe: .../.X./..." in after
    assert after.count("#f2c14e") == before.count("#f2c14e") + 1


def test_a_game_without_a_board_is_drawn_as_its_text() -> None:
    assert "12,0,0,0,0" in Session(toys.pot())._repr_svg_()


@pytest.mark.parametrize("seed", ["1", 1.5, []])
def test_a_seed_is_a_number(seed: Any) -> None:
    with pytest.raises(kibitz.LimitError, match="seed cannot be"):
        Session(GAME, seed=seed)


@pytest.mark.parametrize("move", [4.0, None, b"4", [4], object])
def test_a_move_is_a_text_or_a_whole_number(move: Any) -> None:
    for session in (Session(GAME), Session(kibitz.game("draughts"))):
        with pytest.raises(InvalidMoveError, match="expected a string or a whole number, got a "):
            session.push(move)
        assert session.moves == ()


@pytest.mark.parametrize("move", [True, "\u0664", " 4 5"])
def test_what_only_looks_like_a_move_is_refused(move: Any) -> None:
    with pytest.raises(kibitz.MoveError):
        Session(GAME).push(move)


def test_a_tie_of_some_names_them() -> None:
    game = toys.pot(3)
    outcome = game.outcome(game.initial()._replace(left=0, first=4, third=4))
    assert str(outcome) == "first and third tie"
