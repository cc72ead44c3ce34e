"""Files of self-play: the positions of finished games, with scores and results.

The first line is a JSON object: the format, the game, the settings, and the number of words of a
position. Then there is one block for each finished game:

    magic   4 bytes   KBZG
    sizes   3 x u4    size of the content, CRC-32 of the content, number of the game
    content           compressed with zlib

Numbers are little-endian. The content, uncompressed, begins with the number of plies (u4), the
reason for the end of the game (u1, an index of REASONS), the nodes of all searches (u8) and the
payoff of each side (i1). Records of `record_type` follow, one for each position searched.

Only one process appends blocks, and an incomplete last block is ignored. So a killed process loses
only the games in progress.
"""

from __future__ import annotations

import json
import os
import stat
import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, BinaryIO

from kibitz.core.documents import parse_json
from kibitz.core.errors import LimitError, RecordError
from kibitz.core.file_lock import lock_file
from kibitz.games.game_ref import GameId
from kibitz.training.position_records import QUIET, REASONS, PlayedGame, record_type
from kibitz.training.self_play_settings import SelfPlaySettings

FORMAT = "kibitz-self-play"
VERSION = 1

_MAGIC = b"KBZG"
_BLOCK = struct.Struct("<4sIII")
_GAME = struct.Struct("<IBQ")
_MOST_SIDES = 16
_MOST_WORDS = 1 << 12
_MOST_BYTES = 1 << 28  # of one game, uncompressed


@dataclass(frozen=True, slots=True)
class SelfPlayHeader:
    """The first line of a file."""

    game: GameId
    digest: str  # of the rules of a user's game, see `own_digest`
    evaluation: str  # a hash of the evaluation and its weights
    players: int
    words: int  # of a position
    settings: SelfPlaySettings

    def as_dict(self) -> dict[str, Any]:
        """The header as a JSON object."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game.as_dict(),
            "digest": self.digest,
            "evaluation": self.evaluation,
            "players": self.players,
            "words": self.words,
            "settings": self.settings.as_dict(),
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> SelfPlayHeader:
        """The header from a JSON object. Raises ValueError if it is none."""
        try:
            found = cls(
                game=GameId(**values["game"]),
                digest=_text(values["digest"]),
                evaluation=_text(values["evaluation"]),
                players=_whole(values["players"], 2, _MOST_SIDES),
                words=_whole(values["words"], 1, _MOST_WORDS),
                settings=SelfPlaySettings.from_dict(values["settings"]),
            )
        except (KeyError, TypeError, LimitError) as problem:
            raise ValueError(f"its first line is incomplete ({problem})") from None
        return found

    def differences(self, other: SelfPlayHeader) -> list[str]:
        """What differs from another header, in words."""
        found = [
            f"{name} was {before!r} and is {now!r}"
            for name, before, now in (
                ("the game", str(self.game), str(other.game)),
                ("the version of its rules", self.game.version, other.game.version),
                ("the code of its rules", self.digest, other.digest),
                ("its evaluation", self.evaluation, other.evaluation),
            )
            if before != now
        ]
        now = other.settings.as_dict()
        found += [
            f"{name} was {value!r} and is {now[name]!r}"
            for name, value in self.settings.as_dict().items()
            if value != now[name]
        ]
        return found


@dataclass(frozen=True, slots=True)
class _Block:
    """Where the content of one game is."""

    number: int
    start: int
    size: int
    checksum: int


class SelfPlayReader:
    """Reads a file of self-play. Games and positions are read on demand."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Open the file. Raises RecordError if it is damaged or another file."""
        self.path: str = os.fspath(path)
        self.header: SelfPlayHeader
        self.size: int  # bytes up to the end of the last complete game
        try:
            with open(path, "rb") as file:
                self.header, self._blocks, self.size = _scan(file, self.path)
        except (OSError, ValueError) as problem:
            raise _unreadable(self.path, problem) from None

    def __len__(self) -> int:
        """The number of games."""
        return len(self._blocks)

    @property
    def numbers(self) -> frozenset[int]:
        """The numbers of the finished games."""
        return frozenset(block.number for block in self._blocks)

    def games(self) -> Iterator[PlayedGame]:
        """The finished games, in the order in which they are stored."""
        try:
            with open(self.path, "rb") as file:
                for block in self._blocks:
                    file.seek(block.start)
                    content = file.read(block.size)
                    yield _game(block, content, self.header, self.path)
        except OSError as problem:
            raise _unreadable(self.path, problem) from None

    def positions(self, *, quiet: bool = False) -> tuple[Any, Any]:
        """All positions as one NumPy array of `record_type`, and the number of each one's game.

        With `quiet`, only positions without a noisy legal move.
        """
        import numpy as np

        kind = record_type(self.header.words)
        arrays, numbers = [np.zeros(0, kind)], [np.zeros(0, np.int64)]
        for game in self.games():
            found = game.records
            if quiet:
                found = found[found["flags"] & QUIET != 0]
            arrays.append(found)
            numbers.append(np.full(len(found), game.number, np.int64))
        return np.concatenate(arrays), np.concatenate(numbers)


class SelfPlayWriter:
    """Appends games to a file, which it locks against other processes."""

    def __init__(self, path: str | os.PathLike[str], header: SelfPlayHeader) -> None:
        """Create the file, or continue one with the same header; otherwise RecordError."""
        self._path = os.fspath(path)
        self._words = header.words
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
            self._file: BinaryIO = open(descriptor, "r+b")  # noqa: SIM115 - closed by `close`
        except (OSError, ValueError) as problem:
            raise self._unwritable(problem) from None
        try:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise OSError("it is not an ordinary file")
            try:
                lock_file(self._file)
            except BlockingIOError:
                raise RecordError("positions_running", path=self._path) from None
            first = json.dumps(header.as_dict()).encode() + b"\n"
            start = self._file.read(len(first))
            if b"\n" not in start and first.startswith(
                start
            ):  # new, or killed before the line was complete
                self._file.seek(0)
                self._write(first)
            self._file.seek(0)
            found, blocks, size = _scan(self._file, self._path)
            differences = found.differences(header)
            if differences:
                raise RecordError(
                    "positions_differ", path=self._path, differences="; ".join(differences)
                )
            self.numbers: frozenset[int] = frozenset(block.number for block in blocks)
            self._file.truncate(size)
            self._file.seek(size)
        except OSError as problem:
            self._file.close()
            raise self._unwritable(problem) from None
        except BaseException:
            self._file.close()
            raise

    def append(self, games: Sequence[PlayedGame]) -> None:
        """Store finished games, and flush them to the disk."""
        data = b"".join(_packed(game) for game in games)
        try:
            self._write(data)
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
        return RecordError("positions_unwritable", path=self._path, problem=reason)


def _packed(game: PlayedGame) -> bytes:
    """The block of a game."""
    facts = _GAME.pack(game.plies, game.reason, game.nodes)
    payoffs = struct.pack(f"<{len(game.payoffs)}b", *game.payoffs)
    content = zlib.compress(facts + payoffs + game.records.tobytes())
    return _BLOCK.pack(_MAGIC, len(content), zlib.crc32(content), game.number) + content


def _scan(file: BinaryIO, path: str) -> tuple[SelfPlayHeader, list[_Block], int]:
    """The header, the blocks without their contents, and the end of the last complete block.

    Raises RecordError if the file is another one or damaged.
    """
    line = file.readline(1 << 16)
    header = _header(line, path)
    size = os.fstat(file.fileno()).st_size
    at, blocks, seen = len(line), [], set()
    while at + _BLOCK.size <= size:
        file.seek(at)
        magic, length, checksum, number = _BLOCK.unpack(file.read(_BLOCK.size))
        if magic != _MAGIC:
            problem = f"there is no game at byte {at}"
            raise RecordError("positions_damaged", path=path, problem=problem)
        start = at + _BLOCK.size
        if start + length > size:
            break
        if number not in seen:
            seen.add(number)
            blocks.append(_Block(number, start, length, checksum))
        at = start + length
    return header, blocks, at


def _header(line: bytes, path: str) -> SelfPlayHeader:
    try:
        values = parse_json(line) if line.endswith(b"\n") else None
    except ValueError:
        values = None
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise RecordError("no_position_file", path=path)
    if values.get("version") != VERSION:
        version = repr(values.get("version"))
        raise RecordError("positions_from_future", path=path, version=version, known=VERSION)
    try:
        return SelfPlayHeader.from_dict(values)
    except ValueError as problem:
        raise RecordError("positions_damaged", path=path, problem=problem) from None


def _game(block: _Block, content: bytes, header: SelfPlayHeader, path: str) -> PlayedGame:
    """The game in a block. Raises RecordError if it is damaged."""
    import numpy as np

    kind = record_type(header.words)
    try:
        if len(content) != block.size or zlib.crc32(content) != block.checksum:
            raise ValueError("its checksum is wrong")
        data = zlib.decompressobj().decompress(content, _MOST_BYTES)
        plies, reason, nodes = _GAME.unpack_from(data)
        payoffs = struct.unpack_from(f"<{header.players}b", data, _GAME.size)
        records = np.frombuffer(data, kind, offset=_GAME.size + header.players)
        if reason >= len(REASONS):
            raise ValueError(f"the reason {reason} is unknown")
    except (ValueError, struct.error, zlib.error) as problem:
        what = f"game {block.number}: {problem}"
        raise RecordError("positions_damaged", path=path, problem=what) from None
    return PlayedGame(block.number, payoffs, plies, reason, nodes, records)


def _unreadable(path: str, problem: Exception) -> RecordError:
    reason = getattr(problem, "strerror", None) or str(problem)
    return RecordError("positions_unreadable", path=path, problem=reason)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"expected text, got {value!r:.40}")
    return value


def _whole(value: object, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise TypeError(f"expected a number from {least} to {most}, got {value!r:.40}")
    return value
