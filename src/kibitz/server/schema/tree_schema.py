"""Schema of recorded search trees."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from kibitz.server.schema.position_schema import PositionRequest
from kibitz.server.schema.shared_schema import Name, RequestBody, ResponseBody, Seed

Model = Literal["paranoid", "maxn"]


class TreeSwitches(RequestBody):
    """The switches of a textbook search."""

    pruning: bool = Field(True, description="whether to use alpha-beta pruning")
    ordering: bool = Field(False, description="whether the best evaluation is searched first")
    quiescence: bool = Field(False, description="whether noisy moves are searched beyond the depth")
    opponents: Model = Field(
        "paranoid", description="model of the other players; max^n does not prune"
    )
    events: bool = Field(False, description="whether to list what the search did, in order")


class TreeRequest(TreeSwitches, PositionRequest):
    """A tree to search by textbook minimax or alpha-beta."""

    depth: Annotated[int, Field(ge=1, le=20)] = Field(2, description="plies")
    evaluation: Name | None = Field(None, description="default: the evaluation of the engine")


class NodeCountRequest(PositionRequest):
    """A position whose searches are compared by their visited nodes."""

    depth: Annotated[int, Field(ge=1, le=20)] = Field(4, description="deepest search, in plies")
    quiescence: bool = False
    evaluation: Name | None = Field(None, description="default: the evaluation of the engine")


class PlayoutRequest(PositionRequest):
    """A position for a recorded Monte Carlo tree search."""

    playouts: Annotated[int, Field(ge=1, le=1_000)] = 50
    playout_seed: Seed = Field(0, description="seed of the random moves")


class ValueFields(ResponseBody):
    """A value from the point of view of the player at the root."""

    score: int | float | None = Field(description="null where the game is decided")
    win_in: int | None
    loss_in: int | None


class TreeNode(ResponseBody):
    """A position of the tree."""

    number: int = Field(description="in the order in which the search entered the nodes")
    move: str | None = Field(description="move that leads here")
    side: str = Field(description="side to move")
    position: str = Field(description="position as text")
    value: ValueFields
    alpha: ValueFields | None = Field(description="search window at this node; null: unbounded")
    beta: ValueFields | None
    cut: bool = Field(description="whether the other moves were pruned")
    skipped: list[str] = Field(description="the moves that were pruned")
    leaf: Literal["result", "draw", "repetition", "evaluation"] | None = Field(
        description="where the value comes from, if not from the children"
    )
    scores: list[ValueFields] = Field(description="in max^n, the value for every side")
    children: list[TreeNode]


class TreeEventFields(ResponseBody):
    """A step of the search.

    entered: it visits the node. stood: in quiescence, the side is sure of the evaluation. best: the
    best value so far. window: the same, and the window narrows. cut: the remaining moves are
    skipped. returned: the node has its value.
    """

    kind: Literal["entered", "stood", "best", "window", "cut", "returned"]
    node: int
    value: ValueFields | None = None
    alpha: ValueFields | None = None
    beta: ValueFields | None = None
    child: int | None = Field(None, description="the node that the new value comes from")


class SwitchFields(ResponseBody):
    """The switches that a tree was searched with."""

    pruning: bool
    ordering: bool
    quiescence: bool
    opponents: Model


class TreeDocument(ResponseBody):
    """The tree of a search."""

    game: str
    position: str
    depth: int
    nodes: int
    best: str | None
    line: list[str]
    settings: SwitchFields
    root: TreeNode
    events: list[TreeEventFields] | None = Field(description="null unless requested")


class NodeCountFields(ResponseBody):
    """The visited nodes at one depth; null where there are too many to count."""

    depth: int
    minimax: int | None
    alpha_beta: int | None
    ordered: int | None = Field(description="alpha-beta with move ordering")


class NodeCountDocument(ResponseBody):
    """The visited nodes at every depth."""

    game: str
    position: str
    counts: list[NodeCountFields]


class PlayoutNode(ResponseBody):
    """A node of a Monte Carlo tree."""

    number: int = Field(description="in the order in which the nodes were added")
    parent: int | None
    move: str | None
    side: str = Field(description="side to move")
    position: str
    visits: int
    mean: float | None = Field(description="mean result for the player at the root, -1 to 1")


class PlayoutFields(ResponseBody):
    """One playout."""

    path: list[int] = Field(description="numbers of the visited nodes, from the root")
    added: bool = Field(description="whether it added the last node of its path")
    moves: list[str] = Field(description="random moves after the path")
    result: int = Field(description="for the player at the root: 1, 0 or -1")


class PlayoutDocument(ResponseBody):
    """The tree of a Monte Carlo search."""

    game: str
    position: str
    seed: int
    best: str | None
    nodes: list[PlayoutNode]
    playouts: list[PlayoutFields]
