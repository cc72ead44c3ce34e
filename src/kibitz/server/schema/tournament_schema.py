"""Schema of tournaments."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from kibitz.match.tournament import LEAST, MOST, Format
from kibitz.server.schema.shared_schema import Name, Options, RequestBody, ResponseBody


class ContestantRequest(RequestBody):
    """Who takes part: a person, or an engine with a level."""

    kind: Literal["person", "engine"] = "engine"
    name: Name = Field("", description="default: the level, or the number of the person")
    level: Name = Field("", description="level of an engine; see the levels of the game")


class NewTournament(RequestBody):
    """A tournament to start."""

    game: Name
    options: Options = Field({})
    format: Format = "round-robin"
    contestants: Annotated[list[ContestantRequest], Field(min_length=LEAST, max_length=MOST)]
    clock: Name | None = Field(None, description="time control of each game, such as 300+5")
    title: Name = ""


class ContestantFields(ResponseBody):
    """Who takes part."""

    number: int
    kind: Literal["person", "engine"]
    name: str
    level: str


class TournamentGameFields(ResponseBody):
    """A game, known so far."""

    round: int
    pairing: int
    number: int = Field(description="further games of a pairing of a knock-out that was drawn")
    first: int = Field(description="number of the contestant who moves first")
    second: int
    state: Literal["waiting", "playing", "over"]
    session: str | None = Field(description="id of its session, once it has started")
    points: float | None = Field(description="of the first: 1, 0.5 or 0")
    reason: str = Field(description="how it ended; length: a draw because it was too long")


class PlaceFields(ResponseBody):
    """One line of the standings."""

    contestant: int
    score: float
    tie_break: float = Field(description="Sonneborn-Berger score")
    wins: int
    draws: int
    losses: int


class TournamentDocument(ResponseBody):
    """A tournament."""

    id: str
    version: int = Field(description="increased by every change; also the ETag")
    title: str
    game: str
    game_title: str
    options: dict[str, int | str]
    format: Format
    clock: str | None
    state: Literal["running", "over", "stopped"]
    contestants: list[ContestantFields]
    games: list[TournamentGameFields]
    standings: list[PlaceFields]
    winner: int | None = Field(description="null if it is not over, or the first two are equal")
    played: int
    total: int | None = Field(description="number of games; null in a knock-out")


class InvitationFields(ResponseBody):
    """The secret of a person who takes part, which opens that person's games."""

    contestant: int
    secret: str
    invitation: str = Field(description="link for this person")


class CreatedTournament(ResponseBody):
    """A new tournament, and its secrets, shown only once."""

    tournament: TournamentDocument
    secret: str = Field(description="needed to stop the tournament")
    invitations: list[InvitationFields]


class TournamentSeat(ResponseBody):
    """A person's seat in a game of a tournament."""

    session: str
    player: int
    secret: str


class TournamentSeats(ResponseBody):
    """Who a secret belongs to, and the seats that it opens."""

    contestant: int | None = Field(description="null: the creator of the tournament")
    seats: list[TournamentSeat]
