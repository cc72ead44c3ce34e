"""Schema of games, with everything that a user interface needs."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from kibitz.core.contract import Game
from kibitz.core.geometry import Geometry
from kibitz.core.text import expected_moves, format_move, format_state
from kibitz.engine.levels import levels
from kibitz.engine.search_choice import search_kind
from kibitz.search.deepening import SearchKind
from kibitz.server.game_files import GameLabel
from kibitz.server.schema.setup_schema import SetupFields, setup_fields
from kibitz.server.schema.shared_schema import ResponseBody
from kibitz.teaching.adaptive.adaptive_player import ADAPTIVE
from kibitz.teaching.review.chances import curve

_EXAMPLES = 5


class ValuesFields(ResponseBody):
    """The values of an option: the numbers of a range, or a list."""

    least: int | None = None
    most: int | None = None
    choices: list[int | str] | None = None


class OptionFields(ResponseBody):
    """An option of a game: a number in a range, or one of several values."""

    name: str
    default: int | str
    value: int | str
    least: int | None = None
    most: int | None = None
    choices: list[int | str] | None = None
    help: str
    title: str = Field("", description="name for people; usually empty, as `name` is clear")
    labels: dict[str, str] = Field({}, description="what values mean, where that is not clear")
    available: ValuesFields = Field(
        description="the values that exist together with the other settings of this game"
    )
    advanced: bool = Field(False, description="whether few players change it")


class LevelFields(ResponseBody):
    """A level of strength that a person can choose."""

    name: str
    title: str


class CellFields(ResponseBody):
    """A cell of the board. x increases to the right, y downwards; its number is its list index."""

    name: str
    x: int
    y: int
    neighbours: list[int] = Field(description="numbers of adjacent cells")


class PieceFields(ResponseBody):
    """One kind of piece."""

    code: str = Field(description="code of the piece in `board`")
    name: str
    player: int
    shape: Literal["circle", "octagon", "triangle", "diamond", "tile", "cross", "ring"]
    colour: Literal["red", "blue", "green", "yellow", "white", "black"]
    symbol: str = Field(description="rings, crown, knight, or the text to write on the piece")
    svg: str = Field(description="picture to show instead, as an SVG document; usually empty")


class GeometryFields(ResponseBody):
    """A board."""

    kind: Literal["grid", "checkered", "points"]
    columns: int
    rows: int
    cells: list[CellFields]
    links: list[tuple[int, int]] = Field(description="lines of a board of points")
    pieces: list[PieceFields]
    files: list[str] = Field(description="labels under the columns")
    ranks: list[str] = Field(description="labels beside the rows")
    numbered: bool = Field(description="whether empty cells show their names")
    entry: Literal["cells", "columns"] = Field(
        description="columns: any cell of a column enters the move to that column"
    )
    falls: bool = Field(description="whether placed pieces fall down their column")
    blocked: list[str] = Field(description="marks in `board` of cells that are out of play")


class NotationFields(ResponseBody):
    """How moves and positions are written."""

    expected: str = Field(description="what a move looks like")
    moves: list[str] = Field(description="examples of moves")
    position: str = Field(description="example of a position")
    formats: list[str] = Field(description="file formats for export and import")


class GameSummary(ResponseBody):
    """A game and its options."""

    name: str
    title: str
    family: str = Field("", description="name of all games that its options offer, if several")
    players: int
    sides: list[str]
    version: int
    has_rules: bool = Field(description="whether the game has a rules text")
    options: list[OptionFields]


class GameDocument(GameSummary):
    """A game with everything that a user interface needs."""

    settings: dict[str, int | str]
    levels: list[LevelFields]
    geometry: GeometryFields | None
    notation: NotationFields
    seeded: bool = Field(description="whether the first position is random")
    unit: float = Field(description="lead in points that gives a winning chance of 73 %")
    setup: SetupFields | None = Field(
        None, description="how positions are set up; null if only as text"
    )
    search: SearchKind = Field(
        "alphabeta",
        description="search that plays: alphabeta, or mcts for games without an evaluation",
    )


def game_summary(game: Game, label: GameLabel) -> GameSummary:
    """A game and its options as JSON."""
    found = game.as_dict() | label._asdict()
    found["options"] = [
        {**option.as_dict(), "value": game.settings.get(option.name, option.default)}
        for option in game.options
    ]
    return GameSummary.model_validate(found)


def game_document(game: Game, label: GameLabel) -> GameDocument:
    """A game with all its details as JSON."""
    state = game.initial()
    moves = [format_move(game, state, move) for move in game.moves(state)]
    return GameDocument(
        **dict(game_summary(game, label)),
        settings=dict(game.settings),
        levels=[
            *(LevelFields(name=level.name, title=level.title) for level in levels(game)),
            LevelFields(name=ADAPTIVE, title="adapts to your strength"),
        ],
        geometry=None if game.geometry is None else geometry_fields(game.geometry),
        notation=NotationFields(
            expected=expected_moves(game, state),
            moves=moves[:_EXAMPLES],
            position=format_state(game, state),
            formats=["json", *(found.name for found in game.formats)],
        ),
        seeded=game.is_seeded,
        unit=curve(game).unit,
        setup=_setup(game),
        search=search_kind(game, None),
    )


def _setup(game: Game) -> SetupFields | None:
    board = game.geometry
    return None if board is None or board.setup is None else setup_fields(board.setup)


def geometry_fields(board: Geometry) -> GeometryFields:
    """A board as JSON."""
    neighbours: list[list[int]] = [[] for _ in board.cells]
    for one, other in board.links:
        neighbours[one].append(other)
        neighbours[other].append(one)
    return GeometryFields(
        kind=board.kind,
        columns=board.columns,
        rows=board.rows,
        cells=[
            CellFields(name=cell.name, x=cell.x, y=cell.y, neighbours=sorted(near))
            for cell, near in zip(board.cells, neighbours, strict=True)
        ],
        links=list(board.links),
        pieces=[
            PieceFields(
                code=piece.letter,
                name=piece.name,
                player=piece.side,
                shape=piece.drawn_shape,  # type: ignore[arg-type]  # checked by the contract
                colour=piece.drawn_colour,  # type: ignore[arg-type]  # checked by the contract
                symbol=piece.drawn_symbol,
                svg=piece.drawn_svg,
            )
            for piece in board.pieces
        ],
        files=list(board.files),
        ranks=list(board.ranks),
        numbered=board.numbered,
        entry=board.entry,
        falls=board.falls,
        blocked=list(board.blocked),
    )
