"""The record of a match: a file of JSON lines, from which an interrupted match continues.

The first line is the specification; each further line is one finished game. Only one process
appends lines, and incomplete lines are ignored, so killing it loses at most the last batch of
games.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from kibitz.core.documents import parse_json
from kibitz.core.errors import RecordError
from kibitz.core.file_lock import lock_file
from kibitz.match.match_header import MatchHeader
from kibitz.match.result import Result
from kibitz.match.specification import differences

FORMAT = "kibitz-match"
VERSION = 1


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a record."""

    header: dict[str, Any]  # as stored, for comparisons
    match: MatchHeader  # parsed
    results: dict[int, Result] = field(default_factory=dict)  # by number
    size: int = 0  # bytes up to the end of the last complete line


def read_record(path: str | os.PathLike[str]) -> Contents:
    """Read a record file; raises RecordError if it is damaged or not a record."""
    source = repr(os.fspath(path))
    try:
        with open(path, "rb") as file:
            data = file.read()
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise RecordError("record_unreadable", source=source, problem=reason) from None
    return _parse(data, source)


class MatchRecord:
    """A record that is being written, locked against other processes."""

    def __init__(self, path: str | os.PathLike[str], header: dict[str, Any]) -> None:
        """Create the file, or continue an existing record of the same match."""
        self._path = os.fspath(path)
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
            self._file: BinaryIO = open(descriptor, "r+b")  # noqa: SIM115 - closed by `close`
        except (OSError, ValueError) as problem:
            raise self._unwritable(problem) from None
        first = json.dumps({"format": FORMAT, "version": VERSION, **header}, ensure_ascii=False)
        try:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise OSError("it is not an ordinary file")
            try:
                lock_file(self._file)
            except BlockingIOError:
                raise RecordError("match_running", path=self._path) from None
            data = self._file.read()
            if b"\n" not in data and first.encode().startswith(data):  # new, or truncated
                data = first.encode() + b"\n"
                self._file.seek(0)
                self._write(data)
            found = _parse(data, repr(self._path))
            found_differences = differences(found.header, header)
            if found_differences:
                raise RecordError(
                    "match_differs", path=self._path, differences=", ".join(found_differences)
                )
            self.results: dict[int, Result] = found.results
            self._file.truncate(found.size)
            self._file.seek(found.size)
        except OSError as problem:
            self._file.close()
            raise self._unwritable(problem) from None
        except BaseException:
            self._file.close()
            raise

    def append(self, results: Sequence[Result]) -> None:
        """Store finished games and flush them to the disk."""
        lines = [json.dumps(one.as_dict(), ensure_ascii=False) + "\n" for one in results]
        try:
            self._write("".join(lines).encode())
        except OSError as problem:
            raise self._unwritable(problem) from None

    def _write(self, data: bytes) -> None:
        self._file.write(data)
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file and release the lock."""
        with suppress(OSError):  # `append` has already flushed or raised an error
            self._file.close()

    def _unwritable(self, problem: Exception) -> RecordError:
        reason = getattr(problem, "strerror", None) or str(problem)
        return RecordError("record_unwritable", path=self._path, problem=reason)


def _parse(data: bytes, source: str) -> Contents:
    """The header and the games of all complete lines; an incomplete last line is ignored."""
    size = data.rfind(b"\n") + 1
    lines = data[:size].splitlines()
    header = _json(lines[0]) if lines else None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise RecordError("no_match_record", source=source)
    if header.get("version") != VERSION:
        raise RecordError(
            "record_from_future",
            source=source,
            version=repr(header.get("version")),
            what="the record of a match",
            known=VERSION,
        )
    specification = {key: header[key] for key in header if key not in ("format", "version")}
    try:
        match = MatchHeader.from_dict(specification)
    except ValueError as problem:
        what = f"its first line {problem}"
        raise RecordError("match_damaged", source=source, problem=what) from None
    found = Contents(specification, match, size=size)
    for index, line in enumerate(lines[1:], 2):
        try:
            result = Result.from_dict(parse_json(line), len(match.players))
        except ValueError as problem:
            what = f"line {index}: {problem}"
            raise RecordError("match_damaged", source=source, problem=what) from None
        found.results.setdefault(result.number, result)
    return found


def _json(line: bytes) -> object:
    """The JSON document of a line; None if it is invalid."""
    try:
        return parse_json(line)
    except ValueError:
        return None
