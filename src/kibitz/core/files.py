"""Reading and atomic writing of text files."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from pathlib import Path

from kibitz.core.errors import RecordError


def suffix(path: str | os.PathLike[str]) -> str:
    """The extension of a file name: "json" for game.json."""
    return Path(path).suffix.removeprefix(".").casefold()


def read_text(path: str | os.PathLike[str]) -> str:
    """The text of a file; RecordError if it cannot be read."""
    source = repr(os.fspath(path))
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except OSError as problem:
        reason = problem.strerror or str(problem)
        raise RecordError("record_unreadable", source=source, problem=reason) from None
    except ValueError:  # bytes that are not UTF-8, or an invalid path
        raise RecordError("record_unreadable", source=source, problem="it is not text") from None


def replace_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a file atomically, through a temporary file; OSError if it fails.

    An existing file keeps its permissions, and a link stays a link.
    """
    target = os.path.realpath(path)
    mode = _mode(target)
    aside = f"{target}.{secrets.token_hex(4)}.part"
    descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        with open(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            os.chmod(aside, mode)
        os.replace(aside, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(aside)
        raise
    _sync_folder(os.path.dirname(target))


def _mode(path: str) -> int | None:
    """The permissions of a file, None if it does not exist; OSError for a device or folder."""
    try:
        status = os.stat(path)
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "it is not an ordinary file")
    return stat.S_IMODE(status.st_mode)


def _sync_folder(folder: str) -> None:
    """Flush the folder to disk, so that the new name survives a power failure."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
