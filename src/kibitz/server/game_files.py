"""Additional game files, and the names and titles under which the server offers them.

A file never hides a game that Kibitz ships, nor another file. It is offered under the name that the
user chose (NAME=FILE), or else its game's own name. If that name is taken by a shipped game, the
name of the file is used: without its ending if possible, else with it, as in tictactoe.py.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kibitz.core.contract import Game
from kibitz.core.errors import UnknownGameError
from kibitz.games.registry import game, is_taken, load_file, loadable_games

_NAME = re.compile(r"[a-z][a-z0-9_]{0,59}", re.ASCII)
_LONGEST_NAME = 60


class GameLabel(NamedTuple):
    """What the server calls a game: its name in the API and its title."""

    name: str
    title: str


class GameFile(NamedTuple):
    """A game file, and what the server calls its game."""

    path: str
    own_name: str  # the name of its GAME, which records store
    label: GameLabel

    @property
    def is_renamed(self) -> bool:
        """Whether the server calls the game by another name than the file does."""
        return self.label.name != self.own_name


def label_of_named(found: Game) -> GameLabel:
    """What the server calls a game that needs no file."""
    return GameLabel(found.name, found.title or found.name)


def absolute_entry(entry: str) -> str:
    """FILE or NAME=FILE with an absolute path, so that other processes find the file."""
    name, path = _split(entry)
    place = os.path.abspath(path)
    return place if name is None else f"{name}={place}"


def game_paths(entries: Sequence[str]) -> list[str]:
    """The absolute paths of the files among `entries`, each FILE or NAME=FILE."""
    paths = (path for _, path in map(_split, entries))
    return [os.path.abspath(path) for path in paths if path.endswith(".py")]


def read_game_files(entries: Sequence[str]) -> tuple[GameFile, ...]:
    """Load the games of `entries`, each FILE or NAME=FILE, and name them.

    Raises UnknownGameError if a file cannot be loaded, or if two would have the same name.
    """
    found: dict[str, GameFile] = {}
    for name, path in dict.fromkeys(map(_split, entries)):
        if not path.endswith(".py"):
            game(path)  # a game that needs no file and is offered anyway
            continue
        path = os.path.abspath(path)
        loaded = load_file(path)
        file = _label(name, path, loaded)
        for other in found.values():
            if other.path == path:
                raise UnknownGameError("file_served_twice", path=path)
        other = found.setdefault(file.label.name, file)
        if other is not file:
            served = file.label.name
            raise UnknownGameError("served_twice", name=served, one=other.path, other=path)
    return tuple(_with_distinct_titles(list(found.values())))


def _split(entry: str) -> tuple[str | None, str]:
    """The chosen name, if any, and the path.

    >>> _split("club=games/dame.py"), _split("./a=b.py")
    (('club', 'games/dame.py'), (None, './a=b.py'))
    """
    name, equals, path = entry.partition("=")
    if not equals or "/" in name or os.sep in name:
        return None, entry
    if not _NAME.fullmatch(name):
        raise UnknownGameError("bad_served_name", name=name, entry=entry)
    if is_taken(name):
        raise UnknownGameError("served_name_taken", name=name)
    return name, path


def _label(name: str | None, path: str, loaded: Game) -> GameFile:
    served = name or next(name for name in _candidates(path, loaded) if not is_taken(name))
    return GameFile(path, loaded.name, GameLabel(served, loaded.title or loaded.name))


def _candidates(path: str, loaded: Game) -> Iterator[str]:
    """The possible names of a game, best first; the last one is never taken."""
    yield loaded.name
    stem = re.sub(
        r"\W+", "_", os.path.basename(path).removesuffix(".py").casefold(), flags=re.ASCII
    )
    stem = stem.strip("_")[:_LONGEST_NAME]
    if _NAME.fullmatch(stem):
        yield stem
    yield f"{stem or 'game'}.py"


def _with_distinct_titles(files: Sequence[GameFile]) -> Iterator[GameFile]:
    """The files, with the name added to every title that users could confuse with another."""
    titles = [_plain(label_of_named(one).title) for one in loadable_games()]
    titles += [_plain(file.label.title) for file in files]
    for file in files:
        name, title = file.label
        if file.is_renamed or titles.count(_plain(title)) > 1:
            title = f"{title} ({name})"
        yield file._replace(label=GameLabel(name, title))


def _plain(title: str) -> str:
    """A title as people compare titles: Tic-Tac-Toe and TicTacToe are the same."""
    return re.sub(r"[\W_]", "", title.casefold())
