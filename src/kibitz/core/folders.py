"""The user's folders: where Kibitz keeps what it makes."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def cache_folder() -> Path:
    """Where compiled code is kept: KIBITZ_CACHE, or the user's cache folder."""
    return _folder("KIBITZ_CACHE", "XDG_CACHE_HOME", "~/.cache", "~/Library/Caches")


def data_folder(variable: str, name: str) -> Path:
    """The folder `name` for what took time to make, unless the environment names another."""
    chosen = _folder(variable, "XDG_DATA_HOME", "~/.local/share", "~/Library/Application Support")
    return chosen if os.environ.get(variable) else chosen / name


def _folder(variable: str, base_variable: str, usual: str, on_macos: str) -> Path:
    chosen = os.environ.get(variable)
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", "~/AppData/Local")
    elif sys.platform == "darwin":
        base = on_macos
    else:
        base = os.environ.get(base_variable) or usual
    return Path(base).expanduser() / "kibitz"
