"""The memory use of this process."""

from __future__ import annotations

import os
import resource
import sys

_MEGABYTE = 1 << 20


def resident_bytes() -> int:
    """The resident memory of this process, or its peak where only that is available."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        highest = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return highest if sys.platform == "darwin" else highest * 1024


def is_over(limit: int) -> bool:
    """Whether this process uses more than `limit` megabytes; 0: no limit."""
    return bool(limit) and resident_bytes() > limit * _MEGABYTE
