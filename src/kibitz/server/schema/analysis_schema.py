"""Schema of analyses, reviews and trees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field

from kibitz.core.contract import Game
from kibitz.core.deadline import check_deadline
from kibitz.core.score import is_decided, plies_to_end
from kibitz.core.text import format_move
from kibitz.core.types import Score, State
from kibitz.engine.lines import Line
from kibitz.search.deepening import Opponents, SearchKind
from kibitz.search.reference import Node
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


class TreeRequest(PositionRequest):
    """A tree to search by textbook minimax or alpha-beta."""

    depth: Annotated[int, Field(ge=1, le=20)] = Field(2, description="plies")
    pruning: bool = Field(True, description="whether to use alpha-beta pruning")


class ValueFields(ResponseBody):
    """A value from the point of view of the player at the root."""

    score: int | float | None = Field(description="null where the game is decided")
    win_in: int | None
    loss_in: int | None


class TreeNode(ResponseBody):
    """A position of the tree."""

    move: str | None = Field(description="move that leads here")
    side: str = Field(description="side to move")
    value: ValueFields
    alpha: ValueFields | None = Field(description="search window at this node; null: unbounded")
    beta: ValueFields | None
    cut: bool = Field(description="whether the other moves were pruned")
    children: list[TreeNode]


class TreeDocument(ResponseBody):
    """The tree of a search."""

    game: str
    position: str
    depth: int
    nodes: int
    best: str | None
    line: list[str]
    root: TreeNode


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


def tree_node(game: Game, state: State, node: Node, bound: Score) -> TreeNode:
    """A node and its subtree as JSON; alpha or beta beyond `bound` becomes null."""
    check_deadline()
    return TreeNode(
        move=None,
        side=game.sides[node.side],
        value=_value(game, node.value),
        alpha=None if node.alpha <= -bound else _value(game, node.alpha),
        beta=None if node.beta >= bound else _value(game, node.beta),
        cut=node.is_cut,
        children=[_child(game, state, child, bound) for child in node.children],
    )


def _child(game: Game, state: State, child: Node, bound: Score) -> TreeNode:
    assert child.move is not None
    text = format_move(game, state, child.move)
    below = tree_node(game, game.play(state, child.move), child, bound)
    return below.model_copy(update={"move": text})


def _value(game: Game, score: Score) -> ValueFields:
    if is_decided(score):
        plies = plies_to_end(score)
        win_in, loss_in = (plies, None) if score > 0 else (None, plies)
        return ValueFields(score=None, win_in=win_in, loss_in=loss_in)
    return ValueFields(
        score=score if game.unit == 1 else score / game.unit, win_in=None, loss_in=None
    )
