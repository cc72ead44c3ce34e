"""Weights: the numbers of an evaluation, handed to compiled code when a search begins.

They are no part of the code, so other weights need no compiling. Compiled code reads them where
they are, a memory-mapped file too.
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

_SHOWN = 8  # of many weights, in a text for people
_FORMATS: dict[str, Element] = {"h": "int16", "i": "int32"}  # of Python's buffers


class Weights:
    """Integers of 32 bits, or 16 where a file or an array has them.

    `given`: integers, a NumPy array of int16 or int32, or the path of a .npy file with one, which
    is mapped into memory and not read at once. Weights that are given as integers can be changed;
    the next search uses the new ones.

    >>> weights = Weights((100, -3))
    >>> weights[1] = 7
    >>> weights, weights.element
    (<Weights 100, 7>, 'int32')
    """

    def __init__(self, given: Given) -> None:
        self.path = os.path.abspath(given) if isinstance(given, str | os.PathLike) else None
        self.version = 0  # how often they were changed
        self._owner = self._array(given)
        self._items = memoryview(self._owner)
        self.element = _FORMATS[self._items.format]

    def _array(self, given: Any) -> Any:
        """What holds the integers: an array that Python or NumPy has made."""
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
        """The integers as `evaluate` gets them: they can only be read."""
        return self._items.toreadonly()

    @property
    def address(self) -> int:
        """Where they are in memory; they stay there as long as this object lives."""
        if isinstance(self._owner, array):
            return self._owner.buffer_info()[0]
        return int(self._owner.ctypes.data)

    def digest(self) -> str:
        """What changes when a weight does."""
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
    """An array, if compiled code can read it as it is."""
    is_flat = found.ndim == 1 and found.flags.c_contiguous and found.flags.aligned
    if not is_flat or found.dtype.name not in _FORMATS.values() or not found.dtype.isnative:
        raise ContractError(
            "bad_contract",
            problem=f"{what} of weights has {found.ndim} dimensions of {found.dtype}: expected one "
            "dimension of int16 or int32, in native byte order",
        )
    return found


class WeightsView:
    """What gives `evaluate` its weights, made of their address and size.

    Compiled code makes an array of these. Interpreted code has the weights anyway.
    """

    def __init__(self, weights: Weights) -> None:
        self.element = weights.element
        self._items = weights.items

    @property
    def content(self) -> str:
        """What compiled code depends on: not the weights themselves."""
        return f"weights of {self.element}"

    def __call__(self, address: int, size: int) -> memoryview:
        """The weights."""
        return self._items


class WeightedRule:
    """A function `evaluate(state, player, weights)` that is called with two arguments."""

    def __init__(self, function: Any, weights: Weights) -> None:
        self.function = function
        self.weights = weights
        self._items = weights.items

    def __call__(self, state: Any, side: int) -> Any:
        """What the function gives with its weights."""
        return self.function(state, side, self._items)

    def __repr__(self) -> str:
        return f"<{getattr(self.function, '__name__', self.function)} with its weights>"
