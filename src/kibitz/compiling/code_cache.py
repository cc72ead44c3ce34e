"""Compiled code on disk.

Files are found by the content of what was compiled, see `entry`. They are signed and their folder
is private, see `vault`, because loading one runs it. A file is written under another name and
renamed, so two processes may compile at once. A file that cannot be read is compiled again. Where
the folder cannot be used, one warning says so, and code is compiled in memory at every start.
"""

from __future__ import annotations

import re
import warnings
from pathlib import Path

from kibitz.compiling.vault import UntrustedFolderError, opened
from kibitz.core.errors import KibitzError, KibitzWarning
from kibitz.core.folders import cache_folder

_KEPT_DAYS = 90  # files not used for longer are removed
_KEPT_BYTES = 512 << 20  # and the least recently used above this
_NAMES = re.compile(r"[0-9a-f]{40}\.(?:code|part)")
_ADVICE = "Kibitz compiles again at every start. Set KIBITZ_CACHE to a folder that works."
_said: set[str] = set()


class CodeCache:
    """The folder of compiled code."""

    def __init__(self) -> None:
        self._folder = _chosen_folder()

    def has(self, name: str) -> bool:
        """Whether there is a file of this name, good or bad."""
        return self._folder is not None and (self._folder / name).exists()

    def read(self, name: str) -> bytes | None:
        """What this user's Kibitz has written under `name`, or None."""
        if self._folder is None:
            return None
        try:
            with opened(self._folder) as vault:
                return vault.read(name)
        except UntrustedFolderError as problem:
            _say_once(str(problem))
        except OSError:  # writing will fail too, and says why
            pass
        return None

    def write(self, name: str, data: bytes) -> None:
        """Keep `data` under `name`; a warning where that fails."""
        if self._folder is None:
            return
        try:
            with opened(self._folder, create=True) as vault:
                vault.write(name, data)
                vault.prune(_NAMES, _KEPT_DAYS, _KEPT_BYTES)
        except UntrustedFolderError as problem:
            _say_once(str(problem))
        except OSError as problem:
            reason = problem.strerror or problem
            _say_once(f"Compiled code cannot be stored in {self._folder} ({reason}). {_ADVICE}")

    def complain(self, problem: Exception) -> None:
        """Warn of a file that was read but cannot be used."""
        _say_once(f"Compiled code in {self._folder} could not be loaded ({problem}).")


def _chosen_folder() -> Path | None:
    """The folder for compiled code; None, with a warning, where the user has no folders at all."""
    try:
        return cache_folder()
    except (KibitzError, RuntimeError) as problem:  # Path.expanduser: there is no home
        _say_once(f"There is no folder for compiled code ({problem}). {_ADVICE}")
        return None


def _say_once(text: str) -> None:
    if text not in _said:
        _said.add(text)
        warnings.warn(text, KibitzWarning, stacklevel=2)
