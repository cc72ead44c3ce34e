"""The arguments of compiled functions: numbers, positions and arrays.

Machine code takes nothing but 64-bit numbers, addresses among them. So each kind of argument says
how a Python value becomes such numbers, and `entry_function` writes the function that puts them
together again.
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
        """Add the numbers that stand for `value`; OverflowError where it is too large."""
        numbers += number_array("q", (value,))

    def expression(self, names: list[str]) -> str:
        """The value in Python, made of new names for its numbers, which are added to `names`."""
        return _named(names)


@dataclass(frozen=True)
class StateType:
    """A tuple of so many 64-bit integers: the fields of a state."""

    fields: int

    def append(self, value: Any, numbers: list[int]) -> None:
        """Add the numbers that stand for `value`; OverflowError where one is too large."""
        found = number_array("q", value)
        if len(found) != self.fields:
            raise TypeError(f"expected {self.fields} integers, got {len(found)}")
        numbers += found

    def expression(self, names: list[str]) -> str:
        """The value in Python, made of new names for its numbers, which are added to `names`."""
        return f"({''.join(f'{_named(names)}, ' for _ in range(self.fields))})"


@dataclass(frozen=True)
class ArrayType:
    """A flat NumPy array, whose items have NumPy's type `element`.

    The caller keeps it alive: compiled code only gets its address and size.
    """

    element: str

    def append(self, value: Any, numbers: list[int]) -> None:
        """Add the address and the number of items of `value`; TypeError for any other array."""
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
        """The value in Python, made of new names for its numbers, which are added to `names`."""
        return f"view_{self.element}({_named(names)}, {_named(names)})"


@dataclass(frozen=True)
class PairType:
    """Two values of one kind."""

    one: ArrayType

    def append(self, value: Any, numbers: list[int]) -> None:
        """Add the numbers of both values."""
        first, second = value
        self.one.append(first, numbers)
        self.one.append(second, numbers)

    def expression(self, names: list[str]) -> str:
        """The value in Python, made of new names for its numbers, which are added to `names`."""
        return f"({self.one.expression(names)}, {self.one.expression(names)})"


ArgumentType: TypeAlias = IntType | StateType | ArrayType | PairType
Signature: TypeAlias = tuple[ArgumentType, ...]

INT = IntType()
INTS = ArrayType("int64")


@cache
def view_of(element: str) -> FunctionType:
    """A function that makes an array of an address and a size; compiled code has its own way."""

    def view(address: int, size: int) -> Any:
        import numpy as np

        kind = np.dtype(element)
        memory: Any = (ctypes.c_char * (size * kind.itemsize)).from_address(address)
        return np.frombuffer(memory, kind)

    return cast(FunctionType, view)


def elements(signature: Signature) -> set[str]:
    """NumPy's types of the arrays in `signature`."""
    arrays = [kind.one if isinstance(kind, PairType) else kind for kind in signature]
    return {kind.element for kind in arrays if isinstance(kind, ArrayType)}


def entry_function(function: FunctionType, signature: Signature) -> tuple[FunctionType, int]:
    """`function` as a function of 64-bit numbers alone, and how many it takes."""
    names: list[str] = []
    arguments = ", ".join(kind.expression(names) for kind in signature)
    source = f"def entry({', '.join(names)}):\n    return function({arguments})\n"
    scope: dict[str, Any] = {f"view_{name}": view_of(name) for name in elements(signature)}
    scope["function"] = function
    exec(compile(source, f"<entry of {function.__name__}>", "exec"), scope)  # noqa: S102 - our text
    return scope["entry"], len(names)


def _named(names: list[str]) -> str:
    names.append(f"n{len(names)}")
    return names[-1]


def _described(array: Any) -> str:
    layout = "flat" if array.ndim == 1 and array.flags.carray else "other"
    return f"a {layout} array of {array.ndim} dimensions of {array.dtype}"
