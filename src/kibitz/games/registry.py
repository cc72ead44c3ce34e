"""Games by name: those that Kibitz ships, and those of installed packages."""

from __future__ import annotations

import importlib
import os
import warnings
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from kibitz.core.contract import Game
from kibitz.core.errors import KibitzWarning, UnknownGameError
from kibitz.core.options import parse_options
from kibitz.games.installed import installed_file, installed_games, load_installed
from kibitz.games.sources import load_source

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

# Game name -> the module that defines its GAME.
MODULES = {
    "connect4": "kibitz.games.connect4",
    "draughts": "kibitz.games.draughts",
    "horses": "kibitz.games.horses",
    "morris": "kibitz.games.morris",
    "tictactoe": "kibitz.games.tictactoe",
    "tiles": "kibitz.games.tiles",
}
ALIASES = {"dame": "draughts"}
FORMATS = {"pdn": "draughts"}  # a file format -> its game

_sources: WeakKeyDictionary[object, str] = WeakKeyDictionary()  # keyed by a game's `moves`


def names() -> tuple[str, ...]:
    """The names of the games that Kibitz ships with."""
    return tuple(MODULES)


def installed_names() -> tuple[str, ...]:
    """The names of the games in other installed packages."""
    return tuple(_installed())


def known_names() -> tuple[str, ...]:
    """The names of all games that need no file: the shipped ones, then the installed ones."""
    return (*names(), *installed_names())


def loadable_games() -> Iterator[Game]:
    """All games that need no file, without installed ones that fail to load."""
    for name in known_names():
        try:
            yield named(name)
        except UnknownGameError as problem:
            warnings.warn(str(problem), KibitzWarning, stacklevel=2)


def is_taken(name: str) -> bool:
    """Whether a name belongs to a game that needs no file."""
    return name in MODULES or name in ALIASES or name in _installed()


def _installed() -> Mapping[str, EntryPoint]:
    return installed_games((*MODULES, *ALIASES))


def module_file(name: str) -> str | None:
    """The Python file of an installed game; None for any other name."""
    point = None if name in MODULES else _installed().get(name)
    return None if point is None else installed_file(point)


def named(name: str, options: Mapping[str, object] = MappingProxyType({}), /) -> Game:
    """The shipped or installed game with this name and these options.

    Use it for names from files and requests: it never opens a file because of a name.

    >>> named("dame", {"variant": "russian"}).settings["variant"]
    'russian'
    """
    if not isinstance(name, str) or ALIASES.get(name, name) in MODULES or name not in _installed():
        return shipped(name, options)
    return _with_options(load_installed(_installed()[name]), options, name)


def shipped(name: str, options: Mapping[str, object] = MappingProxyType({}), /) -> Game:
    """The shipped game with this name and these options.

    >>> shipped("tictactoe", {"columns": 4})
    <Game 'tictactoe', rows=3, columns=4, length=3>
    """
    key = ALIASES.get(name, name) if isinstance(name, str) else None
    if key not in MODULES:
        raise UnknownGameError("no_such_game", name=name, known=_known())
    found: Game = importlib.import_module(MODULES[key]).GAME
    return _with_options(found, options, key)


def game(name: str | os.PathLike[str], /, **options: object) -> Game:
    """The game with this name and these options; a path ending in .py loads a game of your own.

    Loading a file runs it. For names from files and requests use `named`.

    >>> game("tictactoe", rows=3, columns=4)
    <Game 'tictactoe', rows=3, columns=4, length=3>
    >>> game("tictactoe") is game("tictactoe", rows=3)
    True
    """
    if isinstance(name, os.PathLike):
        name = os.fspath(name)
    if isinstance(name, str) and name.endswith(".py"):
        return load_file(name, options)
    try:
        return named(name, options)
    except UnknownGameError as problem:
        if problem.code != "no_such_game":
            raise
        raise UnknownGameError("unknown_game", name=name, known=_known()) from None


def load_file(path: str, options: Mapping[str, object] = MappingProxyType({}), /) -> Game:
    """Run a Python file and return its game, with these options."""
    return _with_options(_load_file(path, _stamp(path)), options, os.path.abspath(path))


def _known() -> str:
    return ", ".join((*sorted(MODULES), *installed_names()))


def source_of(game: Game) -> str | None:
    """The name or absolute path that `game` was loaded from; None if it was not loaded here."""
    try:
        return _sources.get(game.moves)
    except TypeError:  # not weakly referenceable, so not loaded here
        return None


def _with_options(found: Game, options: Mapping[str, object], source: str) -> Game:
    # One object per set of rules, because compiled code is cached per object.
    parsed = parse_options(found.name, () if found.build is None else found.options, options)
    wanted = tuple(sorted({**found.settings, **parsed}.items()))
    chosen = _configured(found, wanted)
    settings = tuple(sorted(chosen.settings.items()))
    if settings != wanted:  # equivalent options share one game
        chosen = _configured(found, settings)
    with suppress(TypeError):
        _sources[chosen.moves] = source
    return chosen


@lru_cache(maxsize=256)
def _configured(base: Game, settings: tuple[tuple[str, int | str], ...]) -> Game:
    if base.build is None or dict(settings) == dict(base.settings):
        return base
    return base.build(**dict(settings))


def _stamp(path: str) -> tuple[int, int] | None:
    """The modification time and size of the file; None if it does not exist."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size


@lru_cache(maxsize=32)
def _load_file(path: str, stamp: tuple[int, int] | None) -> Game:
    """The GAME of a Python file; cached until the file changes."""
    found = getattr(load_source(path), "GAME", None)
    if not isinstance(found, Game):
        raise UnknownGameError("game_file_without_game", path=path)
    return found
