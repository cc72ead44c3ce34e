"""The user's folders: where Kibitz stores its files."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
import warnings
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from kibitz.core.errors import KibitzWarning


def cache_folder() -> Path:
    """The folder for compiled code: KIBITZ_CACHE, or the user's cache folder."""
    return _folder("KIBITZ_CACHE", "XDG_CACHE_HOME", "~/.cache", "~/Library/Caches")


def data_folder(variable: str, name: str) -> Path:
    """The folder set by the environment variable, or `name` in the user's data folder."""
    chosen = _folder(variable, "XDG_DATA_HOME", "~/.local/share", "~/Library/Application Support")
    return chosen if os.environ.get(variable) else chosen / name


def state_folder() -> Path:
    """The folder for profiles and the server's games.

    If the Linux folder exists, it is used on every system, because earlier versions stored profiles
    and games there on macOS and Windows too.
    """
    earlier = Path(os.environ.get("XDG_STATE_HOME") or "~/.local/state") / "kibitz"
    with suppress(OSError, RuntimeError):  # no home folder, or one of another user
        if earlier.expanduser().is_dir():
            return earlier.expanduser()
    return _folder("", "XDG_STATE_HOME", "~/.local/state", "~/Library/Application Support")


def _folder(variable: str, base_variable: str, usual: str, on_macos: str) -> Path:
    chosen = os.environ.get(variable) if variable else None
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", "~/AppData/Local")
    elif sys.platform == "darwin":
        base = on_macos
    else:
        base = os.environ.get(base_variable) or usual
    try:
        return Path(base).expanduser() / "kibitz"
    except RuntimeError:  # a user without a home folder
        unset = variable or base_variable
        return temporary_folder(f"This user has no home folder and {unset} is not set")


@lru_cache(maxsize=8)
def temporary_folder(reason: str) -> Path:
    """A folder of this user in the system's temporary folder, with a warning that gives `reason`.

    It is the same folder every time, unless another user owns it or can write to it.
    """
    user = os.getuid() if hasattr(os, "getuid") else 0
    folder = Path(tempfile.gettempdir()) / f"kibitz-{user}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
        is_own = stat.S_ISDIR(found.st_mode) and found.st_uid == user and not found.st_mode & 0o022
    except OSError:
        is_own = False
    if not is_own and os.name == "posix":
        folder = Path(tempfile.mkdtemp(prefix="kibitz-"))
    warnings.warn(f"{reason}. Using {folder}.", KibitzWarning, stacklevel=2)
    return folder
