"""Properties of a game's texts and board that must hold in every state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from kibitz.core.contract import Game
from kibitz.core.drawing import draw
from kibitz.core.errors import KibitzError, PositionError
from kibitz.core.geometry import Geometry
from kibitz.core.placing import set_up
from kibitz.core.setup import Placement
from kibitz.core.text import format_move, format_state, parse_move, parse_state
from kibitz.core.types import Move, State
from kibitz.testing.properties import Property
from kibitz.testing.violation import Violation
from kibitz.testing.watched_rules import RuleError

_FORMAT_MOVE, _PARSE_MOVE = "notation.format_move", "notation.parse_move"
_FORMAT_STATE, _PARSE_STATE = "notation.format_state", "notation.parse_state"
_SETUP_READ = "geometry.setup.read"
_KINDS = ("grid", "checkered", "points")
_MOST_PARSED = 48  # moves of one position


def moves_round_trip(game: Game, state: State) -> Iterator[Violation]:
    """The text of every move is unique and parses to the move."""
    moves = list(game.moves(state))
    texts = [format_move(game, state, move) for move in moves]
    is_readable = True
    counts = Counter(text for text in texts if isinstance(text, str))
    for move, text in zip(moves, texts, strict=True):
        call = (state, move)
        if not isinstance(text, str) or not text.strip():
            yield Violation(_FORMAT_MOVE, f"the move {move} has the text {text!r}", call, text)
            is_readable = False
        elif counts[text] > 1:
            yield Violation(_FORMAT_MOVE, f"two moves have the text {text!r}", call, text)
            is_readable = False
    if is_readable:
        yield from _texts_are_parsed(game, state, moves, texts)


def _texts_are_parsed(
    game: Game, state: State, moves: Sequence[Move], texts: Sequence[str]
) -> Iterator[Violation]:
    """The texts of moves parse to the moves.

    Parsing one text formats all moves. If there are many, only some are parsed, and those whose
    texts differ only in case.
    """
    folded = Counter(text.casefold() for text in texts)
    spacing = -(-len(moves) // _MOST_PARSED)
    for index, (move, text) in enumerate(zip(moves, texts, strict=True)):
        if index % spacing != 0 and folded[text.casefold()] == 1:
            continue
        try:
            read = parse_move(game, state, text)
        except KibitzError as error:
            problem = f"the text {text!r} of move {move} cannot be read: {error}"
            rule = _FORMAT_MOVE if game.notation.parse_move is None else _PARSE_MOVE
            yield Violation(rule, problem.rstrip("."))
        else:
            if read != move:
                problem = f"the text {text!r} of move {move} is parsed as {read}"
                yield Violation(_PARSE_MOVE, problem, (state, text), read)


def positions_round_trip(game: Game, state: State) -> Iterator[Violation]:
    """The text of the position parses to the position."""
    if not game.has_integer_states() and game.notation.parse_state is None:
        return
    text = format_state(game, state)
    if not isinstance(text, str):
        problem = f"the position has the text {text!r}: expected a string"
        yield Violation(_FORMAT_STATE, problem, (state,), text)
        return
    try:
        read = parse_state(game, text)
    except KibitzError as error:
        problem = f"the position's own text {text!r} cannot be read: {error}"
        if game.notation.parse_state is None:
            advice = "a notation with format_state needs parse_state too"
            yield Violation(_FORMAT_STATE, f"{problem.rstrip('.')}; {advice}", (state,), text)
        else:
            yield Violation(_PARSE_STATE, problem.rstrip("."))
        return
    if game.identity(read) != game.identity(state):
        problem = f"the position's text {text!r} is parsed as {read!r}: expected {state!r}"
        yield Violation(_PARSE_STATE, problem, (text,), read)
    elif (again := format_state(game, read)) != text:
        problem = f"the position's text {text!r} is {again!r} once parsed"
        yield Violation(_FORMAT_STATE, problem, (read,), again)


def board_can_be_drawn(game: Game, state: State) -> Iterator[Violation]:
    """The geometry lists an occupant or None for every cell, its parts fit, and it can be drawn."""
    board = game.geometry
    if board is None:
        return
    occupants = board.occupants(state)
    if not isinstance(occupants, Sequence):
        text = f"occupants returns {occupants!r}: expected a text for every cell"
        yield Violation("geometry.occupants", text, (state,), occupants)
        return
    if len(occupants) != len(board.cells):
        text = f"the geometry has {len(board.cells)} cells and {len(occupants)} occupants"
        yield Violation("geometry.occupants", text, (state,), occupants)
        return
    for text in _layout_problems(board, game.players):
        yield Violation("geometry", text)
        return
    for letter in occupants:
        if not isinstance(letter, str):
            text = f"occupants contains {letter!r}: expected a text, empty for an empty cell"
            yield Violation("geometry.occupants", text, (state,), occupants)
            return
    for move in game.moves(state) if board.path is not None else ():
        assert board.path is not None
        path = board.path(state, move)
        if not _are_cells(path, board):
            text = (
                f"path returns {path!r} for move {move}: expected numbers of cells, from 0 to "
                f"{len(board.cells) - 1}"
            )
            yield Violation("geometry.path", text, (state, move), path)
            return
    try:
        draw(board, state)
    except RuleError:
        raise
    except Exception as problem:
        text = f"the board cannot be drawn: {type(problem).__name__}: {problem}"
        yield Violation("geometry", text)


def setup_round_trips(game: Game, state: State) -> Iterator[Violation]:
    """The setup reads the state without problems, and builds it again."""
    setup = None if game.geometry is None else game.geometry.setup
    if setup is None:
        return
    placement = setup.read(state)
    if not isinstance(placement, Placement):
        text = f"the setup reads {placement!r}: expected a Placement"
        yield Violation(_SETUP_READ, text, (state,), placement)
        return
    try:
        found = set_up(game, placement)
    except PositionError as problem:
        text = f"the setup reads a placement that does not fit: {problem}"
        yield Violation(_SETUP_READ, text.rstrip("."), (state,), placement)
        return
    if found.problems:
        text = f"the setup finds a problem with a position that occurs: {found.problems[0]}"
        yield Violation("geometry.setup.problems", text.rstrip("."), (placement,))
    elif game.identity(found.state) != game.identity(state):
        text = f"the setup of a position builds {found.state!r}: expected {state!r}"
        yield Violation("geometry.setup.build", text, (placement,), found.state)


def _layout_problems(board: Geometry, players: int) -> Iterator[str]:
    """The problems with the parts of a board that do not depend on the state."""
    if board.kind not in _KINDS:
        yield f"the geometry is of the kind {board.kind!r}: expected {', '.join(_KINDS)}"
    if len({cell.name for cell in board.cells}) != len(board.cells):
        yield "two cells of the geometry have the same name"
    if len({(cell.x, cell.y) for cell in board.cells}) != len(board.cells):
        yield "two cells of the geometry have the same coordinates"
    for pair in board.links:
        if not _are_cells(pair, board):
            yield f"the geometry links cells {pair}, which it does not have"
    if board.cells and board.files and len(board.files) != board.columns:
        yield f"the geometry has {board.columns} columns and {len(board.files)} files"
    if board.cells and board.ranks and len(board.ranks) != board.rows:
        yield f"the geometry has {board.rows} rows and {len(board.ranks)} ranks"
    for piece in board.pieces:
        if piece.side not in range(players):
            expected = f"expected 0 to {players - 1}; a mark of no side needs no Piece"
            yield f"the side of the piece {piece.name!r} is {piece.side!r}: {expected}"
    if len({piece.letter for piece in board.pieces}) != len(board.pieces):
        yield "two pieces of the geometry have the same letter"


def _are_cells(numbers: Sequence[object], board: Geometry) -> bool:
    return all(type(cell) is int and 0 <= cell < len(board.cells) for cell in numbers)


def still_moves(game: Game, state: State) -> Iterator[Move]:
    """The moves that change no cell of the board."""
    board = game.geometry
    if board is None:
        return
    before = list(board.occupants(state))
    for move in game.moves(state):
        if list(board.occupants(game.play(state, move))) == before:
            yield move


APPEARANCE: tuple[Property, ...] = (
    moves_round_trip,
    positions_round_trip,
    board_can_be_drawn,
    setup_round_trips,
)
