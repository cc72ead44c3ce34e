"""Reads the JSON documents of a server into the classes that Python code uses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.core.outcome import Outcome
from kibitz.engine.lines import Line, Warrant
from kibitz.search.limits import Limit
from kibitz.session.clock import Readings
from kibitz.session.negotiation import Offer
from kibitz.session.seats import Seat


@dataclass(frozen=True, slots=True)
class RemoteGame:
    """The game of a session on a server."""

    name: str
    title: str
    settings: Mapping[str, int | str]
    sides: tuple[str, ...]

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.sides)


@dataclass(frozen=True, slots=True)
class RemoteMove:
    """A move that was played: a `kibitz.Played` without the move's number in the rules."""

    move: str
    side: str
    seconds: float | None = None
    evaluation: Line | None = None
    clock: Readings | None = None


@dataclass(frozen=True, slots=True)
class RemotePresence:
    """Who has a session's page open: the sides of players, and the number of spectators."""

    sides: tuple[str, ...]
    spectators: int


def read_game(fields: Mapping[str, Any]) -> RemoteGame:
    """The game of a session's document."""
    return RemoteGame(
        fields["name"], fields["title"], dict(fields["options"]), tuple(fields["sides"])
    )


def read_line(fields: Mapping[str, Any]) -> Line:
    """A line of an analysis."""
    kind, _, depth = fields["warrant"].partition(" ")
    return Line(
        move=fields["move"],
        score=fields["score"],
        win_in=fields["win_in"],
        loss_in=fields["loss_in"],
        warrant=Warrant(kind, int(depth) if depth else None),
        depth=fields["depth"],
        nodes=fields["nodes"],
        seconds=fields["seconds"],
        line=tuple(fields["line"]),
        compiled=fields["compiled"],
    )


def read_move(fields: Mapping[str, Any]) -> RemoteMove:
    """A move of a history."""
    evaluation, clock = fields["evaluation"], fields["clock"]
    return RemoteMove(
        fields["move"],
        fields["side"],
        fields["seconds"],
        None if evaluation is None else read_line(evaluation),
        None if clock is None else tuple(clock),
    )


def read_outcome(fields: Mapping[str, Any] | None, sides: Sequence[str]) -> Outcome | None:
    """An outcome; None during the game."""
    if fields is None:
        return None
    return Outcome(tuple(fields["payoffs"]), fields["reason"], tuple(sides))


def read_seat(fields: Mapping[str, Any]) -> Seat:
    """A seat. The settings that a document does not show have their defaults."""
    if fields["kind"] == "person":
        return Seat(name=fields["name"])
    limit, adaptive = fields["limit"], fields["adaptive"]
    return Seat(
        "engine",
        name=fields["name"],
        level=fields["level"],
        limit=None if limit is None else Limit(**limit),
        skill="" if adaptive is None else adaptive["skill"],
    )


def read_offer(fields: Mapping[str, Any], sides: Sequence[str]) -> Offer:
    """An open offer."""
    maker = sides.index(fields["side"])
    waiting = {sides.index(side) for side in fields["waiting"]}
    accepted = frozenset(range(len(sides))) - waiting - {maker}
    return Offer(fields["kind"], maker, fields["count"], accepted)


def limit_fields(limit: Limit | None) -> dict[str, Any] | None:
    """A limit as JSON."""
    if limit is None:
        return None
    return {"time": limit.time, "depth": limit.depth, "nodes": limit.nodes}


def seat_fields(seat: Seat) -> dict[str, Any]:
    """A seat as JSON, for a new session."""
    if seat.kind == "person":
        return {"kind": "person", "name": seat.name}
    return {
        "kind": "engine",
        "name": seat.name,
        "level": seat.level,
        "skill": seat.skill,
        "limit": limit_fields(seat.limit),
        "seed": seat.seed,
        "opponents": seat.opponents,
    }
