"""The commands that change a session."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from kibitz.core.types import Side
from kibitz.engine.lines import Line
from kibitz.server.http_errors import SeatError
from kibitz.session.session import Session

Act: TypeAlias = Callable[[Session, Side], None]


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its name, its function, and the arguments that distinguish it from others."""

    what: str
    act: Act
    details: str = ""
    starts_clock: bool = False


def move(text: str, evaluation: Line | None = None) -> Command:
    """Play a move; `evaluation` is the engine's line if an engine plays it."""
    wanted = text if evaluation is None else evaluation.moves[0]

    def act(session: Session, side: Side) -> None:
        if session.outcome() is None and session.turn != side:
            sides = session.game.sides
            raise SeatError("not_your_turn", side=session.side, own=sides[side])
        session.push(wanted, evaluation=evaluation)

    return Command("move", act, text, starts_clock=True)


def undo(count: int | None) -> Command:
    """Undo moves; by default back to the player's last turn."""

    def act(session: Session, side: Side) -> None:
        turns = [state.turn for state in reversed(session.earlier)]
        own = turns.index(side) + 1 if side in turns else len(turns) + 1
        session.undo(own if count is None else count)

    return Command("undo", act, str(count), starts_clock=True)


def redo(count: int | None) -> Command:
    """Redo undone moves; by default up to the player's next turn, or all if there is none."""

    def act(session: Session, side: Side) -> None:
        turns = [position.state.turn for position in session.replay()][session.ply + 1 :]
        own = turns.index(side) + 1 if side in turns else max(1, len(turns))
        session.redo(own if count is None else count)

    return Command("redo", act, str(count), starts_clock=True)


def resign() -> Command:
    """Resign."""
    return Command("resign", lambda session, side: session.resign(side))


def takeback(action: str, count: int | None) -> Command:
    """Request a takeback, or answer a request."""

    def act(session: Session, side: Side) -> None:
        if action == "request":
            session.request_takeback(side, count)
        elif action == "accept":
            session.accept_takeback(side)
        else:
            session.decline_takeback(side)

    return Command(f"takeback {action}", act, str(count))


def draw(action: str) -> Command:
    """Offer a draw, or answer an offer."""

    def act(session: Session, side: Side) -> None:
        answers = {
            "offer": session.offer_draw,
            "accept": session.accept_draw,
            "decline": session.decline_draw,
        }
        answers[action](side)

    return Command(f"draw {action}", act)


def rename(name: str) -> Command:
    """Change the name in a seat."""

    def act(session: Session, side: Side) -> None:
        session.sit(side, replace(session.seats[side], name=name))

    return Command("seat", act, name)


def learn(skill: str) -> Command:
    """Store the updated skill of an adaptive seat."""

    def act(session: Session, side: Side) -> None:
        session.sit(side, replace(session.seats[side], skill=skill))

    return Command("learn", act)


def time_out() -> Command:
    """End the game of a player who is out of time; the session itself checks its clock."""
    return Command("time", lambda session, side: None)
