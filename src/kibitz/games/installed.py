"""Games in other installed packages, found by their entry points in the group `kibitz.games`.

A package offers a game with two lines in its pyproject.toml:

    [project.entry-points."kibitz.games"]
    hexapawn = "hexapawn:GAME"

The name on the left is the name of the game, and the object on the right is its `Game`. Nothing is
imported until the game is used.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Collection, Mapping
from functools import cache
from importlib.util import find_spec
from types import MappingProxyType
from typing import TYPE_CHECKING

from kibitz.core.contract import Game
from kibitz.core.errors import KibitzError, KibitzWarning, UnknownGameError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "kibitz.games"
_NAME = re.compile(r"[a-z][a-z0-9_]{0,59}", re.ASCII)


def installed_games(taken: Collection[str]) -> Mapping[str, EntryPoint]:
    """The entry points of installed games by name, without those whose name is in `taken`."""
    return _found(frozenset(taken))


@cache
def _found(taken: frozenset[str]) -> Mapping[str, EntryPoint]:
    from importlib.metadata import entry_points  # slow to import, and rarely needed

    found: dict[str, EntryPoint] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, _package(point))):
        name, package = point.name, _package(point)
        other = found.get(name)
        if not _NAME.fullmatch(name):
            _warn(UnknownGameError("installed_name_bad", name=name, package=package))
        elif name in taken:
            _warn(UnknownGameError("installed_name_taken", name=name, package=package))
        elif other is None:
            found[name] = point
        elif (other.value, _package(other)) != (point.value, package):
            one = _package(other)
            _warn(UnknownGameError("installed_twice", name=name, one=one, other=package))
    return MappingProxyType(found)


@cache
def load_installed(point: EntryPoint) -> Game:
    """Import the game of an entry point; UnknownGameError if that fails."""
    params = {"name": point.name, "package": _package(point), "value": point.value}
    try:
        found = point.load()
    except KibitzError:
        raise
    except (Exception, SystemExit) as problem:
        reason = f"{type(problem).__name__}: {problem}"
        raise UnknownGameError("installed_game_broken", **params, problem=reason) from problem
    if not isinstance(found, Game):
        raise UnknownGameError("installed_no_game", **params, type=type(found).__name__)
    if found.name != point.name:  # records store the game's own name
        raise UnknownGameError("installed_other_name", **params, own=found.name)
    return found


def installed_file(point: EntryPoint) -> str | None:
    """The Python file of an installed game; None if it has none."""
    try:
        spec = find_spec(point.module)
    except (ImportError, ValueError):
        return None
    return None if spec is None or not spec.has_location else spec.origin


def _package(point: EntryPoint) -> str:
    """The name of the package that has the entry point."""
    return "an unnamed package" if point.dist is None else str(point.dist.name)


def _warn(problem: UnknownGameError) -> None:
    warnings.warn(str(problem), KibitzWarning, stacklevel=4)
