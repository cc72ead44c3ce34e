"""Moves and positions of any game as text, parsed and formatted, with their error messages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from numbers import Integral

from kibitz.core.contract import Game
from kibitz.core.deadline import check_deadline
from kibitz.core.drawing import draw
from kibitz.core.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidMoveError,
    MoveError,
    PositionError,
)
from kibitz.core.messages import Message
from kibitz.core.state_fields import format_field, parse_field
from kibitz.core.types import Move, State

_SHOWN = 12  # moves listed in an error message


def format_move(game: Game, state: State, move: Move) -> str:
    """The text of a legal move."""
    write = game.notation.format_move
    return write(state, move) if write else str(move)


def parse_move(game: Game, state: State, text: str, earlier: Sequence[State] = ()) -> Move:
    """The legal move that `text` stands for; MoveError with the reason if there is none.

    `earlier`: the states before, which matter if the game forbids repetition.
    """
    check_deadline()
    wanted = text.strip()
    fitting = [
        move
        for move in game.moves(state)
        if format_move(game, state, move).casefold() == wanted.casefold()
    ]
    if len(fitting) > 1:
        raise AmbiguousMoveError(
            "ambiguous_move",
            text=text,
            candidates=" or ".join(str(move) for move in fitting),
            game=game.name,
            position=format_state(game, state),
        )
    move = fitting[0] if fitting else _read(game, state, text, wanted, earlier)
    if not fitting and move not in game.moves(state):
        raise _illegal(game, state, text, why_not(game, state, move, earlier))
    _require_new(game, state, text, move, earlier)
    return move


def resolve_move(game: Game, state: State, move: object, earlier: Sequence[State] = ()) -> Move:
    """The legal move, from its text or its number; MoveError with the reason if it is illegal."""
    if isinstance(move, str):
        return parse_move(game, state, move, earlier)
    number = int(move) if isinstance(move, Integral) and not isinstance(move, bool) else None
    if number is not None and number in game.moves(state):
        _require_new(game, state, str(move), number, earlier)
        return number
    refused = {"text": str(move), "game": game.name, "position": format_state(game, state)}
    expected = expected_moves(game, state, earlier)
    if number is not None:
        raise IllegalMoveError("illegal_move", **refused, expected=expected)
    kind = f"expected a string or a whole number, got a {type(move).__name__}"
    works = f"{kind}. {expected[:1].upper()}{expected[1:]}"
    raise InvalidMoveError("unreadable_move", **refused, expected=works)


def _require_new(game: Game, state: State, text: str, move: Move, earlier: Sequence[State]) -> None:
    """IllegalMoveError if the move of the rules repeats a position and the game forbids that."""
    if game.forbids_repetition and move not in game.legal_moves(state, earlier):
        expected = expected_moves(game, state, earlier)
        reason = "it would repeat an earlier position, which is illegal"
        raise _illegal(game, state, text, f"{reason}. {expected[:1].upper()}{expected[1:]}")


def _illegal(game: Game, state: State, text: str, expected: str) -> IllegalMoveError:
    position = format_state(game, state)
    return IllegalMoveError(
        "illegal_move", text=text, game=game.name, position=position, expected=expected
    )


def _read(game: Game, state: State, text: str, wanted: str, earlier: Sequence[State]) -> Move:
    """The move that `wanted` stands for, legal or not."""
    try:
        if game.notation.parse_move:
            return game.notation.parse_move(state, wanted)
        if game.notation.format_move or not re.fullmatch(r"[0-9]{1,19}", wanted):
            raise ValueError(expected_moves(game, state, earlier))
        return int(wanted)
    except AmbiguousMoveError:
        raise
    except ValueError as problem:
        raise InvalidMoveError(
            "unreadable_move",
            text=text,
            game=game.name,
            position=format_state(game, state),
            expected=str(problem) or expected_moves(game, state, earlier),
        ) from None


def why_not(game: Game, state: State, move: Move, earlier: Sequence[State] = ()) -> str:
    """The reason why `move` is not legal, if the game gives one, and the legal moves."""
    expected = expected_moves(game, state, earlier)
    reason = game.why_not(state, move) if game.why_not else None
    if not reason:
        return expected
    stop = "" if str(reason).endswith((".", "!", "?", "…")) else "."
    return f"{reason}{stop} {expected[:1].upper()}{expected[1:]}"


def own_reason(game: Game, state: State, text: str) -> Message | None:
    """The reason that the game itself gives for refusing a move; None if it gives none."""
    if game.why_not is None:
        return None
    try:
        return game.why_not(state, _read(game, state, text, text.strip(), ()))
    except MoveError:
        return None


def expected_moves(game: Game, state: State, earlier: Sequence[State] = ()) -> str:
    """A description of the moves that are accepted, for an error message."""
    if game.notation.expected:
        return game.notation.expected(state)
    texts = [format_move(game, state, move) for move in game.legal_moves(state, earlier)]
    if not texts:
        return "the game is over"
    listed = ", ".join(texts[:_SHOWN])
    return f"legal moves are {listed}" + (", …" if len(texts) > _SHOWN else "")


def format_state(game: Game, state: State) -> str:
    """The position in one line."""
    if game.notation.format_state:
        return game.notation.format_state(state)
    return ",".join(map(format_field, state)) if game.has_integer_states() else repr(state)


def parse_state(game: Game, text: str) -> State:
    """The position written as `text`; PositionError with the reason if it cannot be read."""
    check_deadline()
    try:
        if game.notation.parse_state:
            return game.notation.parse_state(text)
        return _parse_fields(game, text)
    except PositionError:
        raise
    except ValueError as problem:
        raise PositionError(
            "unreadable_position", game=game.name, text=text, problem=str(problem)
        ) from None


def _parse_fields(game: Game, text: str) -> State:
    """A state from its field values, for games without a position notation."""
    if not game.has_integer_states():
        raise ValueError("this game cannot read positions: give the moves instead")
    example = game.initial()
    wanted = f"expected {len(example)} numbers ({', '.join(example._fields)})"
    parts = [part.strip() for part in text.split(",")]
    if not all(re.fullmatch(r"-?[0-9]+(\.-?[0-9]+)*", part) for part in parts):
        raise ValueError(wanted)
    if len(parts) != len(example):
        raise ValueError(f"{wanted}, got {len(parts)}")
    named = zip(parts, example, example._fields, strict=True)
    state = type(example)(*(parse_field(part, like, name) for part, like, name in named))
    if state.turn not in range(game.players):
        raise ValueError(f"expected a turn from 0 to {game.players - 1}, got {state.turn}")
    return state


def format_board(game: Game, state: State) -> str:
    """The board as text; the position in one line if the game has no board to draw."""
    if game.geometry:
        return draw(game.geometry, state)
    write = game.notation.format_board
    return write(state) if write else format_state(game, state)
