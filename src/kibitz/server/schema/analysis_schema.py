"""Schema of analyses and reviews."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field

from kibitz.engine.lines import Line
from kibitz.search.deepening import Opponents, SearchKind
from kibitz.server.schema.command_schema import ImportRequest
from kibitz.server.schema.position_schema import PositionRequest
from kibitz.server.schema.problem_schema import Problem
from kibitz.server.schema.shared_schema import (
    LimitFields,
    LineFields,
    Name,
    RequestBody,
    ResponseBody,
    line_fields,
)
from kibitz.session.session import Session
from kibitz.teaching.review.review_report import Review


class AnalysisSettings(RequestBody):
    """How to analyse a position."""

    limit: LimitFields | None = Field(None, description="default: 1 second")
    lines: Annotated[int, Field(ge=1, le=1000)] | Literal["all"] = Field(
        1, description="number of best lines, or all legal moves"
    )
    opponents: Opponents = Field("paranoid", description="model of the other players")
    search: SearchKind | None = Field(None, description="default: the search of the game")


class AnalysisRequest(AnalysisSettings, PositionRequest):
    """A position to analyse."""


class BatchRequest(AnalysisSettings):
    """Several positions to analyse, all with the same settings."""

    positions: Annotated[list[PositionRequest], Field(min_length=1, max_length=32)]

    def requests(self) -> Iterator[AnalysisRequest]:
        """A request for each position."""
        shared = {name: getattr(self, name) for name in AnalysisSettings.model_fields}
        for position in self.positions:
            yield AnalysisRequest.model_construct(**dict(position), **shared)


class AnalysisDocument(ResponseBody):
    """The best lines found so far."""

    id: str | None = Field(description="id of an analysis in the background")
    status: Literal["waiting", "running", "done"]
    game: str
    position: str
    side: str = Field(description="side to move")
    lines: list[LineFields]


class StartedAnalysis(AnalysisDocument):
    """An analysis that was started in the background."""

    secret: str = Field(description="needed to stop it; shown only once")


class BatchItem(AnalysisDocument):
    """The analysis of one of several positions, as an event."""

    index: int = Field(description="number of the position in the request, from 0")


class BatchProblem(Problem):
    """Why one of several positions was not analysed, as an event."""

    index: int


class ReviewRequest(ImportRequest):
    """A game to review: a session on this server, a record, or the text of a file."""

    session: Name | None = None
    limit: LimitFields | None = Field(
        None, description="for each move; default: 50,000 nodes or 5,000 playouts"
    )
    words: bool = Field(False, description="explain why bad moves are bad")


class ReviewDocument(ResponseBody):
    """Every move with its score, each side's accuracy, and the turning points."""

    game: dict[str, Any]
    outcome: str | None
    whole: bool = Field(description="whether every move was reviewed")
    length: int
    sides: list[dict[str, Any]]
    turning_points: list[int]
    moves: list[dict[str, Any]]
    chances: list[dict[str, Any]]
    picture: str = Field(description="chart of the winning chances, as SVG")


class ReviewProgress(ResponseBody):
    """A review that runs in the background."""

    id: str | None = Field(description="null if the review was kept from an earlier request")
    status: Literal["waiting", "running", "done", "stopped"] = Field(
        description="stopped: ended early, because it had no followers or its worker closed"
    )
    judged: int = Field(description="number of moves judged so far")
    length: int = Field(description="number of moves")
    review: ReviewDocument | None = Field(description="the review, once it is done")


def analysis_document(
    analysis_id: str | None, status: str, name: str, session: Session, lines: list[Line]
) -> AnalysisDocument:
    """An analysis of a session's position as JSON; `name` is what the server calls the game."""
    return AnalysisDocument.model_validate(
        {
            "id": analysis_id,
            "status": status,
            "game": name,
            "position": session.position,
            "side": session.side,
            "lines": [line_fields(line) for line in lines],
        }
    )


def batch_item(index: int, found: AnalysisDocument) -> BatchItem:
    """An analysis of a batch as JSON."""
    return BatchItem(**dict(found), index=index)


def batch_problem(index: int, found: Problem) -> BatchProblem:
    """A position of a batch that was not analysed, as JSON."""
    return BatchProblem(**dict(found), index=index)


def review_document(review: Review, name: str) -> ReviewDocument:
    """A review as JSON; `name` is what the server calls the game."""
    found = review.as_dict()
    game = {"name": name, "settings": dict(review.game.settings)}
    return ReviewDocument.model_validate({**found, "game": game, "picture": review.svg()})
