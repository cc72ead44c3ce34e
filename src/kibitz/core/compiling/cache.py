"""Compiled code on disk, found by the content of what was compiled.

Numba's own cache is keyed by file and place: it misses closures and does not notice an edited
helper in another file. Here the key is a fingerprint of everything that a function reaches, one
file a function and signature. Files are signed and their folder is private (see `vault`), because
they hold pickles. A file is written aside and renamed, so two processes may compile at once; a file
that cannot be read is compiled anew; a folder that cannot be used is said once, and code is then
compiled in memory at every start.
"""

from __future__ import annotations

import hashlib
import pickle
import re
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

from llvmlite.binding import address_of_symbol
from numba.core import compiler
from numba.core.caching import _Cache
from numba.core.serialize import dumps

from kibitz.core.compiling.vault import UntrustedFolderError, opened
from kibitz.core.errors import KibitzError, KibitzWarning
from kibitz.core.folders import cache_folder

_KEPT_DAYS = 90  # files not used for longer are removed
_KEPT_BYTES = 512 << 20  # and the least recently used above this
_FORMAT = 6  # of the files: those of another are not looked at
_NAMES = re.compile(r"[0-9a-f]{40}\.code")
_WORKS = "it is compiled again at every start; set KIBITZ_CACHE to a folder that works"
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
        self._folder = _chosen_folder()

    @property
    def cache_path(self) -> str:
        """The folder that holds the files."""
        return str(self._folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The function compiled for `sig`, or None where it has to be compiled."""
        if sig != self._signature:
            self._has_others = True
            return None
        payload = self._payload(self._name(sig, target_context.codegen()))
        if payload is not None:
            try:
                symbols, parts = pickle.loads(payload)
                # Only what is missing: to load all of Numba takes a third of a second and more.
                if not all(map(address_of_symbol, symbols)):
                    target_context.refresh()
                return compiler.CompileResult._rebuild(target_context, *parts)
            except Exception as problem:  # our own file, but Numba cannot use it: compile anew
                _say_once(f"compiled code in {self._folder} could not be read ({problem})")
        self._on_miss()
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the function compiled for `sig`."""
        if self._has_others or data.library.has_dynamic_globals or data.lifted:
            return
        if self._folder is None:
            return
        payload = dumps((_symbols(data.library), data._reduce()))
        try:
            with opened(self._folder, create=True) as vault:
                vault.write(self._name(sig, data.codegen), payload)
                vault.prune(_NAMES, _KEPT_DAYS, _KEPT_BYTES)
        except UntrustedFolderError as problem:
            _say_once(str(problem))
        except OSError as problem:
            reason = problem.strerror or problem
            _say_once(f"compiled code cannot be kept in {self._folder} ({reason}): {_WORKS}")

    def enable(self) -> None:
        """Nothing to do: it is always on."""

    def disable(self) -> None:
        """Nothing to do: it is always on."""

    def flush(self) -> None:
        """Nothing to do: nothing is held back."""

    def _payload(self, name: str) -> bytes | None:
        """What this user's Kibitz has kept under `name`, or None."""
        if self._folder is None:
            return None
        try:
            with opened(self._folder) as vault:
                return vault.read(name)
        except UntrustedFolderError as problem:
            _say_once(str(problem))
        except OSError:  # to keep the code will fail too, and says why
            pass
        return None

    def _name(self, sig: Any, codegen: Any) -> str:
        key = repr((_FORMAT, self._content, str(sig), codegen.magic_tuple()))
        return f"{hashlib.sha256(key.encode()).hexdigest()[:40]}.code"


def _chosen_folder() -> Path | None:
    """The folder for compiled code; None, said once, where the user has no folders at all."""
    try:
        return cache_folder()
    except (KibitzError, RuntimeError) as problem:  # Path.expanduser: there is no home
        _say_once(f"there is no folder for compiled code ({problem}): {_WORKS}")
        return None


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
