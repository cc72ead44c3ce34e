"""Table files: columns of numbers in compressed blocks, with a header that says what they are.

    16 bytes   what kind of file it is, and the version of the format
    24 bytes   where the header begins, its length, its checksum
    blocks     one after the other, each compressed by itself
    index      for every block where it ends and its checksum
    header     JSON: what the caller says of the table, the columns, the index, a SHA-256 of all

A block holds a stretch of every column, byte by byte of its numbers: all lowest bytes, then all
next ones, which compresses well. Files are written aside and renamed, and hold nothing that differs
from one run to the next. A block is read without the others.
"""

from __future__ import annotations

import contextlib
import glob
import hashlib
import json
import mmap
import os
import secrets
import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any

from kibitz.core.errors import TableError

VERSION = 1
_MAGIC = b"KIBITZ TABLE\n\0\0"
_POINTER = struct.Struct("<QQQ")
_BEGIN = len(_MAGIC) + 1 + _POINTER.size
_INDEX_ENTRY = struct.Struct("<QI")
_BLOCK = 1 << 14  # rows
_LEVEL = 6
_ASIDE = ".part"  # how the name of a file ends that is not yet whole


def write_table(
    path: Path, about: Mapping[str, object], columns: Sequence[Any], *, block: int = _BLOCK
) -> None:
    """Write a table of these columns, which are arrays of one length, in place of what is there."""
    aside = path.with_name(f"{path.name}.{secrets.token_hex(4)}{_ASIDE}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _clear(path)
        with open(aside, "xb") as file:
            _claim(file)
            digest = hashlib.sha256()
            file.write(b"\0" * _BEGIN)
            index = bytearray()
            for packed in _packed(columns, block):
                file.write(packed)
                digest.update(packed)
                index += _INDEX_ENTRY.pack(file.tell(), zlib.crc32(packed))
            digest.update(index)
            header = {
                "about": dict(about),
                "block": block,
                "columns": [column.dtype.str for column in columns],
                "index": file.tell(),
                "rows": len(columns[0]),
                "sha256": digest.hexdigest(),
            }
            file.write(index)
            text = json.dumps(header, sort_keys=True, ensure_ascii=False).encode()
            pointer = _POINTER.pack(file.tell(), len(text), zlib.crc32(text))
            file.write(text)
            file.seek(0)
            file.write(_MAGIC + bytes([VERSION]) + pointer)
            file.flush()
            os.fsync(file.fileno())
        os.replace(aside, path)
    except OSError as problem:
        reason = problem.strerror or str(problem)
        raise TableError("table_unwritable", file=str(path), problem=reason) from None
    finally:
        with contextlib.suppress(OSError):
            aside.unlink()


def _claim(file: IO[bytes]) -> None:
    """Hold a file, until this process closes it or ends; OSError where another one holds it.

    Where a system has no such thing it does not let anybody remove a file that is open.
    """
    with contextlib.suppress(ImportError):
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _clear(path: Path) -> None:
    """Remove what a process that was killed has left of this table."""
    for left in path.parent.glob(f"{glob.escape(path.name)}.*{_ASIDE}"):
        with contextlib.suppress(OSError), open(left, "rb") as file:
            _claim(file)
            left.unlink()


def _packed(columns: Sequence[Any], block: int) -> Iterator[bytes]:
    """Every block, compressed; as many at once as there are processors."""

    def pack(first: int) -> bytes:
        parts = []
        for column in columns:
            rows = column[first : first + block]
            planes = rows.view("u1").reshape(len(rows), column.dtype.itemsize).T
            parts.append(planes.tobytes())
        return zlib.compress(b"".join(parts), _LEVEL)

    workers = os.cpu_count() or 1
    starts = range(0, len(columns[0]), block)
    with ThreadPoolExecutor(workers) as pool:
        for first in range(0, len(starts), 16 * workers):
            yield from pool.map(pack, starts[first : first + 16 * workers])


class TableFile:
    """A table on disk, memory-mapped; TableError, which names the file, where it is none."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with open(path, "rb") as file:
                self._bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as problem:
            reason = "it is empty" if isinstance(problem, ValueError) else problem.strerror
            raise self._damaged(reason or str(problem)) from None
        if self._bytes[: len(_MAGIC)] != _MAGIC or len(self._bytes) < _BEGIN:
            raise self._damaged("it does not begin as one")
        version = self._bytes[len(_MAGIC)]
        if version != VERSION:
            raise TableError("table_from_future", file=str(path), version=version, known=VERSION)
        begin, length, check = _POINTER.unpack_from(self._bytes, len(_MAGIC) + 1)
        text = self._bytes[begin : begin + length]
        if len(text) != length or zlib.crc32(text) != check or len(self._bytes) != begin + length:
            raise self._damaged("its header is broken")
        self._header = json.loads(text)
        self._end = begin

    @property
    def about(self) -> Mapping[str, Any]:
        """What was said of the table when it was written."""
        found: Mapping[str, Any] = self._header["about"]
        return found

    @property
    def rows(self) -> int:
        """How many rows it has."""
        return int(self._header["rows"])

    @property
    def rows_a_block(self) -> int:
        """How many rows a block has; the last one may have fewer."""
        return int(self._header["block"])

    @property
    def blocks(self) -> int:
        """How many blocks it has."""
        return -(-self.rows // self.rows_a_block)

    @property
    def size(self) -> int:
        """How many bytes the file has."""
        return len(self._bytes)

    def read(self, block: int) -> list[Any]:
        """The columns of one block."""
        import numpy as np

        index = int(self._header["index"])
        begin = _BEGIN
        if block:
            begin, _ = _INDEX_ENTRY.unpack_from(
                self._bytes, index + (block - 1) * _INDEX_ENTRY.size
            )
        end, check = _INDEX_ENTRY.unpack_from(self._bytes, index + block * _INDEX_ENTRY.size)
        packed = self._bytes[begin:end]
        if zlib.crc32(packed) != check:
            raise self._damaged(f"its block {block} is broken")
        planes = np.frombuffer(zlib.decompress(packed), np.uint8)
        rows = min(self.rows_a_block, self.rows - block * self.rows_a_block)
        found = []
        for kind in map(np.dtype, self._header["columns"]):
            size = kind.itemsize * rows
            part = planes[:size].reshape(kind.itemsize, rows)
            found.append(np.ascontiguousarray(part.T).view(kind).reshape(rows))
            planes = planes[size:]
        return found

    def column(self, number: int) -> Any:
        """One whole column, in memory."""
        import numpy as np

        found = np.empty(self.rows, self._header["columns"][number])

        def fill(block: int) -> None:
            rows = self.read(block)[number]
            begin = block * self.rows_a_block
            found[begin : begin + len(rows)] = rows

        with ThreadPoolExecutor() as pool:
            for _ in pool.map(fill, range(self.blocks)):
                pass
        return found

    def verify(self) -> None:
        """Read all of it; TableError where anything differs from what was written."""
        digest = hashlib.sha256(memoryview(self._bytes)[_BEGIN : self._end])
        if digest.hexdigest() != self._header["sha256"]:
            raise self._damaged("its content is not what was written")

    def _damaged(self, problem: str) -> TableError:
        return TableError("table_damaged", file=str(self.path), problem=problem)
