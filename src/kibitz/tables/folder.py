"""The folders of endgame tables, and the files in them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kibitz.core.folders import data_folder

VARIABLE = "KIBITZ_TABLES"
SUFFIX = ".table"
SHIPPED = Path(__file__).parent / "data"  # small tables that Kibitz ships with


def own_folder() -> Path:
    """The folder for new tables: KIBITZ_TABLES, or the user's data folder."""
    return data_folder(VARIABLE, "tables")


def folders(chosen: Path | None = None) -> tuple[Path, ...]:
    """The folders to search for tables: the user's own, then the one that Kibitz ships with."""
    return (chosen or own_folder(), SHIPPED)


def may_hold(name: str) -> bool:
    """Whether there may be tables of the game `name`: their file names start with it."""
    return any(next(folder.glob(f"{name}-*"), None) is not None for folder in folders())


def table_paths(folder: Path) -> Iterator[Path]:
    """The table files in a folder, sorted by name."""
    yield from sorted(folder.rglob(f"*{SUFFIX}"))


def find(name: str, chosen: Path | None = None) -> Path | None:
    """The path of the table with this file name (without suffix); None if there is none."""
    for folder in folders(chosen):
        path = folder / f"{name}{SUFFIX}"
        if path.is_file():
            return path
    return None
