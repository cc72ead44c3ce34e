"""The header of an endgame table file, validated when it is parsed."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_COLUMN = re.compile(r"[<|][iu][1248]")  # the NumPy types of columns
_MOST_COLUMNS = 64
_MOST_ROWS = 1 << 24  # per block
_DIGEST = re.compile(r"[0-9a-f]{64}")
_MOST_PACKED = 1100  # the highest compression ratio accepted; zlib's limit is 1032


class HeaderError(ValueError):
    """An invalid header, with the reason."""


@dataclass(frozen=True, slots=True)
class Header:
    """The structure and the metadata of a table file."""

    about: Mapping[str, Any]  # metadata passed to `write_table`
    block: int  # rows per block; the last block may have fewer
    columns: tuple[str, ...]  # their NumPy types
    index: int  # the offset of the index
    rows: int
    sha256: str  # of the blocks and the index
    index_sha256: str | None  # of the index; None in small tables and in tables of old versions

    @property
    def blocks(self) -> int:
        """The number of blocks."""
        return -(-self.rows // self.block)

    @property
    def row_bytes(self) -> int:
        """The size of a row in bytes, over all columns."""
        return sum(int(column[-1]) for column in self.columns)

    def rows_of(self, block: int) -> int:
        """The number of rows of a block."""
        return min(self.block, self.rows - block * self.block)


def parse_header(text: bytes, begin: int, end: int, entry: int) -> Header:
    """Parse the header of a file whose blocks and index are at offsets `begin` to `end`.

    An index entry has `entry` bytes. Raises HeaderError if the header does not match the file.
    """
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise HeaderError("its header is not JSON") from None
    if not isinstance(found, dict) or not isinstance(found.get("about"), dict):
        raise HeaderError("its header is not the header of an endgame table")
    header = Header(
        about=found["about"],
        block=_number(found, "block", 1, _MOST_ROWS),
        columns=_columns(found),
        index=_number(found, "index", begin, end),
        rows=_number(found, "rows", 0, 1 << 62),
        sha256=_digest(found, "sha256"),
        index_sha256=_digest(found, "index_sha256") if "index_sha256" in found else None,
    )
    if end - header.index != header.blocks * entry:
        raise HeaderError("its index does not match its rows")
    if header.rows * header.row_bytes > (header.index - begin) * _MOST_PACKED:
        raise HeaderError("it has more rows than its blocks can hold")
    return header


def _number(found: Mapping[str, Any], name: str, least: int, most: int) -> int:
    value = found.get(name)
    if type(value) is not int or not least <= value <= most:
        raise HeaderError(f"its header has no valid {name!r}")
    return value


def _digest(found: Mapping[str, Any], name: str) -> str:
    value = found.get(name)
    if not isinstance(value, str) or _DIGEST.fullmatch(value) is None:
        raise HeaderError(f"its header has no valid {name!r}")
    return value


def _columns(found: Mapping[str, Any]) -> tuple[str, ...]:
    value = found.get("columns")
    if not isinstance(value, list) or not 0 < len(value) <= _MOST_COLUMNS:
        raise HeaderError("its header has no valid 'columns'")
    if not all(isinstance(one, str) and _COLUMN.fullmatch(one) for one in value):
        raise HeaderError("its header has no valid 'columns'")
    return tuple(value)
