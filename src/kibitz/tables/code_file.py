"""Files of codes: one table for each class of positions that a dedicated solver numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from kibitz.core.errors import TableError
from kibitz.tables.stored_table import rules_text
from kibitz.tables.table_file import TableFile

ROWS = 1 << 14  # positions per block
CODE = "<u2"  # the NumPy type of a position's code
_COUNTS = 4  # numbers that name a class of positions


def open_codes(
    path: Path, expected: Mapping[str, object], part: str, part_of: Callable[..., object]
) -> TableFile:
    """The table in a file whose header has the values `expected`.

    `part` is the header's name for the class of positions, which `part_of` makes of four numbers.
    Raises TableError if the file contains anything else.
    """
    file = TableFile(path)

    def text(about: Mapping[str, Any]) -> str:
        found = about.get(part)
        name: object = ""
        if isinstance(found, list) and len(found) == _COUNTS:
            name = part_of(*found) if all(type(one) is int for one in found) else ""
        return f"{rules_text(about)} {name}".strip()

    if {name: file.about.get(name) for name in expected} != expected:
        raise TableError(
            "table_other_rules", file=str(path), other=text(file.about), expected=text(expected)
        )
    if file.columns != (CODE,) or file.rows_a_block != ROWS:
        raise file.damaged("its header has no valid columns")
    return file


def check_rows(file: TableFile, rows: int) -> TableFile:
    """Return the table. Raises TableError unless it has this number of rows.

    This is needed because compiled lookups do not check bounds.
    """
    if file.rows != rows:
        raise file.damaged(f"it has {file.rows:,} rows, expected {rows:,}")
    return file
