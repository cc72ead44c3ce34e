"""Functions that are compiled separately and linked to their callers.

When such a function changes, its callers need not be compiled again.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any

from kibitz.compiling.signature import INT, Signature, StateType


class External:
    """A function of a state and three integers that returns an integer.

    Compiled callers refer to it by `symbol`; interpreted callers call the function.
    """

    def __init__(self, symbol: str, function: FunctionType, fields: int) -> None:
        self.symbol = symbol
        self.function = function
        self.signature: Signature = (StateType(fields), INT, INT, INT)

    @property
    def content(self) -> str:
        """This function's part of a caller's cache key: symbol and signature, not its code."""
        return f"external {self.symbol} {self.signature}"

    def __call__(self, position: tuple[int, ...], first: int, second: int, third: int) -> Any:
        """Call the interpreted function."""
        return self.function(position, first, second, third)
