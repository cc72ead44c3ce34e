"""Compiled code on disk, found by the content of what was compiled.

Numba's own cache is keyed by file and place: it misses closures and does not notice an edited
helper in another file. Here the key is a fingerprint of everything that a function reaches, one
file a function and signature. A file is written aside and renamed, so two processes may compile at
once; a file that cannot be read is compiled anew; a folder that cannot be written is said once.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

from llvmlite.binding import address_of_symbol
from numba.core import compiler
from numba.core.caching import _Cache
from numba.core.serialize import dumps

from kibitz.core.errors import KibitzWarning
from kibitz.core.folders import cache_folder

_KEPT_DAYS = 90  # files not used for longer are removed
_KEPT_BYTES = 512 << 20  # and the least recently used above this
_FORMAT = 5  # of the files: those of another are not looked at
_said: set[str] = set()


class ContentCache(_Cache):  # type: ignore[misc]  # Numba ships no types
    """The cache of one function, found by its `content`: a fingerprint and how it is compiled.

    Only the code for `signature` is kept. A function that calls itself with other types is not kept
    at all: Numba would crash when it loads such code again.
    """

    def __init__(
        self, content: tuple[object, ...], signature: Any, on_miss: Callable[[], None]
    ) -> None:
        self._content = content
        self._signature = signature
        self._has_others = False
        self._on_miss = on_miss
        self._folder = cache_folder()

    @property
    def cache_path(self) -> str:
        """The folder that holds the files."""
        return str(self._folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The function compiled for `sig`, or None where it has to be compiled."""
        if sig != self._signature:
            self._has_others = True
            return None
        path = self._path(sig, target_context.codegen())
        try:
            content = path.read_bytes()
            digest, payload = content[:32], content[32:]
            if hashlib.sha256(payload).digest() == digest:
                symbols, parts = pickle.loads(payload)
                # Only what is missing: to load all of Numba takes a third of a second and more.
                if not all(map(address_of_symbol, symbols)):
                    target_context.refresh()
                result = compiler.CompileResult._rebuild(target_context, *parts)
                os.utime(path)
                return result
            path.unlink(missing_ok=True)
        except FileNotFoundError:
            pass
        except Exception as problem:  # whatever a foreign or damaged file may cause: compile anew
            _say_once(f"compiled code in {self._folder} could not be read ({problem})")
        self._on_miss()
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the function compiled for `sig`."""
        if self._has_others or data.library.has_dynamic_globals or data.lifted:
            return
        payload = dumps((_symbols(data.library), data._reduce()))
        path = self._path(sig, data.codegen)
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=self._folder, delete=False) as file:
                file.write(hashlib.sha256(payload).digest() + payload)
            os.replace(file.name, path)
            _prune(self._folder)
        except OSError as problem:
            _say_once(
                f"compiled code cannot be kept in {self._folder} ({problem.strerror}): "
                "it is compiled again at every start; set KIBITZ_CACHE to a folder that works"
            )

    def enable(self) -> None:
        """Nothing to do: it is always on."""

    def disable(self) -> None:
        """Nothing to do: it is always on."""

    def flush(self) -> None:
        """Nothing to do: nothing is held back."""

    def _path(self, sig: Any, codegen: Any) -> Path:
        key = repr((_FORMAT, self._content, str(sig), codegen.magic_tuple()))
        return self._folder / f"{hashlib.sha256(key.encode()).hexdigest()[:40]}.code"


def _symbols(library: Any) -> list[str]:
    """What the code of `library` needs from outside: of Python, C and Numba."""
    module = library._final_module
    needed = [*module.functions, *module.global_variables]
    names = [value.name for value in needed if value.is_declaration]
    return [name for name in names if not name.startswith("llvm.")]  # those are instructions


def _say_once(text: str) -> None:
    if text not in _said:
        _said.add(text)
        warnings.warn(text, KibitzWarning, stacklevel=2)


def _prune(folder: Path) -> None:
    """Remove what has not been used for long, and the oldest above the size that is kept."""
    oldest = time.time() - _KEPT_DAYS * 86400
    room = _KEPT_BYTES
    found = [(path.stat(), path) for path in folder.glob("*.code")]
    for status, path in sorted(found, key=lambda item: -item[0].st_mtime):
        room -= status.st_size
        if status.st_mtime < oldest or room < 0:
            path.unlink(missing_ok=True)
