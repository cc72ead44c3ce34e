"""Turn off reference counting in code that does not allocate.

This makes the search 1.5 times as fast. With it off, Numba refuses to compile code that allocates.
"""

from __future__ import annotations

from typing import Any

TESTED = ("0.63", "0.69")  # in 0.61, type inference never ends for code that allocates

OPTIONS: dict[str, Any] = {"_nrt": False}
