"""`kibitz play --level adaptive`: an opponent that adapts to the player's strength."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from kibitz.core.errors import LimitError
from kibitz.session.session import Session
from kibitz.teaching.adaptive.adaptive_opponent import the_person
from kibitz.teaching.adaptive.adaptive_player import ADAPTIVE, AdaptivePlayer
from kibitz.teaching.adaptive.profile import Profile


def add_profile(parser: ArgumentParser) -> None:
    """Add `--profile`."""
    parser.add_argument(
        "--profile",
        metavar="FILE",
        help="file in which the adaptive level stores your strength (default: in your state "
        "folder)",
    )


def read_adaptive(arguments: Namespace, session: Session) -> AdaptivePlayer | None:
    """The adaptive player, if a seat has one; it must play against exactly one person."""
    seat = next((seat for seat in session.seats if seat.level == ADAPTIVE), None)
    if seat is None:
        if arguments.profile is not None:
            expected = "no value without --level adaptive"
            value = arguments.profile
            raise LimitError("bad_setting", name="profile", value=value, expected=expected)
        return None
    the_person(session.seats)
    profile = Profile.default() if arguments.profile is None else Profile(arguments.profile)
    return AdaptivePlayer(session.game, profile, seed=seat.seed, search=seat.search)
