"""A full disk: refusals that say when to try again, no busy loop, and the game goes on later."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.attack.conftest import Attack
from tests.attack.figures import BAD_ANSWERS, SERVER_ERRORS, TRIES, Figures
from tests.server.live import Table, until

_MEGABYTES = 6


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of a few megabytes."""
    folder = tmp_path / "small"
    folder.mkdir()
    if os.geteuid() != 0:
        pytest.skip("only root may mount a small file system")
    command = ["mount", "-t", "tmpfs", "-o", f"size={_MEGABYTES}m", "tmpfs", str(folder)]
    mounted = subprocess.run(command, capture_output=True, text=True)
    if mounted.returncode:
        pytest.skip(f"a small file system cannot be mounted: {mounted.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=False)


def fill(folder: Path) -> Path:
    """Use up all space that is left."""
    filler = folder / "filler"
    with filler.open("ab", buffering=0) as file:
        for size in (65536, 4096, 1):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                continue
    return filler


def full_disk(start: Attack, disk: Path, figures: Figures, seconds: float) -> None:
    settings = {"KIBITZ_SEARCH_SECONDS": "600", "KIBITZ_POLL": "0.1"}
    target = start(str(disk / "games.db"), settings)
    live = target.live
    playing = live.begin("tictactoe")
    # Thinks for three seconds, and cannot keep its move then.
    waiting = live.begin("connect4", {}, {"kind": "engine", "limit": {"time": 3}})
    waiting.move("d")
    filler = fill(disk)
    log, processor = target.log.stat().st_size, target.processor_seconds()
    deadline, refused = time.monotonic() + seconds, 0
    while time.monotonic() < deadline:
        refused += refuse(playing, figures)
        assert live.http.get("/health").status_code == 200
        time.sleep(0.5)
    grown = target.log.stat().st_size - log
    used = target.processor_seconds() - processor
    figures.note(f"{refused} moves refused, log grew by {grown / 1000:.0f} kB in {seconds:.0f} s")
    figures.note(f"processor time {used:.1f} s in {seconds:.0f} s, 3 of which an engine thinks")
    assert refused
    filler.unlink()
    free = until(lambda: play_again(playing), 60)
    assert free["ply"] == 1
    assert until(lambda: found if (found := waiting.read())["ply"] == 2 else None, 90)
    assert grown < 10_000 * seconds, "the log grows without end"
    assert used < 4 + 0.35 * seconds, "the server is busy with retries"


def refuse(table: Table, figures: Figures) -> int:
    """A move that cannot be kept has to be refused."""
    answer = table.post("moves", {"move": "4"})
    figures.add(TRIES)
    if answer.status_code >= 500 and (
        answer.status_code != 503 or "retry-after" not in answer.headers
    ):
        figures.add(SERVER_ERRORS)
        pytest.fail(f"{answer.status_code} {answer.text}")
    if answer.headers["content-type"] != "application/problem+json":
        figures.add(BAD_ANSWERS)
        pytest.fail(f"{answer.status_code} {answer.text}")
    return 1


def play_again(table: Table) -> dict[str, int] | None:
    answer = table.post("moves", {"move": "4"})
    return answer.json() if answer.status_code == 200 else None


def test_a_disk_that_is_full_for_some_seconds(
    start: Attack, small_disk: Path, figures: Figures
) -> None:
    full_disk(start, small_disk, figures, seconds=8)


@pytest.mark.deep
def test_a_full_disk(start: Attack, small_disk: Path, figures: Figures) -> None:
    full_disk(start, small_disk, figures, seconds=30)
