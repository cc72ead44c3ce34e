"""Seats with the adaptive level, whose model of the person is stored with the session."""

from __future__ import annotations

from kibitz.core.contract import Game
from kibitz.core.types import Side
from kibitz.session.seats import Seat
from kibitz.session.session import Session
from kibitz.teaching.adaptive.adaptive_opponent import AdaptiveOpponent, the_person
from kibitz.teaching.adaptive.adaptive_player import ADAPTIVE, AdaptivePlayer
from kibitz.teaching.adaptive.person_model import (
    PersonModel,
    format_person_model,
    parse_person_model,
)
from kibitz.teaching.adaptive.profile import Profile


def is_adaptive(seat: Seat) -> bool:
    """Whether the engine in a seat has the adaptive level."""
    return seat.kind == "engine" and seat.level == ADAPTIVE


def carry_over(skill: str) -> str:
    """The skill text for a new session, derived from that of an earlier one."""
    return format_person_model(PersonModel(parse_person_model(skill).standing)) if skill else ""


def check_adaptive(session: Session) -> None:
    """Refuse adaptive seats unless the session has exactly one person."""
    if any(map(is_adaptive, session.seats)):
        the_person(session.seats)


def person_model_of(seat: Seat) -> PersonModel | None:
    """The model of the person in an adaptive seat; None for other seats."""
    if not is_adaptive(seat):
        return None
    return parse_person_model(seat.skill) if seat.skill else PersonModel()


def pending_learner(session: Session) -> Side | None:
    """The side of an adaptive seat that has yet to learn from the finished game, if any."""
    if session.outcome() is None:
        return None
    for side, seat in enumerate(session.seats):
        known = person_model_of(seat)
        if known is not None and not known.is_learnt:
            return side
    return None


def adaptive_opponent(game: Game, seat: Seat) -> AdaptiveOpponent:
    """The opponent that plays for an adaptive seat."""
    return AdaptiveOpponent(_adaptive_player(game, seat), seat)


def updated_skill(session: Session, side: Side) -> str:
    """The skill text of an adaptive seat after learning from the finished game."""
    observer = _adaptive_player(session.game, session.seats[side])
    standing = observer.observe(session, the_person(session.seats))
    return format_person_model(PersonModel(standing, is_learnt=True))


def _adaptive_player(game: Game, seat: Seat) -> AdaptivePlayer:
    profile, known = Profile(), person_model_of(seat)
    assert known is not None
    profile.keep(game, known.standing)
    return AdaptivePlayer(game, profile, seed=seat.seed, search=seat.search)
