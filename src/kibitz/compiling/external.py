"""Functions that are compiled by themselves and linked to the code that calls them.

Code that calls one does not contain it, so it need not be compiled again when the function changes.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any

from kibitz.compiling.signature import INT, Signature, StateType


class External:
    """A function of a position and three integers that returns an integer.

    Its callers know it by `symbol`. Interpreted, it is the function itself.
    """

    def __init__(self, symbol: str, function: FunctionType, fields: int) -> None:
        self.symbol = symbol
        self.function = function
        self.signature: Signature = (StateType(fields), INT, INT, INT)

    @property
    def content(self) -> str:
        """What the code of a caller depends on: not the function."""
        return f"external {self.symbol} {self.signature}"

    def __call__(self, position: tuple[int, ...], first: int, second: int, third: int) -> Any:
        """What the function returns."""
        return self.function(position, first, second, third)
