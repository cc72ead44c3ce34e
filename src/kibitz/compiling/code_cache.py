"""The disk cache of compiled code.

A file is named by a hash of everything its code depends on (see `entry`). Loading a file runs it,
so files are signed and their folder is private (see `signed_files`). Writes are atomic, so several
processes may compile at the same time; one that needs what another is compiling waits for it. An
unreadable file counts as a cache miss. If the folder cannot be used, Kibitz warns once and compiles
again at every start.
"""

from __future__ import annotations

import hashlib
import os
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock

from kibitz.compiling.signed_files import UntrustedFolderError, open_signed_folder
from kibitz.core.errors import KibitzError, KibitzWarning
from kibitz.core.folders import cache_folder

_KEPT_DAYS = 90  # files unused for longer are removed
_KEPT_BYTES = 512 << 20  # above this, the least recently used files are removed
_LOCKS = 64  # lock files; two functions may share one
_LONGEST_WAIT = 20  # seconds; the other process may have a low priority
_NAMES = re.compile(r"[0-9a-f]{40}\.(?:code|part|failed)")
_ADVICE = "Kibitz compiles again at every start. Set KIBITZ_CACHE to a folder that works."
_warned: set[str] = set()


class CodeCache:
    """The folder of compiled code."""

    def __init__(self) -> None:
        self._folder = _chosen_folder()

    def has(self, name: str) -> bool:
        """Whether a file of this name exists, valid or not."""
        return self._folder is not None and (self._folder / name).exists()

    def read(self, name: str) -> bytes | None:
        """The content stored under `name`; None if it is missing or not signed by this user."""
        if self._folder is None:
            return None
        try:
            with open_signed_folder(self._folder) as files:
                return files.read(name)
        except UntrustedFolderError as problem:
            _warn_once(str(problem))
        except OSError:  # writing will fail too, and warn
            pass
        return None

    def write(self, name: str, data: bytes) -> None:
        """Store `data` under `name`; warn if that fails."""
        if self._folder is None:
            return
        try:
            with open_signed_folder(self._folder, create=True) as files:
                files.write(name, data)
                files.prune(_NAMES, _KEPT_DAYS, _KEPT_BYTES)
        except UntrustedFolderError as problem:
            _warn_once(str(problem))
        except OSError as problem:
            reason = problem.strerror or problem
            _warn_once(f"Compiled code cannot be stored in {self._folder} ({reason}). {_ADVICE}")

    @contextmanager
    def compiling(self, name: str) -> Iterator[None]:
        """Enter the block when no other process is in one for `name`, or after 20 seconds."""
        lock = self._lock(name)
        if lock is not None:
            # TimeoutError is an OSError; some network file systems have no locks.
            with suppress(OSError, NotImplementedError):
                lock.acquire(timeout=_LONGEST_WAIT)
        try:
            yield
        finally:
            if lock is not None:
                lock.release()

    def _lock(self, name: str) -> FileLock | None:
        """The lock for a name; None if the folder cannot be used."""
        if self._folder is None:
            return None
        number = int(hashlib.sha256(name.encode()).hexdigest(), 16) % _LOCKS
        path = self._folder / f"code-{number:02}.lock"
        try:
            with open_signed_folder(self._folder, create=True):
                # FileLock would wait for a file that cannot be created.
                os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        except (OSError, UntrustedFolderError):  # writing will fail too, and warn
            return None
        return FileLock(path)

    def warn_unusable(self, problem: Exception) -> None:
        """Warn that a file was read but cannot be used."""
        _warn_once(f"Compiled code in {self._folder} could not be loaded ({problem}).")


def _chosen_folder() -> Path | None:
    """The folder for compiled code. Returns None, with a warning, if there is none."""
    try:
        return cache_folder()
    except (KibitzError, RuntimeError) as problem:  # Path.expanduser finds no home folder
        _warn_once(f"There is no folder for compiled code ({problem}). {_ADVICE}")
        return None


def _warn_once(text: str) -> None:
    if text not in _warned:
        _warned.add(text)
        warnings.warn(text, KibitzWarning, stacklevel=2)
