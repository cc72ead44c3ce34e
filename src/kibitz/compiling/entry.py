"""Load compiled functions from the disk cache, or compile and store them."""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType
from typing import Any

import llvmlite

from kibitz.compiling.code_cache import CodeCache
from kibitz.compiling.fingerprint import externals_of, fingerprint
from kibitz.compiling.native import Code, NativeFunction, host, missing_symbols
from kibitz.compiling.signature import Signature, entry_function

_FORMAT = 8  # version of file format and calling convention; files of other versions are ignored


class Entry:
    """A function to be compiled for one signature, and the cache file of its code.

    `salt`: any other value that the code depends on. With `boundscheck` every index is checked.

    An `External` that it calls is compiled separately, and LLVM links both. The function without
    its externals, the *part*, is cached too: when an external changes, only that is recompiled.
    """

    def __init__(
        self,
        function: FunctionType,
        signature: Signature,
        salt: object,
        *,
        boundscheck: bool = False,
    ) -> None:
        self._function, self._count = entry_function(function, signature)
        self._signature = signature
        self._boundscheck = boundscheck
        self._externals = externals_of(self._function)
        contents = [fingerprint(one.function) for one in self._externals]
        tuned = os.environ.get("KIBITZ_TUNED") != "0"
        self._key = (_FORMAT, salt, boundscheck, tuned, _compilers(), host())
        own = fingerprint(self._function)
        digest = self._digest(own, signature, contents)
        self.name: str = f"{digest}.code"
        self.failure_name: str = (
            f"{digest}.failed"  # where the error is kept if it does not compile
        )
        self._part = f"{self._digest(own, signature)}.part" if self._externals else None

    def _digest(self, *content: object) -> str:
        """The name of a cache file: a hash of everything that its code depends on."""
        return hashlib.sha256(repr((self._key, content)).encode()).hexdigest()[:40]

    def load(self, cache: CodeCache) -> NativeFunction | None:
        """The function from the disk cache; None on a cache miss."""
        data = cache.read(self.name)
        if data is None:
            return None
        try:
            return self._native(Code.from_bytes(data))
        except Exception as problem:  # signed, but LLVM cannot use it: compile again
            cache.warn_unusable(problem)
            return None

    def compile(self, cache: CodeCache) -> NativeFunction:
        """Compile the function and store its code; wait if another process is doing so."""
        was_cached = cache.has(self.name)
        with cache.compiling(self.name):
            found = None
            if not was_cached and cache.has(self.name):
                found = self.load(cache)
            return self._compile(cache) if found is None else found

    def _compile(self, cache: CodeCache) -> NativeFunction:
        # Imported late: importing Numba takes longer than all other imports together.
        from kibitz.compiling.compiler import compile_part, finish

        cached = None if self._part is None else cache.read(self._part)
        if cached is None:
            part = compile_part(self._function, self._count, boundscheck=self._boundscheck)
            if self._part is not None:
                cache.write(self._part, part.to_bytes())
        else:
            part = Code.from_bytes(cached)
        others = []
        for one in self._externals:
            function, count = entry_function(one.function, one.signature)
            found = compile_part(function, count, boundscheck=self._boundscheck, symbol=one.symbol)
            others.append(found)
        code = finish(part, others)
        native = self._native(code)
        cache.write(self.name, code.to_bytes())
        return native

    def _native(self, code: Code) -> NativeFunction:
        if missing_symbols(code):
            from kibitz.compiling.compiler import load_symbols

            load_symbols()
        missing = missing_symbols(code)
        if missing:
            raise ValueError(f"this process has no {', '.join(missing)}")
        return NativeFunction(code, self._signature)


def compile_entry(
    function: FunctionType,
    signature: Signature,
    salt: object,
    on_miss: Callable[[], None],
    *,
    boundscheck: bool = False,
) -> Any:
    """`function`, compiled for `signature`; `on_miss` is called on a cache miss."""
    entry = Entry(function, signature, salt, boundscheck=boundscheck)
    cache = CodeCache()
    found = entry.load(cache)
    if found is not None:
        return found
    on_miss()
    return entry.compile(cache)


@cache
def _compilers() -> tuple[str, str, str]:
    """The versions of Python, Numba and llvmlite."""
    return sys.implementation.cache_tag or "", numba_version(), llvmlite.__version__


def numba_version() -> str:
    """The installed version of Numba, without importing it; empty if it is not installed."""
    spec = find_spec("numba")
    if spec is None or spec.origin is None:
        return ""
    try:
        text = Path(spec.origin).with_name("_version.py").read_text()
    except OSError:
        text = ""
    found = re.search(r'"version": "([^"]+)"', text)
    if found:
        return found[1]
    from importlib.metadata import version

    return version("numba")
