"""Signals at random moments over every long command: no traceback, no crash, nothing unreadable."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from sqlalchemy import text

from kibitz.engine.book import read_book
from kibitz.server.store.database import Database
from kibitz.server.store.migrate import migrate
from tests.server.postgres import free_port

SEED = 20261118
TRIES = 200
LIMIT = 120  # seconds after which a command that does not end hangs
# As the installed command does it. The line says that Python itself has started.
START = """
import sys
from kibitz.__main__ import main
print("started", flush=True)
sys.exit(main())
"""


@dataclass(frozen=True)
class Job:
    """A command with a workload of some seconds, and how to read what it has written."""

    name: str
    arguments: str  # {port} is a free one
    longest: float = 3.0  # seconds until the signal
    verify: Callable[[Path], None] = lambda folder: None


def kibitz(folder: Path, arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "kibitz", *arguments.split()],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=LIMIT,
    )


def succeeds(folder: Path, arguments: str) -> None:
    run = kibitz(folder, arguments)
    assert run.returncode == 0, f"kibitz {arguments}: {run.stderr}"


def verify_match(folder: Path) -> None:
    """The record goes on, and what it then holds replays."""
    succeeds(folder, f"{MATCH} --games 2 --record match.jsonl")
    succeeds(folder, "match --replay match.jsonl")


def verify_calibration(folder: Path) -> None:
    """Each record that was begun is one, and the calibration goes on."""
    run = kibitz(folder, "calibrate connect4 --steps 1-2 --games 2 --workers 1 --record ladder")
    assert run.returncode in (0, 1), run.stderr  # 1: the step is not stronger
    for record in (folder / "ladder").glob("*.jsonl"):
        succeeds(folder, f"match --replay {record}")


def verify_tables(folder: Path) -> None:
    succeeds(folder, "tables verify --folder tables")


def verify_book(folder: Path) -> None:
    if (folder / "book.json").exists():
        read_book(folder / "book.json")
    assert not list(folder.glob("*.part"))


def verify_game(folder: Path) -> None:
    if (folder / "game.json").exists():
        run = kibitz(folder, "play --load game.json --json")
        assert run.returncode == 0, run.stderr
    assert not list(folder.glob("*.part"))


def verify_server(folder: Path) -> None:
    """The database has its newest shape, or takes it."""
    database = Database(str(folder / "games.db"))
    migrate(database)
    with database.engine.connect() as connection:
        assert connection.execute(text("PRAGMA integrity_check")).scalar() == "ok"
    database.close()


STYLES = Path(__file__).parents[1] / "classes" / "styles.py"
MATCH = "match connect4 --player 2 --player 1 --workers 2"
JOBS = [
    Job("solve", "solve connect4 --option rows=4 --option columns=5 --folder tables",
        verify=verify_tables),
    Job("solve morris", "solve morris --device cpu --up-to 5-4 --folder tables",
        verify=verify_tables),
    Job("tables verify", "tables verify", longest=0.5),
    Job("match", f"{MATCH} --games 2000 --record match.jsonl", verify=verify_match),
    Job("calibrate", "calibrate connect4 --steps 1-3 --games 400 --workers 2 --record ladder",
        longest=4.0, verify=verify_calibration),
    Job("book", "book connect4 --positions 500 --nodes 20000 --out book.json", verify=verify_book),
    Job("bench", "bench", longest=5.0),
    Job("perft", "perft connect4 11"),
    Job("analyse", "analyse draughts --time 10"),
    Job("analyse by three models", "analyse horses --option players=3 --opponents all --time 5"),
    Job("review", "review saved.json --time 0.5"),
    Job("play", "play connect4 --side none --level 5 --save game.json", verify=verify_game),
    Job("check", "check draughts --games 100"),
    Job("port", f"port {STYLES}:LoopTicTacToe tictactoe --games 5000"),
    Job("report", "report connect4 --games 20"),
    Job("serve", "serve --port {port} --database games.db", longest=5.0, verify=verify_server),
    Job("serve with two workers", "serve --workers 2 --port {port} --database games.db",
        longest=6.0, verify=verify_server),
]  # fmt: skip


@dataclass
class Figures:
    """What came of the tries."""

    tries: int = 0
    longest: float = 0.0
    tracebacks: list[str] = field(default_factory=list)
    crashes: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    unreadable: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"signals: {self.tries} tries, {len(self.tracebacks)} tracebacks, {len(self.crashes)} "
            f"crashes or wrong exit codes, {len(self.left)} with processes left, "
            f"{len(self.unreadable)} unreadable files, longest end {self.longest:.1f} s"
        )

    @property
    def problems(self) -> list[str]:
        return [*self.tracebacks, *self.crashes, *self.left, *self.unreadable]


def attack(number: int, folder: Path, figures: Figures) -> None:
    """One try: everything about it follows from its number."""
    choice = random.Random(f"{SEED}/{number}")
    job = JOBS[number % len(JOBS)]
    how = choice.choice([signal.SIGINT, signal.SIGTERM])
    to_group = choice.random() < 0.5
    seconds = choice.uniform(0, job.longest)
    what = f"try {number}: {job.name}, {how.name} after {seconds:.3f} s, group: {to_group}"
    begin_saved_game(folder)
    with (folder / "stderr").open("w") as errors:
        process = subprocess.Popen(
            [sys.executable, "-c", START, *job.arguments.format(port=free_port()).split()],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            start_new_session=True,
            # A test run in the background has Ctrl-C ignored, and its children inherit that.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        assert process.stdout is not None
        assert process.stdout.readline() == b"started\n"
        time.sleep(seconds)
        began = time.monotonic()
        if process.poll() is None:
            (os.killpg if to_group else os.kill)(process.pid, how)
        try:
            process.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            figures.crashes.append(f"{what}: hangs")
    figures.tries += 1
    figures.longest = max(figures.longest, time.monotonic() - began)
    said = (folder / "stderr").read_text()
    what = f"{what}, exit code {process.returncode}\n{said[-3000:]}"
    is_silent = process.returncode == -how and not said  # before the command was loaded
    if "Traceback" in said:
        figures.tracebacks.append(what)
    is_crash = any(sign in said for sign in ("Fatal Python error", "Segmentation", "leaked"))
    if is_crash or not (process.returncode in (0, 130, 143) or is_silent):
        figures.crashes.append(what)
    if is_left(process.pid):
        figures.left.append(what)
    try:
        job.verify(folder)
    except Exception as problem:  # every one is a finding
        figures.unreadable.append(f"{what}\n{problem}")


def begin_saved_game(folder: Path) -> None:
    """A short game for `review`."""
    moves = ["d", "d", "d", "d", "c", "e", "e", "c"]
    from kibitz import Session, game

    session = Session(game("connect4"))
    for move in moves:
        session.push(move)
    session.save(folder / "saved.json")


def is_left(group: int) -> bool:
    """Whether processes of a group are still there after a while; those that have ended do not
    count, whoever has not fetched their exit code."""
    deadline = time.monotonic() + 60
    while any(has_process(status, group) for status in Path("/proc").glob("[0-9]*/stat")):
        if time.monotonic() > deadline:
            os.killpg(group, signal.SIGKILL)
            return True
        time.sleep(0.05)
    return False


def has_process(status: Path, group: int) -> bool:
    try:
        state, _, own_group, *_ = status.read_text().rpartition(")")[2].split()
    except OSError:
        return False
    return int(own_group) == group and state != "Z"


def run_tries(numbers: Sequence[int], folder: Path) -> Figures:
    figures = Figures()
    for number in numbers:
        own = folder / str(number)
        own.mkdir()
        attack(number, own, figures)
    print(figures)  # noqa: T201 - what the attack suite reports
    return figures


# One of every kind that writes something or starts processes; the rest is in the long test.
SAMPLE = [1, 3, 4, 5, 9, 11, 15, 16, 20, 33]


@pytest.mark.parametrize("number", SAMPLE)
def test_a_signal_leaves_no_traceback_and_nothing_unreadable(number: int, tmp_path: Path) -> None:
    assert run_tries([number], tmp_path).problems == []


@pytest.mark.deep
def test_200_signals_at_random_moments(tmp_path: Path) -> None:
    figures = run_tries(range(100, 100 + TRIES), tmp_path)
    assert figures.problems == [], f"{figures}\n\n" + "\n\n".join(figures.problems)
