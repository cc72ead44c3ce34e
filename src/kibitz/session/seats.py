"""Seats: the players of a session, people or engines with their settings."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Literal, get_args

from kibitz.core.contract import Game
from kibitz.core.documents import text_problem
from kibitz.core.errors import LimitError
from kibitz.core.fields import is_whole
from kibitz.engine.engine import OPPONENTS
from kibitz.engine.search_choice import SEARCHES
from kibitz.search.deepening import Opponents, SearchKind
from kibitz.search.limits import Limit

Kind = Literal["person", "engine"]

LONGEST_NAME = 80  # characters in the name of a player or level
LONGEST_SKILL = 4_000


@dataclass(frozen=True, slots=True)
class Seat:
    """The player of one side: a person, or an engine and its settings.

    `level`: the name of a level; without one the engine plays at full strength. `limit`: a limit
    for its searches, in addition to the level's own. `seed`: for levels with random choices; by
    default the session chooses one. `threads`, `memory`, `opponents`, `search`: as in
    `kibitz.Engine`.
    `skill`: an adaptive level's model of the person, as text.

    >>> Seat("engine", level="club", seed=7).title, Seat(name="Anna").title
    ('engine (club)', 'Anna')
    """

    kind: Kind = "person"
    name: str = ""
    level: str = ""
    seed: int | None = None
    limit: Limit | None = None
    threads: int = 1
    memory: int = 32
    opponents: Opponents = "paranoid"
    search: SearchKind | None = None
    skill: str = ""

    def __post_init__(self) -> None:
        if self.kind not in get_args(Kind):
            _refuse("kind", self.kind, "'person' or 'engine'")
        for name, most in (
            ("name", LONGEST_NAME),
            ("level", LONGEST_NAME),
            ("skill", LONGEST_SKILL),
        ):
            value = getattr(self, name)
            if not isinstance(value, str):
                _refuse(name, value, "text")
            problem = text_problem(value, most)
            if problem:
                _refuse(name, value, f"text of at most {most} characters (it {problem})")
        if self.seed is not None and not is_whole(self.seed):
            _refuse("seed", self.seed, "a whole number of at most 64 bits")
        if not isinstance(self.limit, Limit | None):
            _refuse("limit", self.limit, "kibitz.Limit(time=...)")
        for name, most in (("threads", 256), ("memory", 1 << 16)):
            value = getattr(self, name)
            if type(value) is not int or not 1 <= value <= most:
                _refuse(name, value, f"a whole number from 1 to {most}")
        if self.opponents not in OPPONENTS:
            _refuse("opponents", self.opponents, ", ".join(map(repr, OPPONENTS)))
        if self.search not in (None, *SEARCHES):
            _refuse("search", self.search, ", ".join(map(repr, SEARCHES)))
        if self.search == "mcts" and self.opponents != "paranoid":
            _refuse("opponents", self.opponents, "nothing with search='mcts'")
        if self.kind == "person":
            for field in fields(self)[2:]:
                if getattr(self, field.name) != field.default:
                    _refuse(field.name, getattr(self, field.name), "no value for a person")

    @property
    def title(self) -> str:
        """The displayed name of the player."""
        level = f" ({self.level})" if self.level else ""
        return self.name or f"{self.kind}{level}"


def make_seats(game: Game, seats: Sequence[Seat] | None) -> tuple[Seat, ...]:
    """Check that there is one seat per side; by default every player is a person."""
    if seats is None:
        return (Seat(),) * game.players
    is_list = isinstance(seats, Sequence) and all(isinstance(seat, Seat) for seat in seats)
    if not is_list or len(seats) != game.players:
        raise LimitError("bad_seats", name="seats", got=_in_words(seats), players=game.players)
    return tuple(_seeded(seat) for seat in seats)


def _in_words(seats: object) -> str:
    """A short description of the `seats` argument, for an error message."""
    if isinstance(seats, str) or not isinstance(seats, Sequence):
        return repr(seats)
    other = next((seat for seat in seats if not isinstance(seat, Seat)), None)
    if other is not None:
        return f"{len(seats)} items, one of them {other!r}"
    return "1 seat" if len(seats) == 1 else f"{len(seats)} seats"


def _seeded(seat: Seat) -> Seat:
    """`seat`, with a random seed if it has a level but no seed, so that it is reproducible."""
    is_open = seat.level and seat.seed is None
    return replace(seat, seed=random.getrandbits(31)) if is_open else seat


def _refuse(name: str, value: object, expected: str) -> None:
    raise LimitError("bad_setting", name=name, value=value, expected=expected)
