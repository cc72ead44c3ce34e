"""Write a generator's code into the loop that runs over it.

Numba calls a function for every value that a generator yields, and keeps the generator's variables
in memory in between. Where the loop and the generator are one piece of code, LLVM keeps them in
registers: a search is up to a fifth faster.
"""

from __future__ import annotations

from typing import Any

from numba.core.generators import GeneratorLower

TESTED = ("0.60", "0.69")


class _GeneratorLower(GeneratorLower):  # type: ignore[misc]  # Numba ships no types
    def __init__(self, lower: Any) -> None:
        super().__init__(lower)
        self.gendesc.inline = True


class Lowering:
    """What this changes in Numba's `Lower`."""

    GeneratorLower = _GeneratorLower
