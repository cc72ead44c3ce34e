"""File formats that belong to one game, such as PDN for draughts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from kibitz.core.outcome import Outcome
from kibitz.core.types import Move, Side, State

_Game = TypeVar("_Game")  # `Game`, whose module imports this one


@dataclass(frozen=True, slots=True)
class Transcript(Generic[_Game]):
    """One saved game: its line of moves, the players and the outcome."""

    game: _Game
    start: State
    moves: tuple[Move, ...]
    outcome: Outcome | None
    names: tuple[str, ...]  # one per side, empty if unknown
    programs: frozenset[Side] = frozenset()  # the sides played by engines


@dataclass(frozen=True, slots=True)
class FileFormat(Generic[_Game]):
    """A file format of a game.

    `name`: the extension of its files, without the dot. `parse(text, game)`: the games saved in a
    file; `game` applies if the file does not name one; KibitzError if it cannot be read.
    `format(transcript)`: the text of a file.
    """

    name: str
    parse: Callable[[str, _Game], list[Transcript[_Game]]]
    format: Callable[[Transcript[_Game]], str]
