"""The files that an earlier version wrote, and what they held for it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

DATA = Path(__file__).parent / "data"
PLACE = "/tmp/kibitz-fixtures"  # the folder of other files, in those that name some

# The code of rules is identified by its bytecode, which differs between versions of Python.
same_python = pytest.mark.skipif(
    sys.version_info[:2] != (3, 11), reason="the files were written on Python 3.11"
)


def stored(name: str) -> Any:
    """What is in a JSON file."""
    return json.loads((DATA / name).read_text(encoding="utf-8"))
