"""Schema of positions that are set up by placing pieces."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from kibitz.core.contract import Game
from kibitz.core.placing import SetUp
from kibitz.core.setup import CounterKind, Placement, Setup
from kibitz.core.text import format_state
from kibitz.server.schema.position_schema import OutcomeFields, outcome_fields
from kibitz.server.schema.shared_schema import Name, Options, RequestBody, ResponseBody, Seed, Text

_MOST_CELLS = 1_000
_LARGEST = 10**9

Codes = Annotated[list[Name], Field(max_length=_MOST_CELLS)]
Count = Annotated[int, Field(ge=-_LARGEST, le=_LARGEST)]


class ContentFields(ResponseBody):
    """What can be placed on a cell."""

    code: str = Field(description="code of a piece, or another mark")
    name: str = Field(description="name of a mark; empty for pieces and values")


class CounterFields(ResponseBody):
    """A number that a position needs besides the board."""

    name: str
    title: str
    least: int
    most: int
    player: int | None = Field(description="whose it is")
    kind: CounterKind = Field(
        description="stones in hand, points, another number, a cell (-1 for none), or a flag (0, 1)"
    )


class SetupFields(ResponseBody):
    """How positions of a game are set up by placing pieces."""

    contents: list[ContentFields]
    counters: list[CounterFields]
    empty: str = Field(description="content of a cell on which nothing was placed")
    has_turn: bool = Field(
        description="whether the side to move is chosen; otherwise it follows from the pieces"
    )


class SetupRequest(RequestBody):
    """A position to set up: its cells, or a text; without both, the start of the game."""

    game: Name
    options: Options = Field({})
    cells: Codes | None = Field(None, description="content of every cell")
    turn: Annotated[int, Field(ge=0, lt=16, description="number of the side to move")] = 0
    counters: Annotated[dict[Name, Count], Field(max_length=200)] = Field({})
    position: Text | None = Field(None, description="a position as text, instead of cells")
    seed: Seed | None = Field(None, description="seed of a random start position")


class SetupProblem(ResponseBody):
    """What is wrong with a position, as a sentence with its code."""

    code: str
    params: dict[str, Any]
    text: str


class SetupDocument(ResponseBody):
    """A position that was set up, or what is wrong with it."""

    cells: list[str] = Field(description="content of every cell")
    board: list[str] = Field(description="what every cell shows; as in positions")
    turn: int
    counters: dict[str, int]
    position: str | None = Field(description="position as text; null if something is wrong")
    problems: list[SetupProblem]
    outcome: OutcomeFields | None = Field(description="result, if the game is over here")


def setup_fields(setup: Setup) -> SetupFields:
    """A setup as JSON."""
    return SetupFields(
        contents=[ContentFields(code=one.code, name=one.name) for one in setup.contents],
        counters=[
            CounterFields(
                name=one.name,
                title=one.title,
                least=one.least,
                most=one.most,
                player=one.side,
                kind=one.kind,
            )
            for one in setup.counters
        ],
        empty=setup.empty,
        has_turn=setup.has_turn,
    )


def placement_of(request: SetupRequest) -> Placement:
    """The placement of a request with cells."""
    return Placement(
        cells=tuple(request.cells or ()), turn=request.turn, counters=dict(request.counters)
    )


def setup_document(game: Game, found: SetUp) -> SetupDocument:
    """A position that was set up, as JSON."""
    placement, state, board = found.placement, found.state, game.geometry
    outcome = None if state is None else game.outcome(state)
    return SetupDocument(
        cells=list(placement.cells),
        board=list(placement.cells if state is None or board is None else board.occupants(state)),
        turn=placement.turn,
        counters=dict(placement.counters),
        position=None if state is None else format_state(game, state),
        problems=[
            SetupProblem(
                code=one.code,
                params={name: str(value) for name, value in one.params.items()},
                text=one.text,
            )
            for one in found.problems
        ],
        outcome=None if state is None else outcome_fields(outcome, board, state),
    )
