"""A hash of a function and everything that it refers to.

The hash changes with the function's code and with every constant, tuple and helper that it refers
to, directly or through other functions. The names and paths of files do not matter.
"""

from __future__ import annotations

import dis
import hashlib
import sys
from collections.abc import Iterator
from functools import lru_cache
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeAlias

from kibitz.compiling.external import External

Names: TypeAlias = dict[str, object]

KNOWN_MODULES = frozenset({"cmath", "math", "numpy", "operator"})


def plain(value: object) -> object:
    """The Python function behind a compiled one; any other value is returned unchanged."""
    return getattr(value, "py_func", value)


def _instructions(code: CodeType) -> Iterator[dis.Instruction]:
    """The instructions of `code` and of the functions nested in it."""
    yield from dis.get_instructions(code)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _instructions(constant)


@lru_cache(maxsize=4096)
def _names_in(code: CodeType) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names that `code` reads as globals and as attributes."""
    loaded: set[str] = set()
    attributes: set[str] = set()
    for step in _instructions(code):
        if step.opname == "LOAD_GLOBAL":
            loaded.add(step.argval)
        elif step.opname in ("LOAD_ATTR", "LOAD_METHOD"):
            attributes.add(step.argval)
    return tuple(sorted(loaded)), tuple(sorted(attributes))


def globals_of(function: FunctionType) -> Names:
    """The globals that `function` and the functions nested in it read."""
    scope = function.__globals__
    return {name: scope[name] for name in _names_in(function.__code__)[0] if name in scope}


def closure_of(function: FunctionType) -> Names:
    """The values of `function`'s free variables, except those that are unset."""
    found = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            found[name] = cell.cell_contents
        except ValueError:
            continue
    return found


def members_used(function: FunctionType, module: ModuleType) -> Names:
    """The members of `module` that `function` may use.

    Empty for modules that Numba supports.
    """
    if module.__name__.partition(".")[0] in KNOWN_MODULES:
        return {}
    names = _names_in(function.__code__)[1]
    return {name: getattr(module, name) for name in names if hasattr(module, name)}


def externals_of(function: FunctionType) -> tuple[External, ...]:
    """The external functions that `function` and its helpers call, one per symbol."""
    found: dict[str, External] = {}
    seen: set[FunctionType] = set()
    pending = [function]
    while pending:
        current = pending.pop()
        if current in seen:
            continue
        seen.add(current)
        for value in (*globals_of(current).values(), *closure_of(current).values()):
            members = members_used(current, value).values() if isinstance(value, ModuleType) else ()
            for reached in map(plain, (value, *members)):
                if isinstance(reached, External):
                    found[reached.symbol] = reached
                elif isinstance(reached, FunctionType):
                    pending.append(reached)
    return tuple(found[symbol] for symbol in sorted(found))


def fingerprint(function: FunctionType) -> str:
    """The hexadecimal SHA-256 of `function` and everything that it refers to."""
    digest = hashlib.sha256(repr(sys.version_info[:2]).encode())
    _Hasher(digest).add(function)
    return digest.hexdigest()


class _Hasher:
    """Adds values to a hash, each function once, in the same order in every process."""

    def __init__(self, digest: hashlib._Hash) -> None:
        self._digest = digest
        self._numbers: dict[FunctionType, int] = {}

    def _add_text(self, text: str) -> None:
        self._digest.update(text.encode() + b"\0")

    def add(self, value: object) -> None:
        value = plain(value)
        if isinstance(value, FunctionType):
            self._function(value)
        elif isinstance(value, CodeType):
            self._code(value)
        elif isinstance(value, type):
            self._add_text(f"type {value.__name__} {getattr(value, '_fields', ())}")
        elif isinstance(value, tuple | list):
            self._add_text(f"sequence {len(value)}")
            if all(type(item) is int for item in value):  # as the loop below, but faster
                self._digest.update("".join(f"int {item}\0" for item in value).encode())
            else:
                for item in value:
                    self.add(item)
        elif hasattr(value, "tobytes"):
            self._add_text(f"array {getattr(value, 'dtype', '')} {getattr(value, 'shape', '')}")
            array: Any = value
            self._digest.update(array.tobytes())
        elif isinstance(value, ModuleType):
            self._add_text(f"module {value.__name__}")
        elif isinstance(value, frozenset):
            self._add_text(f"set {sorted(map(repr, value))}")
        elif isinstance(value, int | float | complex | str | bytes | None | type(...)):
            self._add_text(f"{type(value).__name__} {value!r}")
        else:
            # Not the repr: it may contain an address, and so would never match in another process.
            content = getattr(value, "content", "")
            self._add_text(f"object {type(value).__qualname__} {content}".rstrip())

    def _function(self, function: FunctionType) -> None:
        if function in self._numbers:
            self._add_text(f"function {self._numbers[function]}")
            return
        self._numbers[function] = len(self._numbers)
        self._add_text(f"new function {self._numbers[function]}")
        self._code(function.__code__)
        self.add(function.__defaults__ or ())
        for scope in (globals_of(function), closure_of(function)):
            for name, value in sorted(scope.items()):
                self._add_text(name)
                if isinstance(value, ModuleType):
                    for member, content in members_used(function, value).items():
                        self._add_text(member)
                        self.add(content)
                self.add(value)

    def _code(self, code: CodeType) -> None:
        self._digest.update(code.co_code)
        self._add_text(repr((code.co_names, code.co_varnames, code.co_freevars, code.co_flags)))
        for constant in code.co_consts:
            self.add(constant)
