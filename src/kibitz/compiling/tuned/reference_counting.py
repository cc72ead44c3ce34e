"""Compile code that allocates nothing without counting references.

That makes a search half as fast again. Numba refuses such code where it has to allocate.
"""

from __future__ import annotations

from typing import Any

TESTED = ("0.63", "0.69")  # 0.61 tries without end to type code that has to allocate

OPTIONS: dict[str, Any] = {"_nrt": False}
