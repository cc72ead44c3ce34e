"""What the server knows about a session besides its game: engine help, a rematch, preparation."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from kibitz.core.types import Side
from kibitz.server.http_errors import ConflictError
from kibitz.session.seats import Seat
from kibitz.session.session import Session


@dataclass(frozen=True, slots=True)
class Rematch:
    """The offer of another game with the same players.

    `wanted`: the sides that have offered or accepted it. `declined`: the side that declined the
    last offer. `session`: the new session once everyone has accepted.
    """

    wanted: frozenset[Side] = frozenset()
    declined: Side | None = None
    session: str = ""

    def waiting(self, session: Session) -> tuple[Side, ...]:
        """The people who have not answered the offer."""
        return tuple(side for side in people(session.seats) if side not in self.wanted)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The settings and offers of a session that are not part of its game.

    `has_help`: whether engine help is allowed during the game. `is_preparing`: whether the engine
    to move searches interpreted because its game is being compiled. The clock is stopped meanwhile;
    `resumes`: whether it was running before. `tournament`: the tournament that the game belongs to.
    """

    has_help: bool = True
    rematch: Rematch | None = None
    is_preparing: bool = False
    resumes: bool = False
    tournament: str = ""

    def prepared(self) -> Arrangement:
        """The arrangement once the engine has moved, or no longer has to."""
        return replace(self, is_preparing=False, resumes=False)


def people(seats: Sequence[Seat]) -> tuple[Side, ...]:
    """The sides that people play."""
    return tuple(side for side, seat in enumerate(seats) if seat.kind == "person")


def check_help(seats: Collection[Seat]) -> None:
    """Refuse engines in a game without engine help."""
    if len(seats) < 2 or any(seat.kind == "engine" for seat in seats):
        raise ConflictError("help_needs_engines")


def write_arrangement(arrangement: Arrangement) -> str:
    """The arrangement as JSON."""
    rematch = arrangement.rematch
    found = {
        "help": arrangement.has_help,
        "rematch": None
        if rematch is None
        else {
            "wanted": sorted(rematch.wanted),
            "declined": rematch.declined,
            "session": rematch.session,
        },
        "preparing": arrangement.is_preparing,
        "resumes": arrangement.resumes,
        "tournament": arrangement.tournament,
    }
    return json.dumps(found)


def read_arrangement(text: str) -> Arrangement:
    """The arrangement in a JSON text; sessions of older versions have an empty one."""
    found = json.loads(text or "{}")
    rematch = found.get("rematch")
    return Arrangement(
        has_help=found.get("help", True),
        rematch=None
        if rematch is None
        else Rematch(frozenset(rematch["wanted"]), rematch["declined"], rematch["session"]),
        is_preparing=found.get("preparing", False),
        resumes=found.get("resumes", False),
        tournament=found.get("tournament", ""),
    )
