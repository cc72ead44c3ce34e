"""Compiled functions that Python calls: from the disk where they are kept, else compiled now."""

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

_FORMAT = 8  # of the files and of how code is called: files of another are not read


class Entry:
    """A function that can be compiled for one signature, and where its code is kept.

    `salt`: what else its code depends on. With `boundscheck` every index is checked.

    What it calls as an `External` is compiled by itself. The rest, its *part*, is kept on disk too:
    when an external function changes, only that is compiled, and LLVM puts both together.
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
        self.name = f"{self._digest(own, signature, contents)}.code"
        self._part = f"{self._digest(own, signature)}.part" if self._externals else None

    def _digest(self, *content: object) -> str:
        """What names a file: everything that its code depends on."""
        return hashlib.sha256(repr((self._key, content)).encode()).hexdigest()[:40]

    def load(self, cache: CodeCache) -> NativeFunction | None:
        """The function from the disk; None where it has to be compiled."""
        data = cache.read(self.name)
        if data is None:
            return None
        try:
            return self._native(Code.from_bytes(data))
        except Exception as problem:  # our own file, but LLVM cannot use it: compile again
            cache.complain(problem)
            return None

    def compile(self, cache: CodeCache) -> NativeFunction:
        """The function, compiled now and kept."""
        # Imported late: importing Numba takes longer than everything else together.
        from kibitz.compiling.compiler import compile_part, finish

        kept = None if self._part is None else cache.read(self._part)
        if kept is None:
            part = compile_part(self._function, self._count, boundscheck=self._boundscheck)
            if self._part is not None:
                cache.write(self._part, part.to_bytes())
        else:
            part = Code.from_bytes(kept)
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
    """`function` compiled for `signature`; `on_miss` is called where it is not on the disk."""
    entry = Entry(function, signature, salt, boundscheck=boundscheck)
    cache = CodeCache()
    found = entry.load(cache)
    if found is not None:
        return found
    on_miss()
    return entry.compile(cache)


@cache
def _compilers() -> tuple[str, str, str]:
    """The versions of what compiles."""
    return sys.implementation.cache_tag or "", numba_version(), llvmlite.__version__


def numba_version() -> str:
    """The version of Numba that is installed, without importing it; empty where there is none."""
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
