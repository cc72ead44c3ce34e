"""Compile copies of plain functions, and turn them into machine code.

A function is copied with everything it refers to: the functions it calls become compiled copies
too, and tuples and lists of integers become arrays. The originals are not changed.

This module uses Numba's public interface. Patches for Numba are in `tuned`.
"""

# Numba declares neither that tuples of types are iterable nor the types of cached properties.
# pyright: reportArgumentType=false, reportAttributeAccessIssue=false

from __future__ import annotations

import inspect
import re
import warnings
from collections.abc import Sequence
from contextlib import suppress
from types import CellType, FunctionType, ModuleType
from typing import Any

import llvmlite.binding as llvm
import numba
import numpy as np
from numba import types

from kibitz.compiling import board_type, cells_type  # noqa: F401  # they register their types
from kibitz.compiling.external import External
from kibitz.compiling.fingerprint import (
    KNOWN_MODULES,
    closure_of,
    fingerprint,
    globals_of,
    members_used,
    plain,
)
from kibitz.compiling.function_pointer import FunctionPointer
from kibitz.compiling.instructions import (
    OVERLOADED,
    external_call,
    pointer_call,
    views,
    weights_at,
)
from kibitz.compiling.mixing import PRINTS, refuse_large, refuse_large_constants, refuse_printing
from kibitz.compiling.native import Code, target_machine
from kibitz.compiling.packed_table import packed_table
from kibitz.compiling.tuned import tuning
from kibitz.core.errors import KibitzWarning
from kibitz.core.weights import WeightsView

_SMALL = 4  # shorter flat tuples stay tuples, so that they can be unpacked
_LARGE = 64  # nested tuples with more numbers than this become two-dimensional arrays
_UNRESOLVED = ".numba.unresolved$"  # prefix of variables that Numba sets when it loads code
_TAKES_GIL = "numba_gil_ensure"
_ALLOCATION = re.compile(r"NRT_MemInfo_(?:new|alloc)|NRT_Allocate")


class Copies:
    """Compiled copies of functions. A helper that several functions call is copied once.

    `allocates`: whether they may create lists, sets or strings. Code that does not
    allocate needs no reference counting, which makes the search 1.5 times as fast.
    """

    def __init__(self, *, boundscheck: bool = False, allocates: bool = True) -> None:
        self._options = {
            "error_model": "python",
            "boundscheck": boundscheck,
            # Only compiled code calls these functions. Omitting the wrappers for Python and C
            # saves a quarter of the compile time.
            "no_cpython_wrapper": True,
            "no_cfunc_wrapper": True,
            **tuning().options(allocates=allocates),
        }
        self._copies: dict[FunctionType, Any] = {}

    def of(self, function: FunctionType) -> Any:
        """The compiled copy of `function`. It is compiled on its first call."""
        if function not in self._copies:
            self._copy(function)
            self._fill(function)
        return self._copies[function]

    def _copy(self, function: FunctionType) -> None:
        """Copy `function` without its helpers, which `_fill` adds: it may call itself."""
        # The name contains a hash of the content: Numba's symbols are only unique within one
        # process, and a function from the disk cache may have the same name.
        name = f"{function.__name__}_{fingerprint(function)[:16]}"
        scope: dict[str, Any] = {**function.__globals__, "__name__": "kibitz"}
        cells = tuple(CellType() for _ in function.__closure__ or ())
        copy = FunctionType(function.__code__, scope, name, function.__defaults__, cells)
        copy.__kwdefaults__ = function.__kwdefaults__
        copy.__qualname__ = name
        copy.__module__ = "kibitz"
        compiled = self._copies[function] = numba.njit(**self._options)(copy)
        tuning().prepare(compiled)

    def _fill(self, function: FunctionType) -> None:
        """Give the copy of `function` compiled copies of the functions that it calls."""
        refuse_large_constants(function)
        refuse_printing(function)
        copy = self._copies[function].py_func
        for key, value in globals_of(function).items():
            copy.__globals__[key] = self._value(function, key, value)
        values = closure_of(function)
        for key, cell in zip(function.__code__.co_freevars, copy.__closure__ or (), strict=True):
            cell.cell_contents = self._value(function, key, values[key])

    def llvm_of(self, symbol: str) -> str:
        """The LLVM IR of the function with this symbol. Raises KeyError if there is none."""
        for copy in self._copies.values():
            for kinds, overload in copy.overloads.items():
                if overload.fndesc.llvm_func_name == symbol:
                    return str(copy.inspect_llvm(kinds))
        raise KeyError(symbol)

    def allocating_generators(self) -> list[str]:
        """The names of the generators compiled so far that allocate memory."""
        return [
            function.__name__
            for function, copy in self._copies.items()
            if inspect.isgeneratorfunction(function)
            and any(_ALLOCATION.search(text) for text in copy.inspect_llvm().values())
        ]

    def release(self) -> None:
        """Let Numba free what it keeps about the copies, 20 MB for a search.

        It frees a function that nothing refers to, but a recursive one refers to itself through its
        compile result, which Numba keeps until then.
        """
        for copy in self._copies.values():
            for found in copy.overloads.values():
                context = found.target_context
                with suppress(KeyError):
                    context.remove_user_function(found.entry_point)
            copy.overloads.clear()

    def _value(self, user: FunctionType, name: str, value: object) -> object:
        """The value that replaces `value`, called `name`, in the copy of `user`."""
        value = plain(value)
        refuse_large(user, name, value)
        if isinstance(value, WeightsView):
            return weights_at(value.element)
        if isinstance(value, External):
            return external_call(value.symbol)
        if isinstance(value, FunctionPointer):
            return pointer_call
        if isinstance(value, FunctionType):
            if value in OVERLOADED:
                return value
            return views().get(value) or self.of(value)
        if isinstance(value, tuple | list) and not hasattr(value, "_fields"):
            return _table(value)
        if isinstance(value, ModuleType) and value.__name__ not in KNOWN_MODULES:
            return self._module(user, value)
        return value

    def _module(self, user: FunctionType, module: ModuleType) -> ModuleType:
        """A stand-in for `module` with copies of the members that `user` may refer to."""
        members = members_used(user, module)
        if not members:
            return module
        stand_in = ModuleType(module.__name__)
        for name, value in members.items():
            # A module inside a module (package.module.function) gets a stand-in too.
            setattr(stand_in, name, self._value(user, name, value))
        return stand_in


def _table(value: tuple[Any, ...] | list[Any]) -> object:
    """Convert a sequence of integers to an array. Short tuples and other values stay unchanged."""
    table = packed_table(value)
    if table is not None:
        return table
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


def compile_part(entry: FunctionType, count: int, *, boundscheck: bool, symbol: str = "") -> Code:
    """The unoptimised LLVM bitcode of `entry`, a function of `count` 64-bit integers.

    `symbol`: the symbol to give it, if other code calls it.
    """
    signature = (types.int64,) * count
    try:
        return _part(entry, signature, boundscheck, symbol, allocates=False)
    except Exception:  # it allocates, or it has an error that is raised again below
        return _part(entry, signature, boundscheck, symbol, allocates=True)


def _part(
    entry: FunctionType,
    signature: tuple[Any, ...],
    boundscheck: bool,
    symbol: str,
    *,
    allocates: bool,
) -> Code:
    copies = Copies(boundscheck=boundscheck, allocates=allocates)
    try:
        return _compiled(copies, entry, signature, symbol)
    finally:
        copies.release()


def _compiled(copies: Copies, entry: FunctionType, signature: tuple[Any, ...], symbol: str) -> Code:
    compiled = copies.of(entry)
    recursive = copies.of(entry.__globals__["function"]).py_func
    with tuning().compiling(recursive):
        compiled.compile(signature)
    for name in copies.allocating_generators():
        warnings.warn(
            f"{name} is a generator that allocates memory (a list, a set, a string): compiled, it "
            "leaks memory when a loop over it ends early; use only integers and loops in it",
            KibitzWarning,
            stacklevel=2,
        )
    found = compiled.overloads[signature]
    module = llvm.parse_assembly(compiled.inspect_llvm(signature))
    _link_recursive(module, copies)
    needed = tuple(_undefined(module))
    if _TAKES_GIL in needed:  # compiled code runs without the GIL, and would wait for ever
        raise TypeError(PRINTS)
    name = found.fndesc.llvm_func_name
    if symbol:
        module.get_function(name).name = symbol
    return Code(
        symbol=symbol or name,
        needed=needed,
        results=_result_count(found.signature.return_type),
        content=module.as_bitcode(),
    )


def finish(part: Code, others: Sequence[Code]) -> Code:
    """The machine code of `part`, with the external functions in `others` inlined."""
    module = llvm.parse_bitcode(part.content)
    for other in others:
        module.link_in(llvm.parse_bitcode(other.content))
        called = module.get_function(other.symbol)
        called.linkage = "internal"
        called.add_function_attribute("alwaysinline")
    machine = target_machine()
    tuning().optimize(module)
    return Code(
        symbol=part.symbol,
        needed=tuple(_undefined(module)),
        results=part.results,
        content=machine.emit_object(module),
    )


def _undefined(module: Any) -> list[str]:
    """The symbols that a module uses but does not define."""
    names = [
        value.name
        for value in (*module.functions, *module.global_variables)
        if value.is_declaration
    ]
    return [name for name in names if not name.startswith("llvm.")]  # not LLVM's intrinsics


def _link_recursive(module: Any, copies: Copies) -> None:
    """Link the recursive functions into the module.

    Numba calls a recursive function through a variable that it sets when it loads the code. Here,
    the function becomes part of the module, and the variable is initialised with its address.
    """
    added: set[str] = set()
    while True:
        pending = [name for name in _undefined(module) if name.startswith(_UNRESOLVED)]
        if not pending:
            return
        name = pending[0].removeprefix(_UNRESOLVED)
        code = copies.llvm_of(name)
        is_typed = f"define i32 @{name}(i64*" in code  # LLVM before 17 has typed pointers
        address = f"i8* bitcast (i32 ()* @{name} to i8*)" if is_typed else f"ptr @{name}"
        variable = f'@"{pending[0]}" = global {address}\ndeclare i32 @{name}()\n'
        for text in (variable, *([] if name in added else [code])):
            other = llvm.parse_assembly(text)
            other.triple, other.data_layout = module.triple, module.data_layout
            module.link_in(other)
        added.add(name)


def _result_count(kind: Any) -> int:
    """The number of integers that a function returns. Raises TypeError for any other type."""
    if kind == types.none:
        return 0
    kinds = tuple(kind) if isinstance(kind, types.BaseTuple) else (kind,)
    if any(types.unliteral(one) != types.int64 for one in kinds):
        raise TypeError(f"compiled functions return 64-bit integers, not {kind}")
    return len(kinds)


def load_symbols() -> None:
    """Register with LLVM the external symbols that Numba's code may need."""
    from numba.core.registry import cpu_target

    cpu_target.target_context.refresh()
