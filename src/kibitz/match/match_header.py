"""The header of a match record: its first line, parsed and checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.core.fields import settings_problem
from kibitz.games.trust import LONGEST_PATH
from kibitz.match.specification import MOST, MOST_CONTESTANTS

LONGEST_PLAYER = LONGEST_PATH + 1_000  # a path, a function name and some pairs
_SHOWN = 80  # characters of an invalid value in an error message


@dataclass(frozen=True, slots=True)
class MatchHeader:
    """The settings that the games of a record are checked against."""

    name: str  # of the game
    settings: dict[str, Any]
    version: object
    file: str | None  # its file, if Kibitz does not ship the game
    players: tuple[str, ...]
    seed: int
    plies: int  # the maximum length of a game
    wins: int | None  # consecutive moves before a win is adjudicated; None for never
    draws: int | None  # the same for draws
    tables: bool  # whether endgame tables adjudicate

    @classmethod
    def from_dict(cls, found: dict[str, Any]) -> MatchHeader:
        """Parse the first line; raises ValueError with the problem if it is invalid."""
        game = _part(found, "game", dict, "a game")
        players = _part(found, "players", list, "a list of strings")
        if not all(isinstance(one, str) and len(one) <= LONGEST_PLAYER for one in players):
            expected = f"a list of strings of at most {LONGEST_PLAYER} characters"
            raise ValueError(f"has players {_short(players)}, expected {expected}")
        if not 2 <= len(players) <= MOST_CONTESTANTS:
            expected = f"2 to {MOST_CONTESTANTS}"
            raise ValueError(f"has {len(players)} players, expected {expected}")
        file = game.get("file")
        if not isinstance(file, str | None) or len(file or "") > LONGEST_PATH:
            raise ValueError(f"has file {_short(file)}, expected a path or none")
        settings = _part(game, "settings", dict, "options by their names")
        problem = settings_problem(settings)
        if problem:
            raise ValueError(f"has invalid settings: {problem}")
        return cls(
            name=_part(game, "name", str, "a string"),
            settings=settings,
            version=game.get("version"),
            file=file,
            players=tuple(players),
            seed=_part(found, "seed", int, "a whole number"),
            plies=_plies(found),
            wins=_agreement(found, "adjudicate"),
            draws=_agreement(found, "adjudicate_draws"),
            tables=found.get("adjudicate_tables") is True,
        )


def _part(found: dict[str, Any], name: str, kind: type, expected: str) -> Any:
    if name not in found:
        raise ValueError(f"lacks {name!r}")
    if type(found[name]) is not kind:
        raise ValueError(f"has {name} {_short(found[name])}, expected {expected}")
    return found[name]


def _plies(found: dict[str, Any]) -> int:
    plies: int = _part(found, "plies", int, "a whole number")
    if not 1 <= plies < MOST:
        raise ValueError(f"has plies {plies}, expected a whole number from 1")
    return plies


def _agreement(found: dict[str, Any], name: str) -> int | None:
    if found.get(name) is None:
        return None
    return _plies(_part(found, name, dict, "points and moves, or null"))


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
