"""Writes the modules, and the attributes and arguments of public names, a part of `make_fixtures`.

Every version adds what it has: python -m tests.compatibility.make_members, with its sources.
"""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import Any

import kibitz
from tests.compatibility.describe import members_of, parameters_of
from tests.compatibility.make_shared import DATA, write_json


def write_members() -> None:
    """Every public class and function: its arguments, and those of its methods."""
    path = DATA / "members.json"
    found: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {}
    for name in kibitz.__all__:
        value = getattr(kibitz, name)
        if not callable(value):
            continue
        members = members_of(value) if inspect.isclass(value) else {}
        for member, arguments in {"": parameters_of(value), **members}.items():
            place = f"{name}.{member}".rstrip(".")
            found[place] = sorted({*found.get(place, ()), *arguments})
    write_json(path, dict(sorted(found.items())))


def write_modules() -> None:
    """The names of all modules."""
    path = DATA / "modules.json"
    found = {*(json.loads(path.read_text()) if path.exists() else ())}
    source = Path(kibitz.__file__).parent
    for file in source.rglob("*.py"):
        parts = file.relative_to(source.parent).with_suffix("").parts
        found.add(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    write_json(path, sorted(found))


if __name__ == "__main__":
    write_members()
    write_modules()
