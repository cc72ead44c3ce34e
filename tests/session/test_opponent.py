"""Engines in seats: they play as their settings and the clock allow."""

from __future__ import annotations

import pytest

import kibitz
from kibitz import Limit, Seat, Session, TimeControl
from kibitz.engine.engine import Engine
from kibitz.engine.player import Player
from kibitz.session.opponent import Opponent
from tests import toys

GAME = kibitz.game("tictactoe")


def test_an_opponent_plays_within_its_limit() -> None:
    session = Session(GAME, "XX./OO./...")
    line = Opponent(GAME, Seat("engine", limit=Limit(depth=1))).play(session)
    assert (line.move, line.depth) == ("2", 1)
    assert session.moves == ()


def test_an_opponent_spends_no_more_than_a_share_of_its_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limits: list[Limit] = []
    monkeypatch.setattr(Engine, "play", lambda *args: limits.append(args[2]))
    session = Session(GAME, clock=TimeControl(50), now=lambda: 0.0)
    for limit in (Limit(time=60), Limit(depth=3), Limit(time=0.5), None):
        Opponent(GAME, Seat("engine", limit=limit)).play(session)
    assert limits == [Limit(time=2), Limit(time=2, depth=3), Limit(time=0.5), Limit(time=1.0)]


def test_an_opponent_plays_at_its_level_and_repeats_itself() -> None:
    seat = Seat("engine", level="2", seed=11)
    games = []
    for _ in range(2):
        session = Session(GAME, seats=[seat, seat])
        opponents = [Opponent(GAME, one) for one in session.seats]
        while session.outcome() is None:
            session.push(opponents[session.turn].play(session).move)
        games.append(session.moves)
    assert games[0] == games[1]


def test_a_level_that_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(kibitz.LevelError, match="club"):
        Opponent(GAME, Seat("engine", level="club"))


def test_a_level_is_bounded_by_the_seats_limit_and_by_the_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    levels: list[kibitz.Level] = []
    monkeypatch.setattr(Player, "play", lambda player, _: levels.append(player.level))
    own = {"session": Session(GAME), "hurried": Session(GAME, clock=TimeControl(5), now=float)}
    for limit in (None, Limit(depth=3)):
        for session in own.values():
            Opponent(GAME, Seat("engine", level="10", limit=limit)).play(session)
    assert [(one.time, one.depth) for one in levels] == [
        (1.0, None),
        (0.2, None),
        (1.0, 3),
        (0.2, 3),
    ]


def test_a_seed_that_a_session_drew_is_kept_with_the_seat() -> None:
    session = Session(GAME, seats=[Seat("engine", level="2"), Seat()])
    assert session.seats[0].seed is not None
    assert Session.from_json(session.to_json()).seats == session.seats


@pytest.mark.parametrize(
    ("control", "left", "share"),
    [
        (TimeControl(100), 100, 4),
        (TimeControl(100, 4), 100, 7),
        (TimeControl(100, 4), 1, 0.75),
        (TimeControl(100), 0, 0.001),
        (TimeControl(per_move=10), 10, 7.5),
        (TimeControl(1000, 0, 10), 1000, 7.5),
    ],
)
def test_the_share_leaves_time_for_the_rest(
    control: TimeControl, left: float, share: float
) -> None:
    assert control.share(left) == share


@pytest.mark.parametrize(
    ("position", "is_accepted"),
    [
        ("XX./OO./...", True),  # X, who offers, wins at once
        ("XOX/.../O.X", False),  # O, who offers, cannot stop both threats
        (".../.X./O..", True),  # drawn, as a search to the end shows
    ],
)
def test_an_opponent_takes_a_draw_where_it_stands_no_better(
    position: str, is_accepted: bool
) -> None:
    opponent = Opponent(GAME, Seat("engine", limit=Limit(depth=9)))
    assert opponent.accepts_draw(Session(GAME, position)) is is_accepted


def line(score: float | None, loss_in: int | None = None) -> kibitz.Line:
    """What an engine thinks, from a search that proves nothing but a forced end."""
    warrant = kibitz.Warrant("depth", 4)
    return kibitz.Line("22-18", score, None, loss_in, warrant, 4, 100, 0.1, ("22-18",))


@pytest.mark.parametrize(
    ("score", "plies", "is_accepted"),
    [(0.0, 0, False), (5.0, 19, False), (0.0, 20, True), (0.5, 20, True), (-0.5, 20, False)],
)
def test_an_opponent_judges_no_draw_while_the_game_is_young(
    monkeypatch: pytest.MonkeyPatch, score: float, plies: int, is_accepted: bool
) -> None:
    """`score` is what the player to move, who offers, has."""
    game = kibitz.game("draughts")
    session = Session(game)
    for _ in range(plies):
        session.push(session.legal_moves[0])
    monkeypatch.setattr(Opponent, "play", lambda *_: line(score))
    opponent = Opponent(game, Seat("engine"))
    session.offer_draw()
    assert opponent.accepts_draw(session) is is_accepted


def test_an_opponent_that_is_to_move_judges_a_draw_from_its_own_side(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = Session(GAME)
    session.offer_draw("O")
    opponent = Opponent(GAME, Seat("engine"))
    monkeypatch.setattr(Opponent, "play", lambda *_: line(None, loss_in=2))
    assert opponent.accepts_draw(session)
    session.decline_draw("X")
    session.offer_draw("X")
    assert not opponent.accepts_draw(session)


def test_of_several_the_view_of_a_third_one_decides_no_draw(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = Session(toys.pot(3))
    session.offer_draw("second")
    monkeypatch.setattr(Opponent, "play", lambda *_: line(None, loss_in=2))
    assert not Opponent(session.game, Seat("engine")).accepts_draw(session)
