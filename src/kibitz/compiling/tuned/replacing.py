"""Replace a Numba method temporarily."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def replaced(owner: type, name: str, function: Callable[..., Any]) -> Iterator[None]:
    """Within the block `function` replaces the method `name` of `owner`.

    The method is replaced for all threads, so the caller must hold Numba's compiler lock.
    """
    original = getattr(owner, name)
    setattr(owner, name, function)
    try:
        yield
    finally:
        setattr(owner, name, original)
