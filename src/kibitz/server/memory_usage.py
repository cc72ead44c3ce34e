"""How much memory this process takes."""

from __future__ import annotations

import os
import resource
import sys

_MEGABYTE = 1 << 20


def resident_bytes() -> int:
    """The memory of this process that is in use, or its highest so far where only that is known."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        highest = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return highest if sys.platform == "darwin" else highest * 1024


def is_over(limit: int) -> bool:
    """Whether this process takes more than `limit` megabytes; 0 is no limit."""
    return bool(limit) and resident_bytes() > limit * _MEGABYTE
