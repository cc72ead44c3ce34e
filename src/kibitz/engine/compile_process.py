"""A process that compiles games for others, with low priority, and keeps the code on disk.

It reads orders from its input, one a line, and answers each with a line. It goes on with what it
was given when the process that started it has ended.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from filelock import FileLock

from kibitz.compiling.signed_files import UntrustedFolderError, open_signed_folder
from kibitz.core.errors import KibitzError
from kibitz.core.folders import cache_folder
from kibitz.engine.engine import Engine
from kibitz.engine.orders import Answer, Order
from kibitz.search.switches import PLAIN

_NICENESS = 10
_LOCKS = 64  # lock files; two builds may share one


def carry_out(order: Order) -> Answer:
    """Compile what is ordered, unless another process is doing it: then wait until it is done.

    Where nothing can be kept on disk this is of no use: who ordered it has to compile it.
    """
    try:
        switches = PLAIN if order.is_plain else None
        engine = Engine(order.game.load(), opponents=order.opponents, switches=switches, wait=True)
        if order.code and engine.build.entry.name != order.code:
            return "other"
        folder = cache_folder()
        with open_signed_folder(folder, create=True), _only_one(folder, order):
            engine.prepare()
            return "done" if engine.is_compiled else "failed"
    except (KibitzError, OSError, RuntimeError, UntrustedFolderError):
        return "failed"


def _only_one(folder: Path, order: Order) -> FileLock:
    """A lock; OSError where there can be none, for which FileLock itself would wait for ever."""
    number = int(sha256(str(order).encode()).hexdigest(), 16) % _LOCKS
    path = folder / f"compiling-{number:02}.lock"
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    return FileLock(path)


def main(lines: Iterable[str]) -> None:
    """Carry out each order of `lines`, and print the answer."""
    for line in lines:
        answer = carry_out(Order.parse(line))
        with suppress(OSError):  # who ordered it has ended
            print(answer, flush=True)  # noqa: T201 - read by the process that waits


if __name__ == "__main__":
    warnings.simplefilter("ignore")  # who ordered it says the same
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    main(sys.stdin)
    with suppress(OSError):
        sys.stdout.close()
