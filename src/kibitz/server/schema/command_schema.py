"""Schema of requests that start or change sessions."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from kibitz.core.documents import check_document
from kibitz.search.deepening import Opponents, SearchKind
from kibitz.server.schema.position_schema import Moves, Ply
from kibitz.server.schema.shared_schema import LimitFields, Name, Options, RequestBody, Seed, Text
from kibitz.server.schema.text_schema import FileText
from kibitz.teaching.hints import RungKind

Count = Annotated[int, Field(ge=1, le=10_000)]


def _checked(record: dict[str, Any]) -> dict[str, Any]:
    """Check that all text in a record can be stored and sent; the record is parsed later."""
    check_document(record)
    return record


class SeatRequest(RequestBody):
    """Who plays a side: a person, or an engine with its settings."""

    kind: Literal["person", "engine"] = "person"
    name: Name = ""
    level: Name = Field("", description="level of an engine; see the levels of the game")
    skill: Text = Field("", description="`skill` of an adaptive level after an earlier session")
    limit: LimitFields | None = Field(None, description="limit of an engine without a level")
    seed: Seed | None = Field(None, description="seed of a level with random choices")
    opponents: Opponents = Field("paranoid", description="model of the other players")
    search: SearchKind | None = Field(None, description="default: the search of the game")


class NewSession(RequestBody):
    """A session to start."""

    game: Name
    options: Options = Field({})
    position: Text | None = Field(None, description="default: the start of the game")
    seed: Seed | None = Field(None, description="seed of a random start position")
    moves: Moves = Field([], description="moves to play first; they can be undone")
    seats: Annotated[list[SeatRequest], Field(max_length=16)] | None = Field(
        None, description="one for each player; default: people"
    )
    clock: Name | None = Field(None, description="300, 300+5, 10/move or 300+5,10/move")
    takebacks: Literal["free", "ask", "never"] | None = Field(
        None, description="default: ask for several people, otherwise free"
    )
    help: bool = Field(
        True, description="false: no engine help during the game, which only people may play"
    )


class ImportRequest(RequestBody):
    """An exported session: a record, or the text of a file."""

    record: Annotated[dict[str, Any], AfterValidator(_checked)] | None = None
    text: FileText | None = None
    format: Name = Field(
        "json",
        description="format of the text: json, moves, position, a format of the game, or any",
    )
    number: Annotated[int, Field(ge=1, le=100_000)] | None = Field(
        None, description="which game of a text with several, from 1"
    )
    game: Name | None = Field(None, description="needed if the text does not name the game")
    options: Options = Field({})


class MoveRequest(RequestBody):
    """A move to play."""

    move: Name


class CountRequest(RequestBody):
    """How many moves to undo or redo."""

    count: Count | None = Field(None, description="default: back or forward to your own turn")


class TakebackRequest(RequestBody):
    """A takeback request, or the answer to one."""

    action: Literal["request", "accept", "decline", "withdraw"]
    count: Count | None = Field(None, description="number of moves; default: back to your last one")


class DrawRequest(RequestBody):
    """A draw offer, or the answer to one."""

    action: Literal["offer", "accept", "decline", "withdraw"]


class RematchRequest(RequestBody):
    """An offer of a rematch, or the answer to one."""

    action: Literal["offer", "accept", "decline", "withdraw"]


class PlayerRequest(RequestBody):
    """Who plays a side from now on."""

    player: Annotated[int, Field(ge=0, lt=16, description="number of the side")]
    seat: SeatRequest


class SeatName(RequestBody):
    """The new name of a seat."""

    name: Name


class AdviceRequest(RequestBody):
    """The position of a session that advice is about."""

    ply: Ply | None = Field(
        default=None, description="number of the session's moves; default: its current position"
    )
    moves: Moves = Field(default=[], description="further moves to play first")
    limit: LimitFields | None = None


class HintRequest(AdviceRequest):
    """A hint: all its steps, or one of them."""

    rung: RungKind | None = None


class ExplainRequest(AdviceRequest):
    """A move to explain; default: the best one."""

    move: Name | None = None


class CompareRequest(AdviceRequest):
    """Two moves to compare; the second defaults to the engine's choice."""

    mine: Name
    yours: Name | None = None
