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

from kibitz.core.compiling.code_cache import CodeCache
from kibitz.core.compiling.fingerprint import fingerprint
from kibitz.core.compiling.native import Code, NativeFunction, host, missing_symbols
from kibitz.core.compiling.signature import Signature, entry_function

_FORMAT = 7  # of the files and of how code is called: files of another are not read


class Entry:
    """A function that can be compiled for one signature, and where its code is kept.

    `salt`: what else its code depends on. With `boundscheck` every index is checked.
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
        content = fingerprint(self._function)
        tuned = os.environ.get("KIBITZ_TUNED") != "0"
        key = repr((_FORMAT, content, salt, signature, boundscheck, tuned, _compilers(), host()))
        self._name = f"{hashlib.sha256(key.encode()).hexdigest()[:40]}.code"

    @property
    def name(self) -> str:
        """The name of its file in the folder of compiled code."""
        return self._name

    def load(self, cache: CodeCache) -> NativeFunction | None:
        """The function from the disk; None where it has to be compiled."""
        data = cache.read(self._name)
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
        from kibitz.core.compiling.compiler import compile_code

        code = compile_code(self._function, self._count, boundscheck=self._boundscheck)
        function = self._native(code)
        cache.write(self._name, code.to_bytes())
        return function

    def _native(self, code: Code) -> NativeFunction:
        if missing_symbols(code):
            from kibitz.core.compiling.compiler import load_symbols

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
