"""Where the files of `make_fixtures` are written, and how."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.compatibility import stored

DATA = stored.DATA
PLACE = Path(stored.PLACE)


def write_json(path: Path, value: dict[str, Any] | list[Any]) -> None:
    """Keep a value, one line for each of its parts."""
    parts = value.items() if isinstance(value, dict) else enumerate(value)
    lines = [json.dumps(part, ensure_ascii=False, sort_keys=True) for _, part in parts]
    if isinstance(value, dict):
        lines = [f"{json.dumps(key)}: {line}" for key, line in zip(value, lines, strict=True)]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    path.write_text(f"{opening}\n" + ",\n".join(lines) + f"\n{closing}\n")
