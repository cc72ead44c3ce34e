"""Compiled copies of plain functions.

A function is copied with everything it reaches: called functions become compiled copies of their
own, tuples and lists of integers become arrays. The originals are not touched, so a game's module
never shows that it was compiled.
"""

from __future__ import annotations

import inspect
import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CellType, FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.typeinfer import TypeInferer

from kibitz.core.compiling.cache import ContentCache
from kibitz.core.compiling.instructions import OVERLOADED
from kibitz.core.compiling.lowering import SearchCompiler, filled_once
from kibitz.core.compiling.words import words
from kibitz.core.errors import KibitzWarning
from kibitz.core.fingerprint import (
    KNOWN_MODULES,
    closure_of,
    fingerprint,
    globals_of,
    is_recursive,
    members_used,
    plain,
)

int64 = types.int64

_SMALL = 4  # shorter flat tuples stay tuples, so that they can be unpacked
_ALLOCATION = re.compile(r"NRT_MemInfo_(?:new|alloc)|NRT_Allocate")
_NEEDS_MEMORY = "NRT required"  # how Numba refuses to allocate
_LARGE = 64  # nested tuples with more numbers than this become two-dimensional arrays


def array(element: str) -> Any:
    """The type of a flat array of `element`, NumPy's name of a number: "uint16"."""
    if element == "int64":
        return words
    return types.Array(numba.from_dtype(np.dtype(element)), 1, "C")


def position(fields: int) -> Any:
    """The type of a state that crosses the border: a tuple of `fields` integers."""
    return types.UniTuple(int64, fields)


def pair(one: Any) -> Any:
    """The type of two values of the type `one`."""
    return types.UniTuple(one, 2)


class Copies:
    """Compiled copies of functions that share their helpers.

    `allocates`: whether they may make lists, sets or texts. Code that may not holds no references
    that must be counted, which makes a search half as fast again.
    """

    def __init__(self, *, boundscheck: bool = False, allocates: bool = True) -> None:
        self._options = {
            "nogil": True,
            "error_model": "python",
            "boundscheck": boundscheck,
            "_nrt": allocates,
            "pipeline_class": SearchCompiler,
        }
        self._done: dict[FunctionType, Any] = {}

    def of(self, function: FunctionType, *, is_helper: bool = False) -> Any:
        """The compiled copy of `function`; nothing is compiled before it is called.

        A helper is called by compiled code only. It goes without the wrappers that Python and C
        would need, which take a quarter of the time to compile.
        """
        if function not in self._done:
            self.shell(function, is_helper=is_helper)
            self.fill(function)
        return self._done[function]

    def shell(
        self, function: FunctionType, content: str | None = None, *, is_helper: bool = False
    ) -> Any:
        """A copy without what `function` calls: enough for one that is loaded from the disk.

        `content` is the fingerprint of `function`, where that is known.
        """
        # The name holds the content: Numba's symbols are only unique within one process, and two
        # functions of one name, one of them from the disk, would be taken for each other.
        name = f"{function.__name__}_{(content or fingerprint(function))[:16]}"
        scope: dict[str, Any] = {**function.__globals__, "__name__": "kibitz"}
        cells = tuple(CellType() for _ in function.__closure__ or ())
        copy = FunctionType(function.__code__, scope, name, function.__defaults__, cells)
        copy.__kwdefaults__ = function.__kwdefaults__
        copy.__qualname__ = name
        copy.__module__ = "kibitz"
        unwrapped = {"no_cpython_wrapper": is_helper, "no_cfunc_wrapper": is_helper}
        compiled = self._done[function] = numba.njit(**self._options, **unwrapped)(copy)
        _share_constants(compiled)
        return compiled

    def fill(self, function: FunctionType) -> None:
        """Give the copy of `function` copies of what it calls."""
        copy = self._done[function].py_func
        for key, value in globals_of(function).items():
            copy.__globals__[key] = self._value(function, value)
        values = closure_of(function)
        for key, cell in zip(function.__code__.co_freevars, copy.__closure__ or (), strict=True):
            cell.cell_contents = self._value(function, values[key])

    def allocating_generators(self) -> list[str]:
        """The generators among the copies compiled so far that allocate memory."""
        return [
            function.__name__
            for function, copy in self._done.items()
            if inspect.isgeneratorfunction(function)
            and any(_ALLOCATION.search(text) for text in copy.inspect_llvm().values())
        ]

    def _value(self, user: FunctionType, value: object) -> object:
        """What stands for `value` in the copy of `user`."""
        value = plain(value)
        if isinstance(value, FunctionType):
            return value if value in OVERLOADED else self.of(value, is_helper=True)
        if isinstance(value, tuple | list) and not hasattr(value, "_fields"):
            return _table(value)
        if isinstance(value, ModuleType) and value.__name__ not in KNOWN_MODULES:
            return self._module(user, value)
        return value

    def _module(self, user: FunctionType, module: ModuleType) -> ModuleType:
        """A stand-in for `module` that holds copies of what `user` may reach through it."""
        members = members_used(user, module)
        if not members:
            return module
        stand_in = ModuleType(module.__name__)
        for name, value in members.items():
            # A module inside a module (package.module.function) leads to another stand-in.
            setattr(stand_in, name, self._value(user, value))
        return stand_in


def _share_constants(compiled: Any) -> None:
    """Make calls with a constant use what is compiled for any number.

    Numba would compile a body for every constant that is passed: a tenth of all compiling.
    """
    template = compiled.get_call_template

    def get_call_template(arguments: Any, keywords: Any) -> Any:
        plain_keywords = {name: types.unliteral(one) for name, one in dict(keywords).items()}
        return template(tuple(map(types.unliteral, arguments)), plain_keywords)

    compiled.get_call_template = get_call_template


@contextmanager
def _inferred_once(function: FunctionType) -> Iterator[None]:
    """Have Numba find out but once what `function` returns.

    It would infer all types of the function anew at every place where it calls itself: a tenth of
    all compiling.
    """
    with global_compiler_lock:  # nobody else compiles meanwhile
        infer = TypeInferer.return_types_from_partial
        found: dict[Any, Any] = {}  # by who infers: one for every kind of arguments

        def remember(inferer: Any) -> Any:
            if inferer.func_id.func is not function:
                return infer(inferer)
            if found.get(inferer) is None:
                found[inferer] = infer(inferer)
            return found[inferer]

        TypeInferer.return_types_from_partial = remember
        try:
            yield
        finally:
            TypeInferer.return_types_from_partial = infer


def _table(value: tuple[Any, ...] | list[Any]) -> object:
    """Sequences of integers as arrays, where arrays serve better; anything else as it is."""
    if value and all(type(item) is int for item in value):
        if isinstance(value, list) or len(value) >= _SMALL:
            return np.array(value, np.int64)
    elif value and all(isinstance(item, tuple | list) for item in value):
        lengths = {len(item) for item in value}
        flat = [number for item in value for number in item]
        is_table = len(lengths) == 1 and all(type(number) is int for number in flat)
        is_list = isinstance(value, list) or isinstance(value[0], list)
        if is_table and (is_list or len(flat) > _LARGE):
            return np.array(value, np.int64)
    return value


def compile_entry(
    function: FunctionType,
    arguments: tuple[Any, ...],
    salt: object,
    on_miss: Callable[[], None],
    *,
    boundscheck: bool = False,
) -> Any:
    """`function` compiled for `arguments` now, from the disk where it is kept there.

    Only such an entry is kept on disk: Python calls it directly, and it may call itself. One whose
    helpers recurse is compiled at every start, since Numba cannot load such code again.
    """
    try:
        return _compile(function, arguments, salt, on_miss, boundscheck, allocates=False)
    except Exception as problem:
        if _NEEDS_MEMORY not in str(problem):
            raise
    return _compile(function, arguments, salt, lambda: None, boundscheck, allocates=True)


def _compile(
    function: FunctionType,
    arguments: tuple[Any, ...],
    salt: object,
    on_miss: Callable[[], None],
    boundscheck: bool,
    *,
    allocates: bool,
) -> Any:
    copies = Copies(boundscheck=boundscheck, allocates=allocates)
    content = fingerprint(function)
    compiled = copies.shell(function, content)

    def prepare() -> None:
        copies.fill(function)
        on_miss()

    if not is_recursive(function):
        # One key for both ways: code that needed memory is found at the first try the next time.
        key = (content, salt, boundscheck, "uncounted")
        compiled._cache = ContentCache(key, arguments, prepare)
    else:
        prepare()
    with _inferred_once(compiled.py_func), filled_once():
        compiled.compile(arguments)
    compiled.disable_compile()
    for name in copies.allocating_generators():
        warnings.warn(
            f"{name} is a generator that allocates memory (a list, a set, text): compiled, it "
            "leaks whenever it is left early; write it with integers and loops alone",
            KibitzWarning,
            stacklevel=2,
        )
    return compiled
