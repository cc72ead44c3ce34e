"""What players settle among themselves: resignation, draws, takebacks, seats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import kibitz
from kibitz import FinishedError, HistoryError, LimitError, OfferError, Seat, Session
from tests import toys

GAME = kibitz.game("tictactoe")


def played(moves: str = "", **settings: Any) -> Session:
    session = Session(GAME, **settings)
    for move in moves:
        session.push(move)
    return session


def test_the_one_to_move_resigns_unless_told() -> None:
    session = played("4")
    session.resign()
    outcome = session.outcome()
    assert outcome is not None
    assert (str(outcome), outcome.reason, outcome.winner) == (
        "X wins by resignation",
        "resignation",
        0,
    )
    other = played("4")
    other.resign("x")
    assert str(other.outcome()) == "O wins by resignation"
    with pytest.raises(FinishedError, match="X wins by resignation"):
        session.push("0")
    with pytest.raises(FinishedError, match="a resignation is not possible"):
        session.resign()
    assert session.legal_moves == ()


def test_of_several_players_the_others_tie_when_one_resigns() -> None:
    session = Session(toys.pot(3))
    session.resign("second")
    assert str(session.outcome()) == "first and third tie by resignation"


def test_a_resignation_belongs_to_its_position() -> None:
    session = played("40")
    session.resign()
    session.undo()
    assert session.outcome() is None
    session.redo()
    assert str(session.outcome()) == "O wins by resignation"
    session.undo()
    session.push("0")
    assert session.outcome() is None


@pytest.mark.parametrize(
    ("moves", "back", "takebacks", "works"),
    [
        ("40", 0, "free", r"Go back with undo\(\), or start a new session"),
        ("40", 2, "free", r"Continue with redo\(\), or start a new session"),
        ("", 0, "free", "Start a new session"),
        ("40", 0, "ask", "Start a new session"),
        ("40", 0, "never", "Start a new session"),
    ],
)
@pytest.mark.parametrize("ending", ["resignation", "agreement"])
def test_what_leads_on_from_an_ending_is_said(
    moves: str, back: int, takebacks: Any, works: str, ending: str
) -> None:
    session = played(moves, takebacks=takebacks)
    if back:
        session.undo(back)
    if ending == "agreement":
        session.offer_draw("X")
        session.accept_draw("O")
    else:
        session.resign()
    with pytest.raises(FinishedError, match=rf"Cannot play '8' .*\. {works}\.$"):
        session.push("8")
    with pytest.raises(FinishedError, match=rf"a draw is not possible. {works}.$"):
        session.offer_draw()
    if "undo" in works:
        session.undo()
    elif "redo" in works:
        session.redo()
    else:
        with pytest.raises(HistoryError):
            session.undo()
        with pytest.raises(HistoryError):
            session.redo()


@pytest.mark.parametrize("side", ["Z", 2, -1, True, 1.0])
def test_a_side_is_named_or_numbered(side: Any) -> None:
    session = played()
    with pytest.raises(LimitError, match=r"side cannot be .*: expected X or O"):
        session.resign(side)
    assert session.outcome() is None


def test_a_draw_is_agreed_when_the_other_accepts() -> None:
    session = played("4")
    session.offer_draw("X")
    assert session.offers == (kibitz.Offer("draw", 0),)
    session.accept_draw("O")
    outcome = session.outcome()
    assert outcome is not None
    assert (str(outcome), outcome.reason, outcome.payoffs) == (
        "draw by agreement",
        "agreement",
        (0, 0),
    )
    assert not session.offers


def test_a_draw_of_several_needs_all_of_them() -> None:
    session = Session(toys.pot(3))
    session.offer_draw()
    session.accept_draw("third")
    assert session.outcome() is None
    with pytest.raises(OfferError, match="waiting for second"):
        session.accept_draw("third")
    session.accept_draw("second")
    assert str(session.outcome()) == "draw by agreement"


def test_a_declined_draw_can_be_offered_again() -> None:
    session = played()
    session.offer_draw()
    session.decline_draw("O")
    assert (session.offers, session.outcome()) == ((), None)
    session.offer_draw()
    assert len(session.offers) == 1


@pytest.mark.parametrize("change", ["push", "undo", "redo", "goto"])
def test_an_offer_lapses_with_the_next_move(change: str) -> None:
    session = played("401")
    session.undo()
    session.offer_draw()
    arguments = {"push": ("8",), "undo": (), "redo": (), "goto": (0,)}[change]
    getattr(session, change)(*arguments)
    assert session.offers == ()
    with pytest.raises(OfferError, match=r"There is no open draw offer.*with offer_draw\(side\)"):
        session.accept_draw("O")


def test_offers_are_answered_by_those_who_were_asked() -> None:
    session = played()
    session.offer_draw("X")
    with pytest.raises(OfferError, match="X has already offered a draw"):
        session.offer_draw("O")
    for answer in (session.accept_draw, session.decline_draw):
        with pytest.raises(OfferError, match="X has no draw offer to answer: waiting for O"):
            answer("X")
    assert session.offers == (kibitz.Offer("draw", 0),)


def test_nothing_is_offered_in_a_finished_game() -> None:
    session = played("03142", takebacks="ask")
    commands: list[Callable[[], None]] = [
        lambda: session.offer_draw(),
        lambda: session.accept_draw("O"),
        lambda: session.request_takeback("X"),
        lambda: session.accept_takeback("O"),
    ]
    for command in commands:
        with pytest.raises(FinishedError, match=r"[Tt]he game is over \(X wins\)"):
            command()


# Takebacks.


@pytest.mark.parametrize(
    ("takebacks", "text"),
    [
        ("ask", r"must agree to a takeback\. Ask with request_takeback\(side\)"),
        ("never", "does not allow takebacks"),
    ],
)
def test_only_a_free_session_goes_back_and_forth_at_will(takebacks: Any, text: str) -> None:
    session = played("40", takebacks=takebacks)
    commands: list[Callable[[], None]] = [
        lambda: session.undo(),
        lambda: session.redo(),
        lambda: session.goto(0),
        lambda: session.switch("4"),
    ]
    for command in commands:
        with pytest.raises(HistoryError, match=text):
            command()
    assert session.moves == ("4", "0")
    assert len(list(session.replay())) == 3


def test_a_takeback_goes_back_to_ones_own_last_move() -> None:
    session = played("40", takebacks="ask")
    session.request_takeback("X")
    assert session.offers == (kibitz.Offer("takeback", 0, 2),)
    session.accept_takeback("O")
    assert session.line == ("4", "0")
    assert not session.moves
    assert not session.offers
    session = played("40", takebacks="ask")
    session.request_takeback("O")
    session.accept_takeback("X")
    assert session.moves == ("4",)


def test_a_takeback_can_be_of_any_length_and_be_declined() -> None:
    session = played("4013", takebacks="ask")
    session.request_takeback("X", 3)
    session.decline_takeback("O")
    assert len(session.moves) == 4
    session.request_takeback("X", 3)
    session.accept_takeback("O")
    assert list(session.moves) == ["4"]


@pytest.mark.parametrize("count", [0, -1, 2, True, "1"])
def test_no_more_is_taken_back_than_was_played(count: Any) -> None:
    session = played("4", takebacks="ask")
    with pytest.raises(HistoryError, match="Cannot undo"):
        session.request_takeback("X", count)
    assert session.offers == ()


def test_who_has_not_moved_has_nothing_to_take_back() -> None:
    session = played("4", takebacks="ask")
    text = "^O has not played a move to take back. Give a count from 1 to 1 to take back the others"
    with pytest.raises(HistoryError, match=text):
        session.request_takeback("O")
    session.request_takeback("O", 1)
    assert session.offers == (kibitz.Offer("takeback", 1, 1),)
    with pytest.raises(HistoryError, match=r"^X has not played a move .*\. Play one first\.$"):
        played(takebacks="ask").request_takeback("X")


def test_nobody_is_asked_where_takebacks_are_free_or_never_allowed() -> None:
    with pytest.raises(OfferError, match=r"Use undo\(\)"):
        played("4").request_takeback("X")
    with pytest.raises(HistoryError, match="does not allow takebacks"):
        played("4", takebacks="never").request_takeback("X")
    with pytest.raises(OfferError, match=r"with request_takeback\(side\)"):
        played("4", takebacks="ask").accept_takeback("X")


def test_a_policy_is_one_of_three() -> None:
    with pytest.raises(LimitError, match="expected 'free' or 'ask' or 'never'"):
        Session(GAME, takebacks="maybe")  # type: ignore[arg-type]


# Seats.


def test_people_sit_everywhere_unless_told() -> None:
    assert played().seats == (Seat(), Seat())
    engine = Seat("engine", level="club", seed=3, limit=kibitz.Limit(depth=4))
    session = Session(GAME, seats=[Seat(name="Anna"), engine])
    assert [seat.title for seat in session.seats] == ["Anna", "engine (club)"]
    session.sit("X", engine)
    assert session.seats == (engine, engine)


@pytest.mark.parametrize(
    "settings",
    [
        {"kind": "robot"},
        {"name": 3},
        {"kind": "engine", "level": None},
        {"kind": "engine", "seed": "7"},
        {"kind": "engine", "limit": 3},
        {"kind": "engine", "threads": 0},
        {"kind": "engine", "memory": True},
        {"kind": "engine", "opponents": "kind"},
        {"level": "club"},
        {"kind": "person", "threads": 2},
    ],
)
def test_impossible_seats_are_refused(settings: Any) -> None:
    with pytest.raises(LimitError, match="cannot be"):
        Seat(**settings)


@pytest.mark.parametrize("seats", [[], [Seat()], [Seat()] * 3, [Seat(), "engine"], 2])
def test_every_player_has_one_seat(seats: Any) -> None:
    with pytest.raises(LimitError, match=r"Expected 2 seats as kibitz.Seat") as refused:
        Session(GAME, seats=seats)
    assert "Seat(kind" not in str(refused.value)
    session = played()
    with pytest.raises(LimitError):
        session.sit("X", "engine")  # type: ignore[arg-type]
    assert session.seats == (Seat(), Seat())
