"""The games that the server plays: those of Kibitz, and files of one's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.errors import RecordError, UnknownGameError
from kibitz.core.fields import settings_problem
from kibitz.games.registry import ALIASES, game, load_file, names, shipped

_FIELDS = frozenset({"name", "settings", "version", "file"})  # of a record's game


class Catalogue:
    """Games by name. `files`: those of one's own, which go before Kibitz's of the same name."""

    def __init__(self, files: Sequence[str] = ()) -> None:
        loaded = {path: game(path) for path in files}
        self._own = {found.name: path for path, found in loaded.items() if path.endswith(".py")}

    def names(self) -> tuple[str, ...]:
        """Every name, Kibitz's own first."""
        own = (name for name in self._own if name not in names())
        return (*names(), *own)

    def game(self, name: str, options: Mapping[str, object] | None = None) -> Game:
        """The game of this name, with these options; no path is ever taken for one."""
        key = ALIASES.get(name, name)
        if key in self._own:
            return load_file(self._own[key], options or {})
        if key not in names():
            raise UnknownGameError("no_such_game", name=name, known=", ".join(self.names()))
        return shipped(key, options or {})

    def game_of(self, record: Mapping[str, Any]) -> Game | None:
        """The rules of a record; None where they are Kibitz's own, or none at all.

        Only the name counts: a file that the record names is neither loaded nor looked for.
        """
        described = record.get("game")
        name = described.get("name") if isinstance(described, Mapping) else None
        if not isinstance(described, Mapping) or not isinstance(name, str):
            return None
        unknown = [field for field in described if field not in _FIELDS]
        if unknown:
            what = f"game.{unknown[0]}: unknown field, expected {', '.join(sorted(_FIELDS))}"
            raise RecordError("record_damaged", source="This record", problem=what)
        if name in self._own:
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
