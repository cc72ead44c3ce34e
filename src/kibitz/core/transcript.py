"""Playings in a game's own file format: what a game that has one tells Kibitz about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from kibitz.core.outcome import Outcome
from kibitz.core.types import Move, Side, State

_Game = TypeVar("_Game")  # `Game`, whose contract needs these types


@dataclass(frozen=True, slots=True)
class Transcript(Generic[_Game]):
    """One playing as such a file keeps it: one line of moves, who played and how it ended."""

    game: _Game
    start: State
    moves: tuple[Move, ...]
    outcome: Outcome | None
    names: tuple[str, ...]  # one a player, empty where it is not known
    programs: frozenset[Side] = frozenset()  # the players that are engines


@dataclass(frozen=True, slots=True)
class FileFormat(Generic[_Game]):
    """A file format of a game.

    `name`: what its files end with, without the dot. `parse(text, game)`: the playings in a file;
    `game` is which one it is where the file does not say; KibitzError where it cannot be read.
    `format(transcript)`: the text of a file.
    """

    name: str
    parse: Callable[[str, _Game], list[Transcript[_Game]]]
    format: Callable[[Transcript[_Game]], str]
