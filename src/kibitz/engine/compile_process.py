"""A low-priority process that compiles games for other processes and stores the code on disk.

It reads orders from standard input, one per line, and answers each with a line. It completes its
orders even if the process that started it has ended.
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
from kibitz.engine.compile_order import CompileOrder, Status
from kibitz.engine.engine import Engine
from kibitz.search.switches import PLAIN

_NICENESS = 10
_LOCKS = 64  # lock files; two builds may share one


def carry_out(order: CompileOrder) -> Status:
    """Compile the build of `order`, or wait if another process is compiling it.

    Fails if code cannot be stored on disk; then the calling process must compile the build itself.
    """
    try:
        switches = PLAIN if order.is_plain else None
        engine = Engine(
            order.game.load(),
            search=order.search,
            opponents=order.opponents,
            switches=switches,
            wait=True,
        )
        if order.code and engine.build.entry.name != order.code:
            return "other"
        folder = cache_folder()
        with open_signed_folder(folder, create=True), _only_one(folder, order):
            engine.prepare()
            return "done" if engine.is_compiled else "failed"
    except (KibitzError, OSError, RuntimeError, UntrustedFolderError):
        return "failed"


def _only_one(folder: Path, order: CompileOrder) -> FileLock:
    """A lock for this order. Raises OSError if the file cannot be created; FileLock would hang."""
    number = int(sha256(str(order).encode()).hexdigest(), 16) % _LOCKS
    path = folder / f"compiling-{number:02}.lock"
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    return FileLock(path)


def main(lines: Iterable[str]) -> None:
    """Carry out the order on each line and print the answer."""
    for line in lines:
        answer = carry_out(CompileOrder.parse(line))
        with suppress(OSError):  # the process that sent it has ended
            print(answer, flush=True)  # noqa: T201 - read by the waiting process


if __name__ == "__main__":
    warnings.simplefilter("ignore")  # the calling process prints the same warnings
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    main(sys.stdin)
    with suppress(OSError):
        sys.stdout.close()
