"""The games that the server offers: Kibitz's own, and those in additional game files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.errors import RecordError, UnknownGameError
from kibitz.core.fields import settings_problem
from kibitz.games.registry import ALIASES, game, load_file, names, shipped

_FIELDS = frozenset({"name", "settings", "version", "file"})  # allowed in `game` of a record


class Catalogue:
    """Looks up games by name. Games in `files` override Kibitz's games of the same name."""

    def __init__(self, files: Sequence[str] = ()) -> None:
        loaded = {path: game(path) for path in files}
        self._additional = {
            found.name: path for path, found in loaded.items() if path.endswith(".py")
        }

    def names(self) -> tuple[str, ...]:
        """The names of all games, Kibitz's first."""
        additional = (name for name in self._additional if name not in names())
        return (*names(), *additional)

    def game(self, name: str, options: Mapping[str, object] | None = None) -> Game:
        """The game of this name with these options. A path is never accepted as a name."""
        key = ALIASES.get(name, name)
        if key in self._additional:
            return load_file(self._additional[key], options or {})
        if key not in names():
            raise UnknownGameError("no_such_game", name=name, known=", ".join(self.names()))
        return shipped(key, options or {})

    def game_of(self, record: Mapping[str, Any]) -> Game | None:
        """The additional game that a record names; None for Kibitz's own games and invalid records.

        Only the name is used; a path in the record is never opened.
        """
        described = record.get("game")
        name = described.get("name") if isinstance(described, Mapping) else None
        if not isinstance(described, Mapping) or not isinstance(name, str):
            return None
        unknown = [field for field in described if field not in _FIELDS]
        if unknown:
            what = f"game.{unknown[0]}: unknown field, expected {', '.join(sorted(_FIELDS))}"
            raise RecordError("record_damaged", source="This record", problem=what)
        if name in self._additional:
            settings = described.get("settings")
            problem = "expected an object"
            if isinstance(settings, Mapping):
                problem = settings_problem(settings)
            if not isinstance(settings, Mapping) or problem:
                what = f"game.settings: {problem}"
                raise RecordError("record_damaged", source="This record", problem=what)
            return self.game(name, settings)
        if described.get("file") is not None:
            known = ", ".join(self.names())
            raise RecordError("file_not_served", wanted=described["file"], known=known)
        return None
