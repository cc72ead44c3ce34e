"""A profile: one person's standings at all games, in a small file.

The document is one object. `format` and `version` identify it; `games` is a list of standings, each
with the name and settings of its game. A file that cannot be read is never overwritten.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeAlias

from kibitz.core.contract import Game
from kibitz.core.errors import RecordError
from kibitz.core.files import read_text, replace_text
from kibitz.core.folders import state_folder
from kibitz.games.game_ref import GameId, Settings
from kibitz.session.reading import parse_document
from kibitz.session.record_fields import RecordFields
from kibitz.session.seats import LONGEST_NAME
from kibitz.teaching.adaptive.person_standing import REMEMBERED, PersonStanding, PlayedGame
from kibitz.teaching.adaptive.rating import LEAST, MOST, UNSURE, Skill

FORMAT = "kibitz-profile"
VERSION = 1
VARIABLE = "KIBITZ_PROFILE"
MOST_STANDINGS = 10_000  # one for each game and its settings
MOST_RECENT = 1_000  # accepted in a file; only the last REMEMBERED are loaded
_MOST_GAMES = 10**9

_Key: TypeAlias = tuple[str, Settings]


class Profile:
    """One person's standings at all games; stored in a file if the profile has a path.

    If the file does not exist yet, the profile is empty. RecordError, with the reason, if the file
    is damaged, from a newer Kibitz, or not a profile.

    >>> import kibitz
    >>> profile = Profile()
    >>> profile.standing(kibitz.game("tictactoe")).games
    0
    """

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        self.path: Path | None = None if path is None else Path(path)
        self._standings: dict[_Key, PersonStanding] = {}
        self._load()

    @classmethod
    def default(cls) -> Profile:
        """The profile in $KIBITZ_PROFILE, or in the user's state folder."""
        return cls(default_path())

    def standing(self, game: Game) -> PersonStanding:
        """The person's standing at a game."""
        return self._standings.get(GameId.of(game).key, PersonStanding())

    def keep(self, game: Game, standing: PersonStanding) -> None:
        """Store the person's standing at a game; the file is replaced atomically."""
        self._load()  # another process may have changed the file
        kept = {**self._standings, GameId.of(game).key: standing}
        if self.path is not None:
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                replace_text(self.path, json.dumps(_document(kept), indent=1) + "\n")
            except (OSError, ValueError) as problem:
                reason = getattr(problem, "strerror", None) or str(problem)
                raise RecordError(
                    "record_unwritable", path=os.fspath(self.path), problem=reason
                ) from None
        self._standings = kept

    def _load(self) -> None:
        if self.path is None or not _exists(self.path):
            return
        source = repr(os.fspath(self.path))
        text = read_text(self.path)
        try:
            self._standings = _read(parse_document(text, source), source)
        except RecordError as error:
            if error.code != "record_damaged":
                raise
            problem = error.message.params["problem"]
            raise RecordError("profile_damaged", source=source, problem=problem) from None


def default_path() -> Path:
    """The default profile: KIBITZ_PROFILE, or a file in the user's state folder."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named else state_folder() / "profile.json"


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return True  # reading it raises the error


def _document(standings: Mapping[_Key, PersonStanding]) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": VERSION,
        "games": [
            {"game": name, "settings": dict(settings), **asdict(standing)}
            for (name, settings), standing in standings.items()
        ],
    }


def _read(data: object, source: str) -> dict[_Key, PersonStanding]:
    fields = RecordFields(data, "", source)
    fields.one_of("format", (FORMAT,))
    version = fields.whole("version", 1)
    if version > VERSION:
        raise RecordError("profile_from_future", source=source, version=version, known=VERSION)
    return dict(_read_game(entry) for entry in fields.objects("games", MOST_STANDINGS))


def _read_game(entry: RecordFields) -> tuple[_Key, PersonStanding]:
    settings = entry.settings("settings")
    return (entry.text("game", LONGEST_NAME), tuple(sorted(settings.items()))), read_standing(entry)


def read_standing(entry: RecordFields) -> PersonStanding:
    """The standing in an object of a JSON document."""
    skill = entry.inner("skill")
    return PersonStanding(
        skill=Skill(_number(skill, "mean", LEAST, MOST), _number(skill, "deviation", 0.0, UNSURE)),
        level=_number(entry, "level", LEAST, MOST),
        games=entry.whole("games", 0, _MOST_GAMES),
        recent=tuple(_read_played(played) for played in entry.objects("recent", MOST_RECENT))[
            -REMEMBERED:
        ],
    )


def _read_played(entry: RecordFields) -> PlayedGame:
    return PlayedGame(
        score=_number(entry, "score", 0.0, 1.0),
        level=_number(entry, "level", LEAST, MOST),
        after=_number(entry, "after", LEAST, MOST),
        loss=_optional(entry, "loss"),
        own_loss=_optional(entry, "own_loss"),
    )


def _optional(entry: RecordFields, name: str) -> float | None:
    return None if entry.value(name) is None else _number(entry, name, 0.0, 1.0)


def _number(entry: RecordFields, name: str, least: float, most: float) -> float:
    """A number in a range."""
    value = entry.optional_number(name)
    if value is None or not least <= value <= most:
        entry.refuse(name, f"expected a number from {least:g} to {most:g}, got {value}")
    return float(value)
