"""Trust: which Python files may run because a saved file names them.

A saved game or a match record may name the file of the game's rules. Loading that file runs it, so
the record alone is never enough: the user must name the file, or a folder that contains it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

from kibitz.core.contract import Game
from kibitz.core.documents import text_problem
from kibitz.core.errors import LimitError, RecordError
from kibitz.games.registry import load_file

LONGEST_PATH = 4_096


class Trust:
    """The Python files that may run: single files, and all files in certain folders.

    Paths are resolved before they are compared: neither `..` nor a link leads out of a folder.

    >>> Trust(["/home/anna/games"]).allows("/home/anna/games/../secret/nim.py")
    False
    """

    def __init__(self, paths: Iterable[str | os.PathLike[str]] = ()) -> None:
        if isinstance(paths, str | os.PathLike):
            paths = [paths]
        self._places = [_trusted(path) for path in paths]

    def allows(self, path: str) -> bool:
        """Whether a file is trusted itself or is inside a trusted folder, at any depth.

        If nothing is trusted, the path never reaches the file system.
        """
        if not self._places:
            return False
        real = os.path.realpath(path)
        return any(real == place or _is_inside(real, place) for place in self._places)

    def load(self, path: str, settings: Mapping[str, object], source: str) -> Game:
        """The game in the file that a record names; raises RecordError if the file is not trusted.

        Only a trusted path is checked for existence.
        """
        is_path = not text_problem(path, LONGEST_PATH) and path.endswith(".py")
        if not is_path or not self.allows(path):
            raise RecordError("file_not_trusted", source=source, file=path)
        return load_file(os.path.realpath(path), settings)


NO_TRUST = Trust()


def _is_inside(real: str, folder: str) -> bool:
    return real.startswith(os.path.join(folder, ""))


def _trusted(path: object) -> str:
    found = os.fspath(path) if isinstance(path, str | os.PathLike) else None
    # An empty path would mean the current folder, and may come from an unset shell variable.
    if not isinstance(found, str) or not found.strip() or "\0" in found:
        expected = "a list of folders or Python files"
        raise LimitError("bad_setting", name="trust", value=path, expected=expected)
    return os.path.realpath(found)
