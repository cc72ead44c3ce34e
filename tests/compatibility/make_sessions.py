"""Writes saved sessions, a part of `make_fixtures`."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import kibitz
from kibitz import Limit, Seat, Session, TimeControl
from tests.compatibility.describe import session_facts
from tests.compatibility.make_shared import DATA, PLACE, write_json


def still() -> float:
    """A clock that stands."""
    return 0.0


def by_lot(session: Session, count: int, seed: int = 3, seconds: float = 1.5) -> Session:
    """Play some random moves from the start of the session."""
    lot = random.Random(seed)
    for _ in range(count):
        if not session.legal_moves:
            break
        session.push(lot.choice(session.legal_moves), seconds=seconds)
    return session


def judged(session: Session, limit: Limit) -> Session:
    """Play the engine's move and keep what it found."""
    line = kibitz.Engine(session.game).play(session, limit)
    session.push(line.move, seconds=0.25, evaluation=line)
    return session


def tictactoe_branches() -> Session:
    session = Session(kibitz.game("tictactoe"), now=still)
    for move in ("4", "0", "8"):
        session.push(move, seconds=1)
    session.undo(2)
    session.push("2", seconds=2)
    judged(session, Limit(depth=9))
    judged(session, Limit(depth=1))
    session.undo(2)
    session.push("6", seconds=0.125)
    session.goto(1)
    session.switch("0")
    session.redo()
    return session


def tictactoe_proven() -> Session:
    session = Session(kibitz.game("tictactoe"), "XOX/O../...", now=still)
    line = kibitz.Engine(session.game).play(session, Limit(depth=9))
    session.push(line.move, seconds=3, evaluation=replace(line, compiled=False))
    judged(session, Limit(depth=9))
    judged(session, Limit(depth=9))
    return session


def connect4_clock() -> Session:
    seats = [Seat(name="Anna"), Seat("engine", level="hard", seed=9, threads=2, memory=64)]
    clock = TimeControl.parse("300+5,60/move")
    session = Session(kibitz.game("connect4"), seats=seats, clock=clock, now=still)
    by_lot(session, 9, seconds=12.345)
    session.pause(7.5)
    return session


def connect4_time() -> Session:
    clock = TimeControl(total=20)
    session = Session(kibitz.game("connect4", rows=5, columns=6), clock=clock, now=still)
    session.push("c", seconds=3)
    session.push("d", seconds=19)
    session.push("d", seconds=18)
    return session


def draughts_russian() -> Session:
    seats = [Seat(name="Zoë"), Seat("engine", limit=Limit(time=1.5, depth=12, nodes=10_000))]
    game = kibitz.game("draughts", variant="russian")
    session = Session(game, seats=seats, takebacks="ask", now=still)
    by_lot(session, 31)
    session.request_takeback("white", 3)
    return session


def draughts_international() -> Session:
    seats = [Seat(name="Ann"), Seat("engine", level="2", seed=5)]
    game = kibitz.game("draughts", variant="international")
    session = by_lot(Session(game, seats=seats, now=still), 40)
    session.offer_draw("white")
    session.accept_draw("black")
    return session


def draughts_position() -> Session:
    state = "W:W18,22,K31:B5,K14,21"
    session = Session(kibitz.game("dame"), state, takebacks="never", now=still)
    by_lot(session, 2)
    session.offer_draw()
    return session


def morris_resigned() -> Session:
    session = by_lot(Session(kibitz.game("morris"), now=still), 30, seed=1)
    session.resign("black")
    session.undo(3)
    session.redo(3)
    return session


def morris_three() -> Session:
    seats = [Seat("engine", level="perfect", seed=1), Seat("engine", level="adaptive", seed=2)]
    game = kibitz.game("morris", variant="three", clock=10)
    return by_lot(Session(game, seats=seats, now=still), 9, seed=2)


def horses_three() -> Session:
    seats = [Seat(), Seat("engine", level="easy", seed=4, opponents="maxn"), Seat(name="Cy")]
    game = kibitz.game("horses", players=3)
    return by_lot(Session(game, seed=2024, seats=seats, takebacks="ask", now=still), 14)


def horses_over() -> Session:
    return by_lot(Session(kibitz.game("horses"), seed=7, now=still), 100)


def tiles_seeded() -> Session:
    session = Session(kibitz.game("tiles", players=3, rows=4, columns=5), seed=77, now=still)
    by_lot(session, 11)
    session.undo(4)
    by_lot(session, 2, seed=8)
    return session


def sticks_own() -> Session:
    game = kibitz.game(str(PLACE / "sticks.py"))
    session = by_lot(Session(game, now=still), 4)
    session.undo(2)
    return by_lot(session, 1, seed=6)


SESSIONS = (
    tictactoe_branches,
    tictactoe_proven,
    connect4_clock,
    connect4_time,
    draughts_russian,
    draughts_international,
    draughts_position,
    morris_resigned,
    morris_three,
    horses_three,
    horses_over,
    tiles_seeded,
    sticks_own,
)


def write_sessions() -> None:
    folder = DATA / "sessions"
    folder.mkdir(parents=True)
    expected: dict[str, Any] = {}
    for make in SESSIONS:
        session = make()
        session.save(folder / f"{make.__name__}.json")
        expected[f"{make.__name__}.json"] = session_facts(session)
        if session.game.name == "draughts":
            session.save(folder / f"{make.__name__}.pdn")
            again = Session.load(folder / f"{make.__name__}.pdn")
            expected[f"{make.__name__}.pdn"] = session_facts(again)
    together = "\n".join(
        (folder / f"draughts_{name}.pdn").read_text() for name in ("russian", "international")
    )
    (folder / "together.pdn").write_text(together)
    for number, session in enumerate(Session.load_all(folder / "together.pdn")):
        expected[f"together.pdn {number}"] = session_facts(session)
    write_json(DATA / "sessions.json", expected)
