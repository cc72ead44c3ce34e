"""Python processes that Kibitz starts, which must not import files of the current folder.

Python puts the current folder before its standard library for `-m` and `-c`, so that a user's
`random.py` would replace Python's module of that name.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

VARIABLE = "PYTHONSAFEPATH"
_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def python_command(*arguments: str) -> list[str]:
    """The command that runs this Python with these arguments."""
    return [sys.executable, *(["-P"] if _is_possible() else []), *arguments]


@contextmanager
def safe_path() -> Iterator[None]:
    """Processes that start in this block leave out the current folder."""
    before = os.environ.get(VARIABLE)
    if before is None and _is_possible():
        os.environ[VARIABLE] = "1"
    try:
        yield
    finally:
        restore(before)


def restore(value: str | None) -> None:
    """Set the variable for further processes."""
    if value is None:
        os.environ.pop(VARIABLE, None)
    else:
        os.environ[VARIABLE] = value


def _is_possible() -> bool:
    """Whether Python finds Kibitz without the current folder."""
    return os.path.realpath(os.getcwd()) != os.path.realpath(_ROOT)
