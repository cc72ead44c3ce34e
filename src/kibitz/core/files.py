"""Files: written whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from pathlib import Path

from kibitz.core.errors import RecordError


def suffix(path: str | os.PathLike[str]) -> str:
    """What a file's name ends with: "json" of game.json."""
    return Path(path).suffix.removeprefix(".").casefold()


def read_text(path: str | os.PathLike[str]) -> str:
    """The text of a file; RecordError where there is none."""
    source = repr(os.fspath(path))
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except OSError as problem:
        reason = problem.strerror or str(problem)
        raise RecordError("record_unreadable", source=source, problem=reason) from None
    except ValueError:  # bytes that are no text, or a path that is none
        raise RecordError("record_unreadable", source=source, problem="it is not text") from None


def replace_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a file aside and rename it, so that nobody ever sees half of it; OSError if it fails.

    Where the file was there before, its permissions are kept, and a link stays a link.
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
    _keep_folder(os.path.dirname(target))


def _mode(path: str) -> int | None:
    """The permissions of a file, None where there is none yet; no device is ever replaced."""
    try:
        status = os.stat(path)
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "it is not an ordinary file")
    return stat.S_IMODE(status.st_mode)


def _keep_folder(folder: str) -> None:
    """Have the new name survive a loss of power, where the system can do that."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
