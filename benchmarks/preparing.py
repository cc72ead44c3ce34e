"""The first move on a server with an empty cache: on a quiet machine, and on a loaded one.

python -m benchmarks.preparing
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.server.live import Live, serving

GAMES: tuple[tuple[str, dict[str, int | str]], ...] = (
    ("morris", {}),
    ("draughts", {"variant": "russian"}),
    ("draughts", {"variant": "frisian"}),
)
LEVEL = "3"
_CLOCK = "3600"


class First(NamedTuple):
    """The first move of an engine."""

    game: str
    seconds: float  # until the move
    charged: float  # seconds that the engine's clock shows for it
    was_prepared: bool  # whether the server said that it prepares the game


def measure(burners: int) -> Iterator[First]:
    """Every game's first move, while this many other processes use all their time."""
    for name, options in GAMES:
        with tempfile.TemporaryDirectory() as folder, burning(burners), cold(Path(folder)) as live:
            yield first_move(live, name, options)


def first_move(live: Live, name: str, options: dict[str, int | str]) -> First:
    """Play the first move of a game against a level, and wait for the reply."""
    seats = ({"kind": "person"}, {"kind": "engine", "level": LEVEL})
    table = live.begin(name, *seats, options=options, clock=_CLOCK)
    side = next(iter(table.secrets))
    began = time.monotonic()
    now = table.move(table.first["legal_moves"][0]["move"], side)
    was_prepared = False
    while now["ply"] < 2:
        time.sleep(0.01)
        now = table.read()
        was_prepared |= now["preparing"]
    seconds = time.monotonic() - began
    charged = float(_CLOCK) - now["clock"]["left"][1]
    return First(" ".join([name, *map(str, options.values())]), seconds, charged, was_prepared)


@contextmanager
def cold(folder: Path) -> Iterator[Live]:
    """A server with an empty cache."""
    settings = {"KIBITZ_CACHE": str(folder / "cache"), "KIBITZ_BACKGROUND": "1"}
    with serving(str(folder / "games.db"), folder / "log", settings) as live:
        yield live


@contextmanager
def burning(count: int) -> Iterator[None]:
    """Processes that use all their time."""
    command = [sys.executable, "-c", "while True: pass"]
    burners = [subprocess.Popen(command) for _ in range(count)]
    try:
        yield
    finally:
        for one in burners:
            one.kill()
            one.wait()


def main() -> None:
    """Measure and print."""
    for burners in (0, os.cpu_count() or 1):
        for one in measure(burners):
            print(burners, *one)


if __name__ == "__main__":
    main()
