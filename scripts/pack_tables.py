"""Pack the endgame tables of draughts that Kibitz ships with, from solved ones.

    kibitz solve draughts --variant english --pieces 4 --folder FOLDER   # and the other variants
    python scripts/pack_tables.py FOLDER

Prints the size of every variant. The tables are committed once, when the rules are final.
"""

from __future__ import annotations

import sys
from pathlib import Path

import kibitz
from kibitz.tables.draughts.packing import pack_tables
from kibitz.tables.draughts.slice_store import folder_name
from kibitz.tables.folder import SHIPPED, table_paths

VARIANTS = ("english", "german", "russian", "international")
PIECES = 4
MOST_BYTES = 12_000_000


def main(folder: Path, to: Path) -> int:
    """Pack every variant; return 1 if a table is missing or they take too much space."""
    total = 0
    for variant in VARIANTS:
        game = kibitz.game("draughts", variant=variant)
        count = pack_tables(game, folder, to, PIECES)
        size = sum(path.stat().st_size for path in table_paths(to / folder_name(game)))
        print(f"{variant}: {count} tables, {size:,} bytes")
        total += size
        if count == 0:
            print(f"{folder} has no tables of {variant}: solve it first")
            return 1
    print(f"together {total:,} bytes, at most {MOST_BYTES:,}")
    return int(total > MOST_BYTES)


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) == 3 else SHIPPED))
