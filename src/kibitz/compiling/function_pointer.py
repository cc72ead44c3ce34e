"""Functions that compiled code calls by their address.

A driver that calls the search this way is compiled without it. It can also be kept on disk: cached
code must not contain a second recursive function.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class FunctionPointer:
    """Calls a native function by its address, with a tuple of 64-bit integers.

    Interpreted code calls `interpreted` instead, with the same integers.
    """

    content = "function pointer"  # its part of a caller's cache key

    def __init__(self, interpreted: Callable[[tuple[int, ...]], int] | None = None) -> None:
        self.interpreted = interpreted

    def __call__(self, address: int, numbers: tuple[int, ...]) -> Any:
        """Call the interpreted function."""
        assert self.interpreted is not None, "only compiled code has no interpreted function"
        return self.interpreted(numbers)
