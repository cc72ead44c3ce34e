"""Writes the files of tests/compatibility/data.

They were written by commit f719c5c, version 0.1.0, on Python 3.11: the last state of Kibitz before
its sources were renamed and rearranged. Later versions have to read them, so they are not to be
written again by a later version. To see how they came about, from the root of this repository:

    git worktree add --detach ../old f719c5c
    (an environment ENV of its own, in which ../old is installed with the extras for tests)
    ENV/bin/python -m tests.compatibility.make_fixtures

The database first_server.db.gz and what it held are of commit 8a3e803, whose tables had fewer
columns. Its other files are like those of f719c5c. members.json and modules.json list the names of
both.

Files that name other files hold the path PLACE; tests replace it by the folder of their copy.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import kibitz
from tests.compatibility.make_database import write_server
from tests.compatibility.make_files import (
    write_books_and_tables,
    write_lessons,
    write_matches,
    write_profile,
)
from tests.compatibility.make_names import write_commands, write_games, write_names
from tests.compatibility.make_sessions import write_sessions
from tests.compatibility.make_shared import DATA, PLACE
from tests.compatibility.own_files import STICKS


def main() -> None:
    assert Path(kibitz.__file__).parents[2] != Path(__file__).parents[2], (
        "written by another version"
    )
    shutil.rmtree(DATA, ignore_errors=True)
    shutil.rmtree(PLACE, ignore_errors=True)
    PLACE.mkdir()
    DATA.mkdir()
    (PLACE / "sticks.py").write_text(STICKS)
    os.environ["KIBITZ_TABLES"] = os.environ["KIBITZ_BOOKS"] = str(PLACE / "none")
    steps = (
        write_sessions,
        write_matches,
        write_books_and_tables,
        write_profile,
        write_lessons,
        write_server,
        write_commands,
        write_names,
        write_games,
    )
    for step in steps:
        step()


if __name__ == "__main__":
    main()
