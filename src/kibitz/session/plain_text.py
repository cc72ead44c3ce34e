"""A game as plain text: a position, or the text of its moves.

The text of the moves may name the game, its options and the first position:

    Game: connect4 rows=8 columns=8
    Position: ......../......../......../......../......../......../......../...XO...
    1. d e 2. c

Move numbers and results are ignored, and a line may also hold a single move that contains spaces.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Mapping
from typing import TypeAlias

from kibitz.core.contract import Game
from kibitz.core.errors import KibitzError, MoveError, RecordError
from kibitz.core.text import format_state, parse_move, parse_state
from kibitz.core.types import Move, State
from kibitz.games.registry import named
from kibitz.session.history import History
from kibitz.session.reading import MOST_MOVES
from kibitz.session.seats import Seat
from kibitz.session.session_record import SessionRecord

POSITION, MOVES = "position", "moves"
FORMATS = (POSITION, MOVES)

FindGame: TypeAlias = Callable[[str, Mapping[str, str]], Game]

_HEADER = re.compile(r"(game|position):(.*)", re.IGNORECASE)
_NUMBER = re.compile(r"\A\d{1,4}\.(\.\.)?")
_RESULTS = ("1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0", "*", "...")
_WIDTH = 79


def format_plain(record: SessionRecord, name: str) -> str:
    """The position at the cursor, or the moves up to it, as text."""
    history = record.history
    if name == POSITION:
        return format_state(history.game, history.here.state) + "\n"
    game, start = history.game, history.path[0].state
    defaults = {option.name: option.default for option in game.options}
    settings = [f" {key}={value}" for key, value in game.settings.items() if value != defaults[key]]
    lines = [f"Game: {game.name}{''.join(settings)}"]
    if game.is_seeded or start != game.initial():
        lines.append(f"Position: {format_state(game, start)}")
    played = [node.played.move for node in history.path[: history.ply + 1] if node.played]
    return "\n".join([*lines, *_move_lines(played, game.players, start.turn), ""])


def renamed_game(text: str, game: Game, name: str) -> str:
    """The text of moves with another name for its game."""
    return f"Game: {name}" + text.removeprefix(f"Game: {game.name}")


def _move_lines(moves: list[str], players: int, turn: int) -> list[str]:
    """The moves, numbered by rounds; one in each line if their text contains white space."""
    if any(re.search(r"\s", move) for move in moves):
        return moves
    words = []
    for ply, move in enumerate(moves, start=turn):
        if ply % players == 0:
            words.append(f"{ply // players + 1}.")
        words.append(move)
    return textwrap.wrap(" ".join(words), _WIDTH, break_on_hyphens=False, break_long_words=False)


def parse_plain(text: str, game: Game | None, source: str, find: FindGame = named) -> SessionRecord:
    """The game in a text of a position or of moves; RecordError with the line if that fails.

    `find(name, options)`: the game that the text names.
    """
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1)]
    rest = [(number, line) for number, line in lines if line]
    start: State | None = None
    while rest and (header := _HEADER.fullmatch(rest[0][1])):
        number, _ = rest.pop(0)
        value = header[2].strip()
        if header[1].casefold() == "game":
            game = _found(find, value, source, number)
        else:
            start = _position(_required(game, source), value, source, number)
    rules = _required(game, source)
    problem = ""
    if start is None and len(rest) == 1:
        try:
            start, rest = parse_state(rules, rest[0][1]), []
        except KibitzError as refusal:
            problem = str(refusal)
    history = History(rules, rules.initial() if start is None else start)
    try:
        for number, line in rest:
            _play_line(history, line, source, number)
    except RecordError as refusal:
        if not problem or history.ply:
            raise
        raise RecordError(
            "neither_position_nor_moves", source=source, problem=problem, expected=str(refusal)
        ) from None
    seats = tuple(Seat() for _ in rules.sides)
    seed = 0 if rules.is_seeded else None
    return SessionRecord(history=history, seed=seed, seats=seats, takebacks="free")


def _required(game: Game | None, source: str) -> Game:
    if game is None:
        raise RecordError("text_needs_game", source=source)
    return game


def _damaged(source: str, number: int, problem: str) -> RecordError:
    return RecordError("record_damaged", source=source, problem=f"line {number}: {problem}")


def _found(find: FindGame, value: str, source: str, number: int) -> Game:
    name, *options = value.split()[:65] or [""]
    pairs = [option.partition("=") for option in options]
    try:
        return find(name, {key: setting for key, _, setting in pairs})
    except KibitzError as problem:
        raise _damaged(source, number, str(problem)) from None


def _position(game: Game, text: str, source: str, number: int) -> State:
    try:
        return parse_state(game, text)
    except KibitzError as problem:
        raise _damaged(source, number, str(problem)) from None


def _play_line(history: History, line: str, source: str, number: int) -> None:
    """Play the moves of a line: the whole line is one, or its words are."""
    whole = _readable(history, line)
    if whole is not None:
        _push(history, whole, source, number)
        return
    for word in line.replace(";", " ").split():
        bare = _NUMBER.sub("", word, count=1)  # without the number of the move
        move = _readable(history, word)
        if move is None and bare and word not in _RESULTS:
            move = _read(history, bare, source, number)
        if move is not None:
            _push(history, move, source, number)


def _readable(history: History, text: str) -> Move | None:
    """The move that a text stands for; None if there is none."""
    try:
        return parse_move(history.game, history.here.state, text, history.earlier)
    except MoveError:
        return None


def _read(history: History, text: str, source: str, number: int) -> Move:
    try:
        return parse_move(history.game, history.here.state, text, history.earlier)
    except MoveError as problem:
        raise _damaged(source, number, f"move {history.ply + 1}: {problem}") from None


def _push(history: History, move: Move, source: str, number: int) -> None:
    """Play a move; RecordError if the game is over or too long."""
    if history.outcome is not None:
        problem = f"moves continue after the end of the game ({history.outcome})"
        raise _damaged(source, number, problem)
    if history.ply >= MOST_MOVES:
        raise _damaged(source, number, f"expected at most {MOST_MOVES} moves")
    history.add(move, None, None)
