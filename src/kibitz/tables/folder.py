"""The folders in which tables are kept, and the tables in them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kibitz.core.folders import data_folder

VARIABLE = "KIBITZ_TABLES"
SUFFIX = ".table"
SHIPPED = Path(__file__).parent / "data"  # small tables that come with Kibitz


def own_folder() -> Path:
    """Where tables are written: KIBITZ_TABLES, or the user's data folder."""
    return data_folder(VARIABLE, "tables")


def folders(chosen: Path | None = None) -> tuple[Path, ...]:
    """Where tables are looked for: the user's own first, then those that come with Kibitz."""
    return (chosen or own_folder(), SHIPPED)


def may_hold(name: str) -> bool:
    """Whether there may be tables of the game `name`: all of their names begin with it."""
    return any(next(folder.glob(f"{name}-*"), None) is not None for folder in folders())


def table_paths(folder: Path) -> Iterator[Path]:
    """The files of a folder that should be tables, by name."""
    yield from sorted(folder.rglob(f"*{SUFFIX}"))


def find(name: str, chosen: Path | None = None) -> Path | None:
    """The table of this name, without the suffix, or None."""
    for folder in folders(chosen):
        path = folder / f"{name}{SUFFIX}"
        if path.is_file():
            return path
    return None
