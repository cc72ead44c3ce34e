"""What can be asked of a session."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, StringConstraints

from kibitz.core.documents import check_document
from kibitz.search.deepening import Opponents
from kibitz.server.schema.shared_schema import LimitFields, Name, Options, Request, Seed, Text
from kibitz.teaching.hints import RungKind

Count = Annotated[int, Field(ge=1, le=10_000)]


def _checked(record: dict[str, Any]) -> dict[str, Any]:
    """A record whose every text can be kept and sent; what it means is read later."""
    check_document(record)
    return record


class SeatRequest(Request):
    """Who is to play a side: a person, or an engine and how it plays."""

    kind: Literal["person", "engine"] = "person"
    name: Name = ""
    level: Name = Field("", description="of an engine; see the game's levels")
    skill: Text = Field("", description="what an adaptive level knew after an earlier session")
    limit: LimitFields | None = Field(None, description="of an engine without a level")
    seed: Seed | None = Field(None, description="of a level that chooses at random")
    opponents: Opponents = Field("paranoid", description="what an engine thinks of the others")


class NewSession(Request):
    """A session to begin."""

    game: Name
    options: Options = Field({})
    position: Text | None = Field(None, description="the game's own start otherwise")
    seed: Seed | None = Field(None, description="of a start that is random")
    seats: Annotated[list[SeatRequest], Field(max_length=16)] | None = Field(
        None, description="one a player; people unless told"
    )
    clock: Name | None = Field(None, description="300, 300+5, 10/move or 300+5,10/move")
    takebacks: Literal["free", "ask", "never"] | None = Field(
        None, description="ask where several people play, else free, unless told"
    )


class ImportRequest(Request):
    """A session that was exported: a record, or the text of a file."""

    record: Annotated[dict[str, Any], AfterValidator(_checked)] | None = None
    text: Annotated[str, StringConstraints(max_length=200_000, pattern=r"^[^\x00]*$")] | None = None
    format: Name = Field("json", description="of the text: json, or one of the game's own")
    game: Name | None = Field(None, description="where the text does not say")
    options: Options = Field({})


class MoveRequest(Request):
    """A move to play."""

    move: Name


class CountRequest(Request):
    """How many moves to take back or to play again."""

    count: Count | None = Field(None, description="as many as lead to one's own turn, unless told")


class TakebackRequest(Request):
    """A takeback to ask for or to answer."""

    action: Literal["request", "accept", "decline"]
    count: Count | None = Field(None, description="moves; back to one's own last one unless told")


class DrawRequest(Request):
    """A draw to offer or to answer."""

    action: Literal["offer", "accept", "decline"]


class SeatName(Request):
    """What somebody wants to be called."""

    name: Name


class HintRequest(Request):
    """Help that need not spoil: the whole ladder, or one rung of it."""

    rung: RungKind | None = None
    limit: LimitFields | None = None


class ExplainRequest(Request):
    """Why a move; the best one unless told."""

    move: Name | None = None
    limit: LimitFields | None = None


class CompareRequest(Request):
    """Two moves side by side; the second is the engine's own unless told."""

    mine: Name
    yours: Name | None = None
    limit: LimitFields | None = None


class Nothing(Request):
    """A command that needs nothing to be said."""
