"""The argument types of compiled functions: integers, states and arrays.

Machine code takes only 64-bit integers, some of which are addresses. Each type converts a Python
value to such integers, and `entry_function` generates the function that converts them back.
"""

from __future__ import annotations

import ctypes
from array import array as number_array
from dataclasses import dataclass
from functools import cache
from types import FunctionType
from typing import Any, TypeAlias, cast


@dataclass(frozen=True)
class IntType:
    """A 64-bit integer."""

    def append(self, value: Any, numbers: list[int]) -> None:
        """Append the integers for `value`. Raises OverflowError if it is too large."""
        numbers += number_array("q", (value,))

    def expression(self, names: list[str]) -> str:
        """A Python expression for the value. Appends the names of its integers to `names`."""
        return _named(names)


@dataclass(frozen=True)
class StateType:
    """A state: a tuple of `fields` 64-bit integers."""

    fields: int

    def append(self, value: Any, numbers: list[int]) -> None:
        """Append the integers for `value`. Raises OverflowError if one is too large."""
        found = number_array("q", value)
        if len(found) != self.fields:
            raise TypeError(f"expected {self.fields} integers, got {len(found)}")
        numbers += found

    def expression(self, names: list[str]) -> str:
        """A Python expression for the value. Appends the names of its integers to `names`."""
        return f"({''.join(f'{_named(names)}, ' for _ in range(self.fields))})"


@dataclass(frozen=True)
class ArrayType:
    """A contiguous, one-dimensional NumPy array of dtype `element`.

    Compiled code only gets its address and size, so the caller must keep it alive.
    """

    element: str

    def append(self, value: Any, numbers: list[int]) -> None:
        """Append the address and size of `value`. Raises TypeError for any other type or layout."""
        layout = getattr(value, "__array_interface__", None)
        if (
            layout is None
            or value.ndim != 1
            or value.dtype.name != self.element
            or not value.flags.carray
        ):
            shown = type(value).__name__ if layout is None else _described(value)
            raise TypeError(f"expected a flat array of {self.element}, got {shown}")
        numbers += (layout["data"][0], value.size)

    def expression(self, names: list[str]) -> str:
        """A Python expression for the value. Appends the names of its integers to `names`."""
        return f"view_{self.element}({_named(names)}, {_named(names)})"


@dataclass(frozen=True)
class PairType:
    """Two values of the same type."""

    one: ArrayType

    def append(self, value: Any, numbers: list[int]) -> None:
        """Append the integers of both values."""
        first, second = value
        self.one.append(first, numbers)
        self.one.append(second, numbers)

    def expression(self, names: list[str]) -> str:
        """A Python expression for the value. Appends the names of its integers to `names`."""
        return f"({self.one.expression(names)}, {self.one.expression(names)})"


ArgumentType: TypeAlias = IntType | StateType | ArrayType | PairType
Signature: TypeAlias = tuple[ArgumentType, ...]

INT = IntType()
INTS = ArrayType("int64")


@cache
def view_of(element: str) -> FunctionType:
    """A function that makes an array from an address and size; replaced in compiled code."""

    def view(address: int, size: int) -> Any:
        import numpy as np

        kind = np.dtype(element)
        memory: Any = (ctypes.c_char * (size * kind.itemsize)).from_address(address)
        return np.frombuffer(memory, kind)

    return cast(FunctionType, view)


def elements(signature: Signature) -> set[str]:
    """The item types of the arrays in `signature`."""
    arrays = [kind.one if isinstance(kind, PairType) else kind for kind in signature]
    return {kind.element for kind in arrays if isinstance(kind, ArrayType)}


def entry_function(function: FunctionType, signature: Signature) -> tuple[FunctionType, int]:
    """Wrap `function` to take only 64-bit integers; also return how many."""
    names: list[str] = []
    arguments = ", ".join(kind.expression(names) for kind in signature)
    source = f"def entry({', '.join(names)}):\n    return function({arguments})\n"
    scope: dict[str, Any] = {f"view_{name}": view_of(name) for name in elements(signature)}
    scope["function"] = function
    exec(compile(source, f"<entry of {function.__name__}>", "exec"), scope)  # noqa: S102 - the source is generated here
    return scope["entry"], len(names)


def _named(names: list[str]) -> str:
    names.append(f"n{len(names)}")
    return names[-1]


def _described(array: Any) -> str:
    layout = "flat" if array.ndim == 1 and array.flags.carray else "other"
    return f"a {layout} array of {array.ndim} dimensions of {array.dtype}"
