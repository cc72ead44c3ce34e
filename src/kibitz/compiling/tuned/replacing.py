"""How a method of Numba's is replaced for a while."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def replaced(owner: type, name: str, function: Callable[..., Any]) -> Iterator[None]:
    """Within the block `function` stands for the method `name` of `owner`.

    Only a thread that holds Numba's compiler lock may enter it: the method is replaced for all.
    """
    original = getattr(owner, name)
    setattr(owner, name, function)
    try:
        yield
    finally:
        setattr(owner, name, original)
