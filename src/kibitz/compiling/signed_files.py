"""Signed files in a private folder.

Loading compiled code runs it, so the folder must belong to this user, no other user may write to
it, and every file is signed with a key that is stored in the folder and that only this user can
read. A file without a valid signature for its name is ignored.

The folder is checked after it is opened, and its files are opened relative to its descriptor, so
that the folder cannot be swapped between the check and the use. Windows has neither folder
descriptors nor permission bits, but there the user's profile folder is private anyway.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import hmac
import os
import re
import secrets
import stat
import time
from collections.abc import Iterator
from pathlib import Path

_KEY = "key"
_KEY_BYTES = 32
_MAC_BYTES = hashlib.sha256().digest_size
_MOST_BYTES = 256 << 20  # maximum size of a file; compiled code takes less than a megabyte
_TEMPORARY = ".part"  # suffix of a file that is being written
_TEMPORARY_NAMES = re.compile(rf"[0-9a-f]{{16}}{re.escape(_TEMPORARY)}")
_TEMPORARY_SECONDS = 3600.0  # older temporary files are from killed processes
_DAY = 86400.0
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_HAS_OWNERS = os.name == "posix"
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_PLAIN = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


class UntrustedFolderError(Exception):
    """The folder is not private; the message contains the reason and a remedy."""


class SignedFolder:
    """An open private folder of signed files."""

    def __init__(self, folder: Path, descriptor: int | None) -> None:
        self._descriptor = descriptor  # None if the system has no folder descriptors
        self._base = "" if descriptor is not None else os.fspath(folder)

    def read(self, name: str) -> bytes | None:
        """The content stored under `name`; None if there is no file with a valid signature."""
        key = self._key()
        if key is None:
            return None
        content = self._content(name)
        if content is None:
            return None
        payload = content[_MAC_BYTES:]
        if not hmac.compare_digest(content[:_MAC_BYTES], _mac(key, name, payload)):
            return None
        with contextlib.suppress(OSError):  # the folder may be read-only
            os.utime(self._at(name), dir_fd=self._descriptor, follow_symlinks=not _HAS_OWNERS)
        return payload

    def write(self, name: str, payload: bytes) -> None:
        """Sign and store `payload`, replacing any file of this name. Raises OSError if it fails."""
        key = self._key() or self._new_key()
        self._replace(name, _mac(key, name, payload) + payload)

    def prune(self, names: re.Pattern[str], days: float, most_bytes: int) -> None:
        """Remove old files whose names match `names`, and temporary files of killed processes.

        Files not used for `days` are removed, then the least recently used ones until the rest
        fits in `most_bytes`.
        """
        now, room = time.time(), most_bytes
        found: list[tuple[float, int, str]] = []
        for name in os.listdir(self._base if self._descriptor is None else self._descriptor):
            is_temporary = _TEMPORARY_NAMES.fullmatch(name) is not None
            if not is_temporary and names.fullmatch(name) is None:
                continue
            try:
                status = os.stat(
                    self._at(name), dir_fd=self._descriptor, follow_symlinks=not _HAS_OWNERS
                )
            except OSError:  # another process removed it
                continue
            if not is_temporary:
                found.append((status.st_mtime, status.st_size, name))
            elif status.st_mtime < now - _TEMPORARY_SECONDS:
                self._remove(name)
        for moment, size, name in sorted(found, reverse=True):
            room -= size
            if moment < now - days * _DAY or room < 0:
                self._remove(name)

    def _key(self) -> bytes | None:
        """The key; None if it is missing or another user may know it."""
        key = self._content(_KEY, is_secret=True)
        return key if key is not None and len(key) == _KEY_BYTES else None

    def _new_key(self) -> bytes:
        """Create the key. Processes that do so concurrently get the same one."""
        made = secrets.token_bytes(_KEY_BYTES)
        temporary = self._write_temporary(made)
        try:
            with contextlib.suppress(FileExistsError):
                self._link(temporary, _KEY)
                return made
            found = self._key()
            if found is not None:
                return found
            # The existing key is not trusted. Code signed with it is compiled again.
            self._rename(temporary, _KEY)
            return made
        finally:
            self._remove(temporary)

    def _content(self, name: str, *, is_secret: bool = False) -> bytes | None:
        """The content of a regular file of this user; None for anything else."""
        try:
            descriptor = os.open(
                self._at(name), os.O_RDONLY | _NO_FOLLOW | _PLAIN, dir_fd=self._descriptor
            )
        except OSError:
            return None
        try:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode) or status.st_size > _MOST_BYTES:
                return None
            if _HAS_OWNERS and status.st_uid != os.geteuid():
                return None
            if _HAS_OWNERS and is_secret and status.st_mode & _OTHERS:
                return None
            with open(descriptor, "rb", closefd=False) as file:
                return file.read(status.st_size)
        except OSError:
            return None
        finally:
            os.close(descriptor)

    def _replace(self, name: str, content: bytes) -> None:
        temporary = self._write_temporary(content)
        try:
            self._rename(temporary, name)
        except BaseException:
            self._remove(temporary)
            raise

    def _write_temporary(self, content: bytes) -> str:
        """Write a temporary file and return its name. It is removed if writing fails."""
        name = f"{secrets.token_hex(8)}{_TEMPORARY}"
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_FOLLOW | _PLAIN
        descriptor = os.open(self._at(name), flags, 0o600, dir_fd=self._descriptor)
        try:
            with open(descriptor, "wb") as file:
                file.write(content)
        except BaseException:
            self._remove(name)
            raise
        return name

    def _at(self, name: str) -> str:
        return os.path.join(self._base, name)

    def _rename(self, old: str, new: str) -> None:
        os.replace(
            self._at(old), self._at(new), src_dir_fd=self._descriptor, dst_dir_fd=self._descriptor
        )

    def _link(self, old: str, new: str) -> None:
        """Give a file a second name. Raises FileExistsError if that name is in use."""
        try:
            os.link(
                self._at(old),
                self._at(new),
                src_dir_fd=self._descriptor,
                dst_dir_fd=self._descriptor,
            )
        except FileExistsError:
            raise
        except OSError as problem:
            # Some file systems have no hard links: there, the last process to write wins.
            if problem.errno not in (errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK):
                raise
            self._rename(old, new)

    def _remove(self, name: str) -> None:
        with contextlib.suppress(OSError):
            os.unlink(self._at(name), dir_fd=self._descriptor)


def _mac(key: bytes, name: str, payload: bytes) -> bytes:
    """The signature of a file. It covers the name, so that a renamed file is rejected."""
    signed = hmac.new(key, name.encode() + b"\0", hashlib.sha256)
    signed.update(payload)
    return signed.digest()


@contextlib.contextmanager
def open_signed_folder(folder: Path, *, create: bool = False) -> Iterator[SignedFolder]:
    """Open `folder`; with `create`, create it if it does not exist.

    Raises OSError if it cannot be opened, UntrustedFolderError if other users may write to it.
    """
    if not _HAS_OWNERS:
        if create:
            folder.mkdir(parents=True, exist_ok=True)
        yield SignedFolder(folder, None)
        return
    descriptor = _open_folder(folder, create=create)
    try:
        _check(folder, descriptor)
        yield SignedFolder(folder, descriptor)
    finally:
        os.close(descriptor)


def _open_folder(folder: Path, *, create: bool) -> int:
    flags = os.O_RDONLY | os.O_DIRECTORY | _PLAIN
    try:
        return os.open(folder, flags)
    except FileNotFoundError:
        if not create:
            raise
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return os.open(folder, flags)


def _check(folder: Path, descriptor: int) -> None:
    """Raise UntrustedFolderError if other users may write to the folder; else deny them access."""
    status = os.fstat(descriptor)
    if status.st_uid != os.geteuid():
        raise UntrustedFolderError(
            f"The folder of compiled code {str(folder)!r} is not used, because it belongs to "
            f"another user (number {status.st_uid}). Set KIBITZ_CACHE to a folder of your own."
        )
    if status.st_mode & _OTHERS_WRITE:
        raise UntrustedFolderError(
            f"The folder of compiled code {str(folder)!r} is not used, because other users may "
            "write to it. Run `chmod 700` on it, or set KIBITZ_CACHE to a folder of your own."
        )
    if status.st_mode & _OTHERS:
        with contextlib.suppress(OSError):  # a read-only file system; the files are signed anyway
            os.fchmod(descriptor, 0o700)
