"""Adaptive levels in seats: what they know of the person is kept with the session."""

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
    """Whether a level sits there that adapts itself."""
    return seat.kind == "engine" and seat.level == ADAPTIVE


def handed_on(skill: str) -> str:
    """What is known from earlier sessions, for a new one that has taught nothing yet."""
    return format_person_model(PersonModel(parse_person_model(skill).standing)) if skill else ""


def check_adaptive(session: Session) -> None:
    """Refuse adaptive seats where there is not one person to adapt to."""
    if any(map(is_adaptive, session.seats)):
        the_person(session.seats)


def person_model_of(seat: Seat) -> PersonModel | None:
    """What an adaptive seat knows; None for any other seat."""
    if not is_adaptive(seat):
        return None
    return parse_person_model(seat.skill) if seat.skill else PersonModel()


def learner(session: Session) -> Side | None:
    """An adaptive seat that has still to learn from a game that is over."""
    if session.outcome() is None:
        return None
    for side, seat in enumerate(session.seats):
        known = person_model_of(seat)
        if known is not None and not known.is_learnt:
            return side
    return None


def opponent_in(game: Game, seat: Seat) -> AdaptiveOpponent:
    """Whoever plays for an adaptive seat."""
    return AdaptiveOpponent(_player_in(game, seat), seat)


def skill_after(session: Session, side: Side) -> str:
    """What an adaptive seat knows once it has learnt from a game that is over."""
    observer = _player_in(session.game, session.seats[side])
    standing = observer.observe(session, the_person(session.seats))
    return format_person_model(PersonModel(standing, is_learnt=True))


def _player_in(game: Game, seat: Seat) -> AdaptivePlayer:
    profile, known = Profile(), person_model_of(seat)
    assert known is not None
    profile.keep(game, known.standing)
    return AdaptivePlayer(game, profile, seed=seat.seed)
