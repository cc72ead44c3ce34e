"""Locks of open files against other processes."""

from __future__ import annotations

import contextlib
from typing import IO


def lock_file(file: IO[bytes]) -> None:
    """Lock a file until this process closes it or ends. Raises OSError if another has locked it.

    Without file locks this does nothing. Such systems refuse to remove an open file anyway.
    """
    with contextlib.suppress(ImportError):
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
