"""Notices edits of the served game files, so that the server restarts with the new rules.

Edited files are first loaded by a process of their own: the server restarts only once they load.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence

from kibitz.core.child_python import python_command
from kibitz.core.errors import KibitzError
from kibitz.games.sources import source_files
from kibitz.server.game_files import game_paths, read_game_files


class Reloader:
    """Watches the files of `entries`, each FILE or NAME=FILE, and the siblings they import."""

    def __init__(self, entries: Sequence[str]) -> None:
        self._entries = list(entries)
        self._seen = self._stamps()

    def has_changed(self) -> bool:
        """Whether a file has changed since the last call, and all files can be loaded.

        Prints why the files cannot be loaded.
        """
        stamps = self._stamps()
        if stamps == self._seen:
            return False
        self._seen = stamps
        command = python_command("-m", "kibitz.server.reloader", json.dumps(self._entries))
        return subprocess.run(command, check=False, stdin=subprocess.DEVNULL).returncode == 0  # noqa: S603 - our own

    def _stamps(self) -> dict[str, tuple[int, int] | None]:
        files = {file for path in game_paths(self._entries) for file in source_files(path)}
        return {file: _stamp(file) for file in files}


def _stamp(path: str) -> tuple[int, int] | None:
    """The modification time and size of a file; None if it does not exist."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def main(text: str) -> int:
    """Load the game files in JSON; the exit code is 1 if one is refused."""
    try:
        read_game_files(json.loads(text))
    except KibitzError as error:
        sys.stderr.write(f"kibitz: {error} The server restarts once the file loads again.\n")
        return 1
    sys.stderr.write("kibitz: a game file has changed; restarting\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
