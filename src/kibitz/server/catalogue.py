"""The games that the server plays: those of Kibitz, and files of one's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.errors import RecordError, UnknownGameError
from kibitz.games.registry import ALIASES, game, names


class Catalogue:
    """Games by name. `files`: those of one's own, which go before Kibitz's of the same name."""

    def __init__(self, files: Sequence[str] = ()) -> None:
        self._own = {game(path).name: path for path in files}

    def names(self) -> tuple[str, ...]:
        """Every name, Kibitz's own first."""
        own = (name for name in self._own if name not in names())
        return (*names(), *own)

    def game(self, name: str, options: Mapping[str, object] | None = None) -> Game:
        """The game of this name, with these options; no path is ever taken for one."""
        key = ALIASES.get(name, name)
        if key not in self.names():
            raise UnknownGameError("no_such_game", name=name, known=", ".join(self.names()))
        return game(self.source(key), **(options or {}))

    def source(self, name: str) -> str:
        """Where a game comes from: its own name, or its file."""
        return self._own.get(name, name)

    def game_of(self, record: Mapping[str, Any]) -> Game | None:
        """The rules of a record; None where they are Kibitz's own, or none at all."""
        described = record.get("game")
        name = described.get("name") if isinstance(described, Mapping) else None
        if not isinstance(name, str) or name not in self._own or not isinstance(described, Mapping):
            return None
        settings = described.get("settings")
        if not isinstance(settings, Mapping):
            raise RecordError("record_damaged", source="this record", problem="game.settings")
        return self.game(name, {str(key): value for key, value in settings.items()})
