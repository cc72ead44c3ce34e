"""Weights: the numbers of an evaluation, passed to compiled code when a search begins.

They are data, so changing them requires no recompilation. Compiled code reads them in place, even
from a memory-mapped file.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any, Literal, TypeAlias

from kibitz.core.errors import ContractError

Element: TypeAlias = Literal["int16", "int32"]
Given: TypeAlias = "Weights | Sequence[int] | str | os.PathLike[str] | Any"

_SHOWN = 8  # weights shown in `repr`
_FORMATS: dict[str, Element] = {"h": "int16", "i": "int32"}  # by the format character of a buffer


class Weights:
    """32-bit integers, or 16-bit ones if made from a file or array of them.

    `given`: integers, a NumPy array of int16 or int32, or the path of a .npy file with such an
    array, which is memory-mapped. Weights made from integers can be changed; the
    next search uses the new values.

    >>> weights = Weights((100, -3))
    >>> weights[1] = 7
    >>> weights, weights.element
    (<Weights 100, 7>, 'int32')
    """

    def __init__(self, given: Given) -> None:
        self.path: str | None = (
            os.path.abspath(given) if isinstance(given, str | os.PathLike) else None
        )
        self.version: int = 0  # the number of changes so far
        self._owner = self._array(given)
        self._items = memoryview(self._owner)
        self.element = _FORMATS[self._items.format]

    def _array(self, given: Any) -> Any:
        """The Python or NumPy array that holds the integers."""
        if self.path is not None:
            return _checked(_mapped(self.path), f"the file {self.path!r}")
        if hasattr(given, "dtype"):
            return _checked(given, "the array")
        try:
            return array("i", given)
        except (TypeError, OverflowError) as problem:
            raise ContractError(
                "bad_contract",
                problem=f"the weights are {given!r:.60}: expected integers of 32 bits ({problem})",
            ) from None

    def __repr__(self) -> str:
        shown = ", ".join(map(str, self._items[:_SHOWN]))
        return f"<Weights {shown}{', ...' if len(self) > _SHOWN else ''}>"

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[int]:
        return iter(self._items)

    def __getitem__(self, index: int) -> int:
        return self._items[index]

    def __setitem__(self, index: int, value: int) -> None:
        self._items[index] = value
        self.version += 1

    @property
    def items(self) -> memoryview:
        """The integers as passed to `evaluate`, read-only."""
        return self._items.toreadonly()

    @property
    def address(self) -> int:
        """Their address in memory, valid while this object exists."""
        if isinstance(self._owner, array):
            return self._owner.buffer_info()[0]
        return int(self._owner.ctypes.data)

    def digest(self) -> str:
        """A hash of the weights."""
        return sha256(self._items).hexdigest()[:16]


def weights_of(given: Given) -> Weights:
    """`given` as weights."""
    return given if isinstance(given, Weights) else Weights(given)


def _mapped(path: str) -> Any:
    import numpy as np

    try:
        return np.load(path, mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or problem
        raise ContractError(
            "bad_contract", problem=f"the weights in {path!r} cannot be read: {reason}"
        ) from None


def _checked(found: Any, what: str) -> Any:
    """`found` if compiled code can read it in place; otherwise ContractError."""
    is_flat = found.ndim == 1 and found.flags.c_contiguous and found.flags.aligned
    if not is_flat or found.dtype.name not in _FORMATS.values() or not found.dtype.isnative:
        raise ContractError(
            "bad_contract",
            problem=f"{what} of weights has {found.ndim} dimensions of {found.dtype}: expected one "
            "dimension of int16 or int32, in native byte order",
        )
    return found


class WeightsView:
    """Returns the weights for `evaluate`, from their address and size.

    Compiled code builds an array from these two arguments; interpreted code ignores them.
    """

    def __init__(self, weights: Weights) -> None:
        self.element: str = weights.element
        self._items = weights.items

    @property
    def content(self) -> str:
        """The weights' part of the cache key of compiled code: only their type."""
        return f"weights of {self.element}"

    def __call__(self, address: int, size: int) -> memoryview:
        """The weights."""
        return self._items


class WeightedRule:
    """A function `evaluate(state, side, weights)` with its weights bound."""

    def __init__(self, function: Any, weights: Weights) -> None:
        self.function = function
        self.weights = weights
        self._items = weights.items

    def __call__(self, state: Any, side: int) -> Any:
        """The result of the function with its weights."""
        return self.function(state, side, self._items)

    def __repr__(self) -> str:
        return f"<{getattr(self.function, '__name__', self.function)} with its weights>"
