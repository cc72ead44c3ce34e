"""Time: controls, readings, flags, pauses."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from kibitz import FinishedError, LimitError, Session, TimeControl
from tests import toys

GAME = kibitz.game("tictactoe")


class Time:
    """A time source that goes on when told."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def timed(text: str, time: Time, **settings: Any) -> Session:
    return Session(GAME, clock=TimeControl.parse(text), now=time, **settings)


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("300", TimeControl(300.0)),
        ("300+5", TimeControl(300.0, 5.0)),
        (" 0.5 + 0.25 ", TimeControl(0.5, 0.25)),
        ("10/move", TimeControl(per_move=10.0)),
        ("300+5,10/move", TimeControl(300.0, 5.0, 10.0)),
    ],
)
def test_a_time_control_is_read(text: str, control: TimeControl) -> None:
    assert TimeControl.parse(text) == control
    assert TimeControl.parse(str(control)) == control


@pytest.mark.parametrize(
    "text", ["", " ", "soon", "-5", "5+", "+5", "/move", ",10/move", "5+-1", "1e3", "300+5+5", "٣"]
)
def test_other_texts_are_refused_with_examples(text: str) -> None:
    with pytest.raises(LimitError, match=r"clock cannot be .*300\+5"):
        TimeControl.parse(text)


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"total": 0},
        {"total": -1},
        {"total": True},
        {"total": "300"},
        {"per_move": 0},
        {"per_move": float("inf")},
        {"total": 5, "increment": -1},
        {"per_move": 5, "increment": 1},
    ],
)
def test_impossible_time_controls_are_refused(settings: Any) -> None:
    with pytest.raises(LimitError, match="cannot be"):
        TimeControl(**settings)


@given(
    st.floats(0.001, 1e6).map(lambda x: round(x, 3)), st.floats(0, 1e3).map(lambda x: round(x, 3))
)
def test_a_time_control_survives_its_text(total: float, increment: float) -> None:
    control = TimeControl(total, increment)
    assert TimeControl.parse(str(control)) == control


def test_a_clock_is_a_time_control() -> None:
    with pytest.raises(LimitError, match=r"expected kibitz\.TimeControl"):
        Session(GAME, clock="300")  # type: ignore[arg-type]


def test_time_is_measured_and_the_increment_added() -> None:
    time = Time()
    session = timed("60+5", time)
    time.now += 10
    assert session.readings == (50.0, 60.0)
    session.push("4")
    assert session.readings == (55.0, 60.0)
    time.now += 2.5
    session.push("0")
    assert session.readings == (55.0, 62.5)
    assert [played.seconds for played in session.history] == [10.0, 2.5]
    assert [played.clock for played in session.history] == [(55.0, 60.0), (55.0, 62.5)]


def test_time_that_is_handed_in_counts_instead() -> None:
    time = Time()
    session = timed("60", time)
    time.now += 100
    session.push("4", seconds=3.25)
    assert session.readings == (56.75, 60.0)


def test_a_session_without_a_clock_has_no_readings_but_measures() -> None:
    time = Time()
    session = Session(GAME, now=time)
    time.now += 1.25
    session.push("4")
    assert (session.readings, session.history[0].seconds) == (None, 1.25)


def test_a_player_whose_time_is_used_up_loses() -> None:
    time = Time()
    session = timed("60", time)
    session.push("4", seconds=1)
    time.now += 59.999
    assert session.outcome() is None
    time.now += 0.001
    outcome = session.outcome()
    assert (str(outcome), session.readings) == ("X wins on time", (59.0, 0.0))
    assert session.legal_moves == ()
    with pytest.raises(FinishedError, match="X wins on time"):
        session.push("0")
    with pytest.raises(FinishedError, match="is not possible"):
        session.resign()
    assert session.moves == ("4",)


def test_a_move_that_took_too_long_is_not_played() -> None:
    session = timed("60", Time())
    session.push("4", seconds=60)
    assert (session.moves, str(session.outcome())) == ((), "O wins on time")
    assert session.readings == (0.0, 60.0)
    with pytest.raises(FinishedError):
        session.push("4", seconds=1)


def test_every_move_may_have_a_time_of_its_own() -> None:
    time = Time()
    session = timed("10/move", time)
    for move in "4013":
        session.push(move, seconds=9.9)
    assert session.readings == (10.0, 10.0)
    time.now += 4
    assert session.readings == (6.0, 10.0)
    time.now += 6
    assert str(session.outcome()) == "O wins on time"
    both = timed("15,10/move", Time())
    both.push("4", seconds=9)
    both.push("0", seconds=9)
    both.push("1", seconds=6)
    assert str(both.outcome()) == "O wins on time"


def test_of_several_players_the_others_tie() -> None:
    session = Session(toys.pot(3), clock=TimeControl(10), now=Time())
    session.push("1", seconds=1)
    session.push("1", seconds=10)
    assert str(session.outcome()) == "first and third tie on time"


def test_a_game_that_is_over_by_its_rules_is_not_lost_on_time() -> None:
    time = Time()
    session = Session(GAME, "XX./OO./...", clock=TimeControl(5), now=time)
    session.push("2")
    time.now += 100
    assert str(session.outcome()) == "X wins"
    assert session.readings == (5.0, 5.0)


def test_undo_restores_the_readings_of_that_point() -> None:
    time = Time()
    session = timed("60", time)
    session.push("4", seconds=10)
    session.push("0", seconds=20)
    time.now += 5
    session.undo()
    assert session.readings == (50.0, 60.0)
    session.undo()
    assert session.readings == (60.0, 60.0)
    session.redo(2)
    assert session.readings == (50.0, 40.0)


def test_a_loss_on_time_stays_where_it_happened() -> None:
    time = Time()
    session = timed("60", time)
    session.push("4")
    time.now += 60
    session.undo()
    assert session.outcome() is None
    session.redo()
    assert str(session.outcome()) == "X wins on time"
    session.undo()
    session.push("4")
    assert session.outcome() is None


def test_the_clock_can_be_paused() -> None:
    time = Time()
    session = timed("60", time)
    time.now += 10
    session.pause()
    session.pause()
    time.now += 1000
    assert session.readings == (50.0, 60.0)
    session.resume()
    session.resume()
    time.now += 5
    assert session.readings == (45.0, 60.0)
    session.pause()
    time.now += 1000
    session.push("4")
    time.now += 1
    assert session.readings == (45.0, 59.0)


def test_a_pause_may_say_what_the_turn_has_taken() -> None:
    """Whoever made the session took a while, which is nobody's time."""
    time = Time()
    session = timed("60", time)
    time.now += 10
    session.pause(0)
    time.now += 1000
    assert session.readings == (60.0, 60.0)
    session.push("4")
    assert session.readings == (60.0, 60.0)
    with pytest.raises(LimitError, match="elapsed cannot be -1: expected seconds, 0 or more"):
        session.pause(-1)


def test_a_loaded_session_goes_on_with_the_time_that_was_left() -> None:
    time = Time()
    session = timed("60+5", time)
    session.push("4", seconds=10)
    time.now += 7
    record = session.to_json()
    time.now += 1000
    loaded = Session.from_json(record, now=time)
    assert loaded.readings == (55.0, 53.0)
    time.now += 3
    loaded.push("0")
    assert loaded.history[-1].seconds == 10.0


def test_a_loss_on_time_is_saved() -> None:
    time = Time()
    session = timed("60", time)
    time.now += 60
    record = session.to_json()
    assert str(Session.from_json(record, now=time).outcome()) == "O wins on time"
