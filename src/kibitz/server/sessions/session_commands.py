"""The commands that change a session."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from kibitz.core.errors import FinishedError, LimitError, OfferError
from kibitz.core.types import Side
from kibitz.engine.lines import Line
from kibitz.server.http_errors import ConflictError, FieldError, SeatError
from kibitz.server.sessions.adaptive_seats import is_adaptive, pending_learner
from kibitz.server.sessions.arrangement import Arrangement, Rematch, check_help
from kibitz.session.seats import Seat
from kibitz.session.session import Session
from kibitz.teaching.adaptive.adaptive_opponent import the_person

Act: TypeAlias = Callable[[Session, Side], None]
Arrange: TypeAlias = Callable[[Arrangement, Session, Side], Arrangement]


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its name, its function, and the arguments that distinguish it from others.

    `arrange` returns the arrangement of the session after the command. It is called before `act`,
    and does not change the session. `seat`: the player whose seat gets a new secret.
    `is_for_people`: whether the player who sends it must be a person.
    """

    what: str
    act: Act
    details: str = ""
    starts_clock: bool = False
    arrange: Arrange | None = None
    seat: Side | None = None
    is_for_people: bool = True


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
        elif action == "decline":
            session.decline_takeback(side)
        else:
            session.withdraw_takeback(side)

    return Command(f"takeback {action}", act, str(count))


def draw(action: str) -> Command:
    """Offer a draw, or answer an offer."""

    def act(session: Session, side: Side) -> None:
        answers = {
            "offer": session.offer_draw,
            "accept": session.accept_draw,
            "decline": session.decline_draw,
            "withdraw": session.withdraw_draw,
        }
        answers[action](side)

    return Command(f"draw {action}", act)


def rename(name: str) -> Command:
    """Change the name in a seat."""

    def act(session: Session, side: Side) -> None:
        session.sit(side, replace(session.seats[side], name=name))

    return Command("seat", act, name)


def players(target: Side, seat: Seat) -> Command:
    """Change who plays a side: one's own, or one that an engine plays."""

    def arrange(arrangement: Arrangement, session: Session, side: Side) -> Arrangement:
        outcome = session.outcome()
        if outcome is not None:
            works = "Start a new session"
            what = "a change of players"
            raise FinishedError("already_over", outcome=str(outcome), what=what, works=works)
        sides = session.game.sides
        if target >= len(sides):
            expected = f"a number from 0 to {len(sides) - 1}"
            raise FieldError("bad_field", where="player", value=target, expected=expected)
        if target != side and session.seats[target].kind == "person":
            raise SeatError("seat_of_person", side=sides[target])
        if target != side and session.seats[side].kind == "engine":
            raise SeatError("seat_of_engine", side=sides[side])
        if is_adaptive(seat) and session.ply:
            expected = "another level, because adaptive learns from whole games"
            raise LimitError("bad_setting", name="level", value=seat.level, expected=expected)
        seats = [*session.seats[:target], seat, *session.seats[target + 1 :]]
        if any(map(is_adaptive, seats)):
            the_person(seats)
        if not arrangement.has_help:
            check_help(seats)
        return arrangement

    return Command(
        "players",
        lambda session, _: session.sit(target, seat),
        f"{target} {seat}",
        arrange=arrange,
        seat=target if seat.kind == "person" else None,
        is_for_people=False,
    )


def rematch(action: str) -> Command:
    """Offer a rematch, or answer an offer. Offering it again after another side accepts it."""

    def arrange(arrangement: Arrangement, session: Session, side: Side) -> Arrangement:
        if session.outcome() is None:
            raise ConflictError("rematch_too_early")
        if pending_learner(session) is not None:
            raise ConflictError("rematch_learning")
        now = arrangement.rematch or Rematch()
        if now.session:
            raise ConflictError("rematch_begun", session=now.session)
        return replace(arrangement, rematch=_answered(now, action, session, side))

    return Command(f"rematch {action}", _nothing, arrange=arrange)


def _answered(now: Rematch, action: str, session: Session, side: Side) -> Rematch | None:
    """A rematch after one side has offered it or answered."""
    sides = session.game.sides
    if action != "offer" and not now.wanted:
        raise OfferError("no_offer", kind="rematch", works='"offer"')
    if action == "withdraw":
        if side not in now.wanted:
            makers = " and ".join(sides[one] for one in sorted(now.wanted))
            raise OfferError("not_offered", kind="rematch", side=sides[side], maker=makers)
        wanted = now.wanted - {side}
        return Rematch(wanted) if wanted else None
    if side in now.wanted:
        waiting = " and ".join(sides[one] for one in now.waiting(session))
        raise OfferError("not_asked", kind="rematch", side=sides[side], waiting=waiting)
    if action == "decline":
        return Rematch(declined=side)
    return Rematch(now.wanted | {side})


def prepare() -> Command:
    """Stop the clock while the engine to move searches interpreted, until it moves.

    Its turn begins again, because loading has already taken some of its time.
    """

    def arrange(arrangement: Arrangement, session: Session, _: Side) -> Arrangement:
        return replace(arrangement, is_preparing=True)

    return Command("prepare", lambda session, _: session.pause(0), arrange=arrange)


def _nothing(session: Session, side: Side) -> None:
    """Change nothing in the game."""


def learn(skill: str) -> Command:
    """Store the updated skill of an adaptive seat."""

    def act(session: Session, side: Side) -> None:
        session.sit(side, replace(session.seats[side], skill=skill))

    return Command("learn", act)


def time_out() -> Command:
    """End the game of a player who is out of time; the session itself checks its clock."""
    return Command("time", _nothing)
