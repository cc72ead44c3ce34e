"""Endgame table files: columns of numbers in compressed blocks, described by a header.

    16 bytes   the magic number and the version of the format
    24 bytes   the offset of the header, its length, its checksum
    blocks     in sequence, each compressed separately
    index      for every block its end offset and its checksum
    header     JSON: metadata from the caller, the columns, the offset of the index, a SHA-256 of
               all blocks and the index; in large files also a SHA-256 of the index alone

A block contains a range of rows of every column. It is stored as byte planes (all lowest bytes,
then all second-lowest, and so on), which compress well. Each block can be read separately. Files
are written under a temporary name and renamed. The same table always gives the same bytes.

All bytes are verified before use. The header is verified when the file is opened. The index is
verified before the first block is read: in small files by hashing the complete file, in large ones
by its own checksum. A block is verified whenever it is read. Files are not kept open, because a
game may have more tables than a process may open files. They are not mapped into memory, because
truncating a mapped file kills the process.
"""

from __future__ import annotations

import contextlib
import errno
import glob
import hashlib
import json
import os
import secrets
import stat
import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any

from kibitz.core.errors import TableError
from kibitz.core.file_lock import lock_file
from kibitz.tables.header import Header, HeaderError, parse_header

VERSION = 1
_MAGIC = b"KIBITZ TABLE\n\0\0"
_POINTER = struct.Struct("<QQQ")
_BEGIN = len(_MAGIC) + 1 + _POINTER.size
_INDEX_ENTRY = struct.Struct("<QI")
_BLOCK = 1 << 14  # rows
_LEVEL = 6
_SMALL = 256  # blocks; a file with at most this many is hashed completely on first use
_CHUNK = 1 << 20  # bytes per hash update
_PART = ".part"  # the suffix of unfinished files


def write_table(
    path: Path, about: Mapping[str, object], columns: Sequence[Any], *, block: int = _BLOCK
) -> None:
    """Write a table of these columns (arrays of equal length), replacing any existing file."""
    part = path.with_name(f"{path.name}.{secrets.token_hex(4)}{_PART}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _remove_leftovers(path)
        with open(part, "xb") as file:
            lock_file(file)
            digest = hashlib.sha256()
            file.write(b"\0" * _BEGIN)
            index = bytearray()
            for packed in _packed(columns, block):
                file.write(packed)
                digest.update(packed)
                index += _INDEX_ENTRY.pack(file.tell(), zlib.crc32(packed))
            digest.update(index)
            header: dict[str, object] = {
                "about": dict(about),
                "block": block,
                "columns": [column.dtype.str for column in columns],
                "index": file.tell(),
                "rows": len(columns[0]),
                "sha256": digest.hexdigest(),
            }
            if len(index) > _SMALL * _INDEX_ENTRY.size:
                header["index_sha256"] = hashlib.sha256(index).hexdigest()
            file.write(index)
            text = json.dumps(header, sort_keys=True, ensure_ascii=False).encode()
            pointer = _POINTER.pack(file.tell(), len(text), zlib.crc32(text))
            file.write(text)
            file.seek(0)
            file.write(_MAGIC + bytes([VERSION]) + pointer)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except OSError as problem:
        reason = problem.strerror or str(problem)
        raise TableError("table_unwritable", file=str(path), problem=reason) from None
    finally:
        with contextlib.suppress(OSError):
            part.unlink()


def _remove_leftovers(path: Path) -> None:
    """Remove unfinished files of this table that a killed process left behind."""
    for left in path.parent.glob(f"{glob.escape(path.name)}.*{_PART}"):
        with contextlib.suppress(OSError), open(left, "rb") as file:
            lock_file(file)
            left.unlink()


def _packed(columns: Sequence[Any], block: int) -> Iterator[bytes]:
    """Yield every block, compressed in parallel on all cores."""

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
    """A table on disk. Every method raises TableError, which names the file, if it is damaged."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._identity: tuple[int, ...] | None = None
        self._index: bytes | None = None  # verified; None before the first block is read
        with self._opened() as file:
            self._identity = _identity(file)
            self.size: int = os.fstat(file.fileno()).st_size
            self._header = self._read_header(file)

    def _read_header(self, file: IO[bytes]) -> Header:
        start = file.read(_BEGIN)
        if not start:
            raise self.damaged("it is empty")
        if start[: len(_MAGIC)] != _MAGIC or len(start) < _BEGIN:
            raise self.damaged("it is not an endgame table")
        version = start[len(_MAGIC)]
        if version < VERSION:
            raise self.damaged(f"its version {version} never existed")
        if version > VERSION:
            raise TableError(
                "table_from_future", file=str(self.path), version=version, known=VERSION
            )
        begin, length, check = _POINTER.unpack_from(start, len(_MAGIC) + 1)
        if begin < _BEGIN or begin + length != self.size:
            raise self.damaged("its header is broken")
        text = _read_at(file, begin, length)
        if len(text) != length or zlib.crc32(text) != check:
            raise self.damaged("its header is broken")
        try:
            self._end = begin
            return parse_header(text, _BEGIN, begin, _INDEX_ENTRY.size)
        except HeaderError as problem:
            raise self.damaged(str(problem)) from None

    @property
    def about(self) -> Mapping[str, Any]:
        """The metadata that the table was written with."""
        return self._header.about

    @property
    def sha256(self) -> str:
        """The digest of its contents, as stored in the header."""
        return self._header.sha256

    @property
    def columns(self) -> tuple[str, ...]:
        """The NumPy types of its columns."""
        return self._header.columns

    @property
    def rows(self) -> int:
        """The number of rows."""
        return self._header.rows

    @property
    def rows_a_block(self) -> int:
        """The number of rows per block; the last block may have fewer."""
        return self._header.block

    @property
    def blocks(self) -> int:
        """The number of blocks."""
        return self._header.blocks

    def read(self, block: int) -> list[Any]:
        """The columns of one block."""
        import numpy as np

        planes = np.frombuffer(self._unpacked(block), np.uint8)
        rows = self._header.rows_of(block)
        found = []
        for kind in map(np.dtype, self._header.columns):
            size = kind.itemsize * rows
            part = planes[:size].reshape(kind.itemsize, rows)
            found.append(np.ascontiguousarray(part.T).view(kind).reshape(rows))
            planes = planes[size:]
        return found

    def _unpacked(self, block: int) -> bytes:
        """The bytes of a block, verified."""
        assert 0 <= block < self.blocks
        with self._opened() as file:
            index = self._checked_index(file)
            begin = _BEGIN
            if block:
                begin, _ = _INDEX_ENTRY.unpack_from(index, (block - 1) * _INDEX_ENTRY.size)
            end, check = _INDEX_ENTRY.unpack_from(index, block * _INDEX_ENTRY.size)
            if not _BEGIN <= begin <= end <= self._header.index:
                raise self.damaged("its index is broken")
            packed = _read_at(file, begin, end - begin)
        expected = self._header.rows_of(block) * self._header.row_bytes
        unpacking = zlib.decompressobj()
        try:
            found = unpacking.decompress(packed, expected + 1)
        except zlib.error:
            found = b""
        if zlib.crc32(packed) != check or len(found) != expected or not unpacking.eof:
            raise self.damaged(f"its block {block} is broken")
        return found

    def _checked_index(self, file: IO[bytes]) -> bytes:
        """The index, verified when it is first needed and cached."""
        if self._index is None:
            if self._header.index_sha256 is None:
                self._index = self._verify(file)
            else:
                index = _read_at(file, self._header.index, self._end - self._header.index)
                if hashlib.sha256(index).hexdigest() != self._header.index_sha256:
                    raise self.damaged("its index is broken")
                self._index = index
        return self._index

    def column(self, number: int) -> Any:
        """A complete column, in memory."""
        import numpy as np

        with self._opened() as file:
            self._checked_index(file)  # once, not in every thread
        found = np.empty(self.rows, self._header.columns[number])

        def fill(block: int) -> None:
            rows = self.read(block)[number]
            begin = block * self.rows_a_block
            found[begin : begin + len(rows)] = rows

        with ThreadPoolExecutor() as pool:
            for _ in pool.map(fill, range(self.blocks)):
                pass
        return found

    def verify(self) -> None:
        """Read the complete file. Raises TableError if any byte has changed."""
        with self._opened() as file:
            self._verify(file)

    def _verify(self, file: IO[bytes]) -> bytes:
        """Verify the checksum of the complete file, and return the index."""
        digest = hashlib.sha256()
        file.seek(_BEGIN)
        left = self._header.index - _BEGIN
        while left and (chunk := file.read(min(left, _CHUNK))):
            digest.update(chunk)
            left -= len(chunk)
        index = file.read(self._end - self._header.index)
        digest.update(index)
        if digest.hexdigest() != self._header.sha256:
            raise self.damaged("its checksum does not match")
        return index

    @contextlib.contextmanager
    def _opened(self) -> Iterator[IO[bytes]]:
        """Open the file. Raises TableError if that fails or if the file has been replaced."""
        try:
            with open(self.path, "rb", opener=_open_ordinary) as file:
                if self._identity not in (None, _identity(file)):
                    raise self.damaged("it changed while it was in use")
                yield file
        except OSError as problem:
            raise self.damaged(problem.strerror or str(problem)) from None
        except ValueError as problem:
            if isinstance(problem, TableError):
                raise
            raise self.damaged("its name is not a valid file name") from None

    def damaged(self, problem: str) -> TableError:
        """The error for this file."""
        return TableError("table_damaged", file=str(self.path), problem=problem)


def _open_ordinary(path: str, flags: int) -> int:
    """Open a regular file. Raises OSError for a pipe or a device, which could block the reader."""
    descriptor = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "it is not a regular file")
    return descriptor


def _identity(file: IO[bytes]) -> tuple[int, ...]:
    """Properties that change when a file is replaced or written to."""
    status = os.fstat(file.fileno())
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def _read_at(file: IO[bytes], begin: int, length: int) -> bytes:
    file.seek(begin)
    return file.read(length)
