"""`kibitz play --level adaptive`: an opponent that keeps the games even."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from kibitz.adaptive.player import ADAPTIVE, AdaptivePlayer
from kibitz.adaptive.profile import Profile
from kibitz.core.errors import LimitError
from kibitz.engine.lines import Line
from kibitz.session.opponent import Opponent
from kibitz.session.seats import Seat
from kibitz.session.session import Session


def add_profile(parser: ArgumentParser) -> None:
    """Where the adaptive opponent keeps what it knows."""
    parser.add_argument(
        "--profile",
        metavar="FILE",
        help="what the adaptive level remembers of you; in your state folder unless told",
    )


def read_adaptive(arguments: Namespace, session: Session) -> AdaptivePlayer | None:
    """The adaptive player, where one sits at the board; it needs one person to adapt to."""
    seat = next((seat for seat in session.seats if seat.level == ADAPTIVE), None)
    if seat is None:
        if arguments.profile is not None:
            expected = "none, or --level adaptive beside it"
            value = arguments.profile
            raise LimitError("bad_setting", name="profile", value=value, expected=expected)
        return None
    people = [seat for seat in session.seats if seat.kind == "person"]
    if len(people) != 1:
        expected = f"another level: it plays against one person, here are {len(people)}"
        raise LimitError("bad_setting", name="level", value=ADAPTIVE, expected=expected)
    profile = Profile.default() if arguments.profile is None else Profile(arguments.profile)
    return AdaptivePlayer(
        session.game,
        profile,
        seed=seat.seed,
        threads=seat.threads,
        opponents=seat.opponents,
    )


class AdaptiveOpponent(Opponent):
    """The adaptive player in a seat."""

    def __init__(self, player: AdaptivePlayer) -> None:
        super().__init__(player.game, Seat("engine"))
        self._adaptive = player

    def play(self, session: Session) -> Line:
        """The move it would play, and what it thinks of it; the session is not changed."""
        return self._adaptive.play(session)
