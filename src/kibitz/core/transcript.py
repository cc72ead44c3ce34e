"""Playings in a game's own file format: what a game that has one tells Kibitz about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kibitz.core.types import Move, Side, State

if TYPE_CHECKING:
    from kibitz.core.contract import Game, Outcome


@dataclass(frozen=True, slots=True)
class Transcript:
    """One playing as such a file keeps it: one line of moves, who played and how it ended."""

    game: Game
    start: State
    moves: tuple[Move, ...]
    outcome: Outcome | None
    names: tuple[str, ...]  # one a player, empty where it is not known
    programs: frozenset[Side] = frozenset()  # the players that are engines


@dataclass(frozen=True, slots=True)
class FileFormat:
    """A file format of a game.

    `name`: what its files end with, without the dot. `parse(text, game)`: the playings in a file;
    `game` is which one it is where the file does not say; KibitzError where it cannot be read.
    `format(transcript)`: the text of a file.
    """

    name: str
    parse: Callable[[str, Game], list[Transcript]]
    format: Callable[[Transcript], str]
