"""Rules that failed to compile: the error is stored with the compiled code.

A short command that starts compiling in the background may end before the failure. The next command
then reports it instead of compiling again.
"""

from __future__ import annotations

import json

from kibitz.compiling.code_cache import CodeCache
from kibitz.core.errors import CompileError, KibitzError


def store_failure(cache: CodeCache, name: str, error: CompileError) -> None:
    """Store an error under `name`."""
    content = {"code": error.code, "params": dict(error.message.params)}
    cache.write(name, json.dumps(content).encode())


def stored_failure(cache: CodeCache, name: str) -> CompileError | None:
    """The error stored under `name`, or None."""
    data = cache.read(name) if cache.has(name) else None
    if data is None:
        return None
    try:
        found = json.loads(data)
        return CompileError(found["code"], **found["params"])
    except (KibitzError, ValueError, KeyError, TypeError):
        return None
