"""Types and models shared by the other schemas."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from kibitz.engine.lines import Line
from kibitz.search.limits import Limit

_LONGEST_TEXT = 4_000

Text = Annotated[str, StringConstraints(max_length=_LONGEST_TEXT, pattern=r"^[^\x00]*$")]
Name = Annotated[str, StringConstraints(max_length=80, pattern=r"^[^\x00]*$")]
Options = Annotated[dict[Name, int | Name], Field(max_length=64)]
Seed = Annotated[int, Field(ge=-(2**31), lt=2**63)]


class RequestBody(BaseModel):
    """A request body; unknown fields are rejected."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class ResponseBody(BaseModel):
    """A response body."""

    model_config = ConfigDict(frozen=True)


class LimitFields(RequestBody):
    """Limits of a search, which stops at the first one reached. The server's limits also apply."""

    time: Annotated[float, Field(gt=0, le=3600)] | None = Field(None, description="seconds")
    depth: Annotated[int, Field(ge=1, le=1000)] | None = Field(None, description="plies")
    nodes: Annotated[int, Field(ge=1, le=10**15)] | None = Field(None, description="positions")

    def limit(self) -> Limit:
        """The limit for an engine."""
        return Limit(time=self.time, depth=self.depth, nodes=self.nodes)


class LineFields(ResponseBody):
    """A line of play; scores are in points, from the point of view of the side to move.

    A sampled score is the mean result of playouts instead, from -1 for a loss to 1 for a win.
    """

    move: str
    score: int | float | None = Field(description="null if a forced end is known")
    win_in: int | None = Field(description="plies to a forced win")
    loss_in: int | None = Field(description="plies to a forced loss")
    warrant: str = Field(description="proven, table, depth n or sampled")
    depth: int
    nodes: int
    seconds: float
    line: list[str] = Field(description="best play for all sides")
    compiled: bool = Field(
        True,
        description=(
            "false: searched by the interpreted search, because the game is not compiled yet"
        ),
    )
    value: str = Field(description="score in words")
    interval: tuple[float, float] | None = Field(
        None, description="interval of a sampled score at 95 %"
    )
    share: float | None = Field(None, description="share of the playouts, in a sampled search")


def line_fields(line: Line) -> LineFields:
    """A line as JSON."""
    return LineFields.model_validate({**line.as_dict(), "value": line.value})
