"""Turn off reference counting in code that does not allocate.

That makes the search 1.5 times as fast. Numba refuses to compile code that allocates this way.
"""

from __future__ import annotations

from typing import Any

TESTED = ("0.63", "0.69")  # 0.61 never finishes typing code that allocates

OPTIONS: dict[str, Any] = {"_nrt": False}
