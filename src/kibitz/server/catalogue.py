"""The games that the server offers: shipped, installed, and those in additional game files."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.errors import RecordError, UnknownGameError
from kibitz.core.fields import settings_problem
from kibitz.games.game_ref import is_shipped
from kibitz.games.registry import is_taken, load_file, loadable_games, named, source_of
from kibitz.server.game_files import GameFile, GameLabel, label_of_named, read_game_files

_FIELDS = frozenset({"name", "settings", "version", "file"})  # allowed in `game` of a record


class Catalogue:
    """Looks up games by the name under which the server offers them.

    `files` are additional game files, each FILE or NAME=FILE; see `kibitz.server.game_files`.
    """

    def __init__(self, files: Sequence[str] = ()) -> None:
        self.files = {file.label.name: file for file in read_game_files(files)}
        self._named = tuple(one.name for one in loadable_games())

    def names(self) -> tuple[str, ...]:
        """The names of all games: shipped, installed, then those in files."""
        return (*self._named, *self.files)

    def game(self, name: str, options: Mapping[str, object] | None = None) -> Game:
        """The game of this name with these options. A path is never accepted as a name."""
        if name in self.files:
            return load_file(self.files[name].path, options or {})
        if not is_taken(name):
            raise UnknownGameError("no_such_game", name=name, known=", ".join(self.names()))
        return named(name, options or {})

    def label(self, game: Game) -> GameLabel:
        """What the server calls a game that it has loaded."""
        if not is_shipped(game):
            source = source_of(game)
            for file in self.files.values():
                if file.path == source:
                    return file.label
        return label_of_named(game)

    def game_of(self, record: Mapping[str, Any]) -> Game | None:
        """The additional game that a record names; None if it names another one or is invalid.

        A path in the record is compared with those of the game files, but never opened.
        """
        described = record.get("game")
        name = described.get("name") if isinstance(described, Mapping) else None
        if not isinstance(described, Mapping) or not isinstance(name, str):
            return None
        unknown = [field for field in described if field not in _FIELDS]
        if unknown:
            what = f"game.{unknown[0]}: unknown field, expected {', '.join(sorted(_FIELDS))}"
            raise RecordError("record_damaged", source="This record", problem=what)
        path = described.get("file")
        file = self._file_of(name, path)
        if file is not None:
            settings = described.get("settings")
            problem = "expected an object"
            if isinstance(settings, Mapping):
                problem = settings_problem(settings)
            if not isinstance(settings, Mapping) or problem:
                what = f"game.settings: {problem}"
                raise RecordError("record_damaged", source="This record", problem=what)
            return load_file(file.path, settings)
        if path is not None:
            known = ", ".join(self.names())
            raise RecordError("file_not_served", wanted=path, known=known)
        return None

    def _file_of(self, name: str, path: object) -> GameFile | None:
        """The file of the game that a record names; of several with this name, the one at `path`.

        An exported record contains the file's name instead of its path.
        """
        if path is None and is_taken(name):
            return None
        fitting = [file for file in self.files.values() if file.own_name == name]
        if len(fitting) > 1 and isinstance(path, str):
            for part in (os.path.realpath, os.path.basename):
                same = [file for file in fitting if part(file.path) == part(path)]
                if len(same) == 1:
                    return same[0]
        return fitting[0] if len(fitting) == 1 else None
