"""Files of uncompressed words, which a search maps into memory instead of loading them.

The words are followed by the digest of the tables that they were made from, and by that of the
words themselves.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from kibitz.core.errors import TableError
from kibitz.core.types import Memory

WORDS = "search.words"  # the name of such a file, in the folder of its tables
_DIGEST = 32  # bytes
_CHUNK = 1 << 24


def write_words(path: Path, parts: Iterable[Any], source: bytes) -> None:
    """Write arrays of words one after another; an existing file is replaced.

    `source`: the digest of the tables. Raises TableError if the file cannot be written.
    """
    part = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
    try:
        with open(part, "xb") as file:
            digest = hashlib.sha256()
            for words in parts:
                content = words.astype("<i8", copy=False).tobytes()
                digest.update(content)
                file.write(content)
            file.write(source + digest.digest())
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except OSError as problem:
        reason = problem.strerror or str(problem)
        raise TableError("table_unwritable", file=str(path), problem=reason) from None
    finally:
        with contextlib.suppress(OSError):
            part.unlink()


def is_made_from(path: Path, source: bytes) -> bool:
    """Whether the file exists and was made from the tables with this digest."""
    try:
        with open(path, "rb") as file:
            file.seek(-2 * _DIGEST, os.SEEK_END)
            return file.read(_DIGEST) == source
    except OSError:
        return False


def map_words(path: Path) -> Memory:
    """The words of a file, mapped into memory. Raises TableError if any byte has changed."""
    import numpy as np

    try:
        with open(path, "rb") as file:
            left = os.fstat(file.fileno()).st_size - 2 * _DIGEST
            digest = hashlib.sha256()
            while left > 0 and (chunk := file.read(min(left, _CHUNK))):
                digest.update(chunk)
                left -= len(chunk)
            if digest.digest() != file.read()[_DIGEST:]:
                raise TableError(
                    "table_damaged", file=str(path), problem="its checksum does not match"
                )
        # Copy on write, because compiled code only accepts arrays that it could write to.
        return np.memmap(path, "<i8", "c")[: -2 * _DIGEST // 8]
    except (OSError, ValueError) as problem:
        if isinstance(problem, TableError):
            raise
        raise TableError("table_damaged", file=str(path), problem=str(problem)) from None
