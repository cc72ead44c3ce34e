"""Measures every figure of speed in the documentation.

    make bench
    python -m benchmarks.figures searching two_threads

Each figure is printed with its goal; the exit code is 1 if a goal is missed. Speeds that are
compared are measured in one run. Do not run anything else meanwhile.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class Figure:
    """One measured number and its goal."""

    name: str
    value: float
    unit: str
    least: float | None = None
    most: float | None = None

    @property
    def is_reached(self) -> bool:
        above = self.least is None or self.value >= self.least
        return above and (self.most is None or self.value <= self.most)

    def __str__(self) -> str:
        goal = ""
        if self.least is not None:
            goal = f"at least {self.least:g}"
        elif self.most is not None:
            goal = f"at most {self.most:g}"
        verdict = "" if not goal else "reached" if self.is_reached else "MISSED"
        return f"{self.name:<58} {self.value:>12,.2f} {self.unit:<16} {goal:<16} {verdict}"


def best_of(times: int, work: Callable[[], object]) -> float:
    """The seconds that `work` takes: the minimum of several runs."""
    return min(timed(times, work))


def median_of(times: int, work: Callable[[], object]) -> float:
    """The seconds that `work` takes: the median of several runs."""
    return sorted(timed(times, work))[times // 2]


def timed(times: int, work: Callable[[], object]) -> list[float]:
    """The seconds that `work` takes in each run."""
    found = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        found.append(time.perf_counter() - began)
    return found


def foundation() -> Iterator[Figure]:
    """Solving, counting, importing and answering."""
    import kibitz
    from benchmarks.peers import easyai
    from benchmarks.peers.comparison import measure
    from kibitz.search.perft import divide

    game = kibitz.game("tictactoe")
    timing = measure(easyai.TICTACTOE)
    yield Figure(timing.comparison.work, timing.ours * 1000, "ms")
    yield Figure(f"  the same by {timing.comparison.peer}", timing.theirs * 1000, "ms")
    yield Figure("  times quicker", timing.ratio, "x", least=50)

    def count_lines() -> None:
        assert function(tuple(game.initial()), 7, control) == 148176

    import numpy as np

    from kibitz.search.compiled import compiled_perft

    function, control = compiled_perft(game), np.zeros(8, np.int64)
    seconds = best_of(50, count_lines)
    yield Figure("perft of Tic-Tac-Toe at depth 7", 148176 / seconds / 1e6, "M leaves/s", least=50)
    connect4 = kibitz.game("connect4")

    def count_connect4() -> None:
        assert sum(count for _, count in divide(connect4, connect4.initial(), 9)) == 39394572

    seconds = best_of(3, count_connect4)
    yield Figure("perft of Connect Four at depth 9", 39394572 / seconds / 1e6, "M leaves/s")


# A game, its options, the depth of its perft, and the goal in million leaves per second.
COUNTED: tuple[tuple[str, dict[str, str], int, float | None], ...] = (
    ("morris", {}, 6, 100),
    ("morris", {"variant": "lasker"}, 5, None),
    ("horses", {}, 7, None),
    ("tiles", {}, 6, None),
    ("draughts", {}, 9, None),
    ("draughts", {"variant": "english"}, 10, 40),
    ("draughts", {"variant": "russian"}, 10, None),
    ("draughts", {"variant": "international"}, 8, 25),
)


def counting() -> Iterator[Figure]:
    """The rules of the games, by their perft."""
    import numpy as np

    import kibitz
    from kibitz.search.compiled import compiled_perft

    control = np.zeros(8, np.int64)
    for name, options, depth, least in COUNTED:
        game = kibitz.game(name, **options)
        function = compiled_perft(game)
        position = tuple(game.initial())
        leaves = function(position, depth, control)
        seconds = best_of(5, lambda: function(position, depth, control))  # noqa: B023 - called now
        title = " ".join(["perft", name, *options.values(), f"at depth {depth}"])
        yield Figure(title, leaves / seconds / 1e6, "M leaves/s", least=least)


def against_c() -> Iterator[Figure]:
    """Perft of a user's games on 64 cells, compared with plain C of the same algorithm."""
    from benchmarks.against_c import measure

    for found in measure():
        title = f"perft {found.case.name} at depth {found.case.depth}"
        yield Figure(title, found.leaves / found.ours / 1e6, "M leaves/s")
        for options, seconds in found.theirs.items():
            most = found.case.most if options == "-O2" else None
            name = f"  time, of that of C (gcc {options})"
            yield Figure(name, found.ours / seconds, "x", most=most)


def starting() -> Iterator[Figure]:
    """Processor time of fresh processes: first answer, full speed, after an edit, from the disk."""
    from benchmarks.starting import EDIT, FIRST, starts

    for one in starts():
        yield Figure(f"{one.game}: first answer", one.first, "s", most=FIRST)
        yield Figure(f"{one.game}: full speed", one.full, "s")
        yield Figure(f"{one.game}: full speed after an edit", one.edit, "s")
        yield Figure(
            f"{one.game}: edit, as a share of full speed", one.edit / one.full, "", most=EDIT
        )
        yield Figure(f"{one.game}: full speed from the disk", one.warm, "s")


def answering() -> Iterator[Figure]:
    """A first hint in a fresh process, with nothing compiled and from the disk."""
    for arguments in (
        "tiles",
        "tiles --players 4",
        "horses",
        "horses --players 3",
        "morris",
        "morris --variant morabaraba",
        "draughts",
        "draughts --variant english",
        "draughts --variant italian",
        "draughts --variant international",
        "draughts --variant frisian",
    ):
        with tempfile.TemporaryDirectory() as folder:
            environment = {**os.environ, "KIBITZ_CACHE": folder}

            def hint() -> None:
                command = [sys.executable, "-m", "kibitz", "hint", *arguments.split()]  # noqa: B023
                subprocess.run(command, env=environment, check=True, capture_output=True)  # noqa: B023

            yield Figure(f"kibitz hint {arguments}, cold", best_of(1, hint), "s", most=10)
            yield Figure(f"kibitz hint {arguments}, warm", median_of(5, hint), "s", most=1.2)


def processes() -> Iterator[Figure]:
    """The time of a fresh process."""

    def run(*arguments: str, cache: str | None = None) -> Callable[[], object]:
        environment = {**os.environ, **({"KIBITZ_CACHE": cache} if cache else {})}
        return lambda: subprocess.run(
            [sys.executable, *arguments], env=environment, check=True, capture_output=True
        )

    nothing = median_of(9, run("-c", "pass"))
    imported = median_of(9, run("-c", "import kibitz")) - nothing
    yield Figure("import kibitz", imported, "s", most=0.15)
    used = median_of(9, run("-c", "import kibitz; kibitz.Game")) - nothing
    yield Figure("import kibitz and use one of its names", used, "s")
    with tempfile.TemporaryDirectory() as folder:
        hint = run("-m", "kibitz", "hint", "tictactoe", cache=folder)
        yield Figure("kibitz hint tictactoe, cold", best_of(1, hint), "s", most=8)
        yield Figure("kibitz hint tictactoe, warm", median_of(7, hint), "s", most=1)
        # A hint searches for the best move, then for the best of the others, up to the limit.
        english = ("-m", "kibitz", "hint", "draughts", "--variant", "english", "--time")
        slow, quick = run(*english, "0.6", cache=folder), run(*english, "0.1", cache=folder)
        quick()
        longer, shorter = median_of(7, slow), median_of(7, quick)
        overhead = shorter - 0.1 * (longer - shorter) / 0.5
        yield Figure("kibitz hint draughts, warm, without the search", overhead, "s", most=0.5)


# A game, a level, and the maximum of milliseconds for a move.
TIMED = (
    ("horses", "beginner", 5),
    ("horses", "amateur", 10),
    ("horses", "expert", 50),
    ("morris", "hard", 100),
)


def levels() -> Iterator[Figure]:
    """The fixed-depth levels, each over two complete games: the slowest move, and the nodes."""
    import kibitz
    from kibitz.engine.levels import level
    from kibitz.engine.report import report

    for name, level_name, most in TIMED:
        game = kibitz.game(name)
        # The same games three times: a pause of the machine does not count as a slow move.
        rows = [*report(game, [level(game, level_name)] * 3, games=2)]
        row = min(rows, key=lambda one: one.slowest)
        title = f"{name} {level_name}"
        yield Figure(f"{title}: slowest move", row.slowest, "ms", most=most)
        yield Figure(f"{title}: mean move", row.milliseconds, "ms")
        yield Figure(f"{title}: mean nodes", row.nodes, "nodes")


def stopping() -> Iterator[Figure]:
    """The time from a call of `stop` until the search ends."""
    import kibitz

    game = kibitz.game("connect4")
    engine = kibitz.Engine(game)
    engine.play(kibitz.Session(game), kibitz.Limit(depth=2))
    late = []
    for _ in range(20):
        with engine.analysis(kibitz.Session(game)) as analysis:
            time.sleep(0.05)
            began = time.perf_counter()
            analysis.stop()
            for _lines in analysis:
                pass
            late.append(time.perf_counter() - began)
    yield Figure("delay of a stop, worst of 20", max(late) * 1000, "ms", most=20)
    began = time.perf_counter()
    engine.play(kibitz.Session(game), kibitz.Limit(time=0.3))
    over = (time.perf_counter() - began - 0.3) * 1000
    yield Figure("delay after a limit of 0.3 s", over, "ms", most=20)


def calling() -> Iterator[Figure]:
    """The overhead of Engine.play around the search: English draughts after 40 plies."""
    import random
    from statistics import median
    from typing import Any
    from unittest.mock import patch

    import kibitz
    from kibitz.search.workers import CompiledWorker

    game = kibitz.game("draughts", variant="english")
    engine, session = kibitz.Engine(game), kibitz.Session(game)
    chance = random.Random(7)
    for _ in range(40):
        session.push(chance.choice(session.legal_moves))
    search = CompiledWorker.value
    searched = 0.0

    def value(worker: CompiledWorker, *arguments: Any) -> int:
        nonlocal searched
        began = time.perf_counter()
        found = search(worker, *arguments)
        searched += time.perf_counter() - began
        return found

    calls, searches = [], []
    with patch.object(CompiledWorker, "value", value):
        for _ in range(3000):
            engine.clear()  # the same search every time
            searched = 0.0
            calls += timed(1, lambda: engine.play(session, kibitz.Limit(nodes=1000)))
            searches.append(searched)
    around = [call - part for call, part in zip(calls, searches, strict=True)]
    yield Figure("Engine.play, 1,000 nodes: median call", median(calls) * 1e6, "us")
    yield Figure("  the search alone", median(searches) * 1e6, "us")
    yield Figure("  around the search", median(around) * 1e6, "us", most=100)
    yield Figure("  around the search, minimum", min(around) * 1e6, "us")


def speed() -> Iterator[Figure]:
    """The search, by `kibitz bench`."""
    from kibitz.engine import bench

    measured = list(bench.run())
    for one in measured:
        options = " ".join(f"{name}={value}" for name, value in one.case.options.items())
        name = f"nodes: {one.case.name} {options} depth {one.case.depth}"
        yield Figure(name, one.nodes / one.seconds / 1e6, "M nodes/s")
    yield Figure("signature", sum(one.nodes for one in measured), "nodes")


# A game, its options, and the goals of a search of one second with one thread from the start
# position: million nodes per second, and depth.
SEARCHED: tuple[tuple[str, dict[str, str | int], float | None, int | None], ...] = (
    ("morris", {}, 8, 13),
    ("draughts", {"variant": "english"}, 5, 17),
    ("draughts", {"variant": "russian"}, None, 15),
    ("draughts", {"variant": "international"}, None, 13),
    ("draughts", {"variant": "german"}, None, None),
    ("connect4", {}, None, None),
    ("tictactoe", {"rows": 7, "columns": 9, "length": 5}, None, None),
)


def searching() -> Iterator[Figure]:
    """A search of one second from the start position: speed and depth."""
    import kibitz
    from benchmarks.depths import depths_in

    sessions = [kibitz.Session(kibitz.game(name, **options)) for name, options, *_ in SEARCHED]
    # The games take turns, because a shared machine has slow phases of half a minute.
    rounds = [[depths_in(session, threads=1) for session in sessions] for _ in range(16)]
    for (name, options, speed_goal, depth_goal), runs in zip(
        SEARCHED, zip(*rounds, strict=True), strict=True
    ):
        title = " ".join([name, *map(str, options.values())])
        speed = max(one.speed for one in runs) / 1e6
        yield Figure(f"nodes: {title}, one second", speed, "M nodes/s", least=speed_goal)
        depth = max(max(one.times) for one in runs)
        yield Figure(f"depth: {title}, one second", depth, "plies", least=depth_goal)


def table_speed() -> Iterator[Figure]:
    """Searches of draughts with 6 to 9 pieces, with endgame tables against without."""
    from benchmarks.table_speed import all_speeds

    for name, speeds in all_speeds():
        yield Figure(f"{name}, with endgame tables", speeds.with_tables / 1e6, "M nodes/CPU s")
        yield Figure(f"{name}, without", speeds.without / 1e6, "M nodes/CPU s")
        yield Figure("  the share", speeds.ratio, "", least=0.75)


def two_threads() -> Iterator[Figure]:
    """Two threads against one, in seven positions of each game: after 0, 2, 4, ... moves."""
    from statistics import geometric_mean

    import kibitz
    from benchmarks.depths import depths_in, time_ratios

    ratios, speeds = [], []
    for name, options, *_ in SEARCHED:
        session = kibitz.Session(kibitz.game(name, **options))
        engine = kibitz.Engine(session.game)
        own = []
        for number in range(7):
            for _ in range(2 if number else 0):
                session.push(engine.play(session, kibitz.Limit(nodes=20_000)).move)
            # In turns, so that other load slows down both equally; three times, because two
            # threads never search the same tree twice.
            for _ in range(3):
                alone, together = depths_in(session, threads=1), depths_in(session, threads=2)
                own += time_ratios(alone, together)
                speeds.append(together.speed / alone.speed)
        ratios.append(geometric_mean(own))
        title = " ".join([name, *map(str, options.values())])
        yield Figure(f"two threads to the same depth: {title}", ratios[-1], "x")
    # A value well below two means that the machine does not have two free cores now.
    yield Figure("two threads: nodes per second, of one thread's", geometric_mean(speeds), "x")
    yield Figure(
        "two threads: time to the same depth, of one thread's",
        geometric_mean(ratios),
        "x",
        most=0.7,
    )


def peers() -> Iterator[Figure]:
    """Nine Men's Morris compared with OpenSpiel, if that is installed."""
    from benchmarks.peers import openspiel
    from benchmarks.peers.comparison import measure

    for comparison, least in ((openspiel.MORRIS, 300), (openspiel.PLAIN_MORRIS, None)):
        if not comparison.is_installed:
            print("OpenSpiel is not installed (pip install open_spiel).")
            return
        timing = measure(comparison)
        yield Figure(f"{comparison.work}, times quicker", timing.ratio, "x", least=least)


def serving() -> Iterator[Figure]:
    """The server: 200 concurrent sessions for a minute, then killed under the same load."""
    import asyncio

    from benchmarks.load import Tally, databases, horses_moves, load, percentile, running

    def problems(tally: Tally) -> Iterator[Figure]:
        yield Figure("  errors except 503 with Retry-After", len(tally.errors), "", most=0)
        yield Figure("  acknowledged moves that were lost", len(tally.lost), "", most=0)
        yield Figure("  moves played twice", len(tally.doubled), "", most=0)

    with running(None, 1) as server:
        rate = horses_moves(server.port, 5.0)
        tally = asyncio.run(load(server, 200, 60.0, is_killed=False))
    yield Figure("moves acknowledged, 200 sessions, SQLite", tally.moves / 60, "moves/s")
    yield Figure("  refused with Retry-After", tally.refused, "")
    yield from problems(tally)
    health = 1000 * percentile(tally.health, 0.99)
    yield Figure("  GET /health meanwhile, 99th percentile", health, "ms", most=250)
    yield Figure("beginner moves of the Smart Horses API, one client", rate, "moves/s")
    with databases() as addresses:
        for name, address in addresses.items():
            with running(address, 2) as server:
                tally = asyncio.run(load(server, 200, 30.0, is_killed=True))
            yield Figure(f"moves acknowledged around a kill -9, {name}", tally.moves, "moves")
            yield from problems(tally)


def starving() -> Iterator[Figure]:
    """A person's game of Connect Four while another client attacks the server."""
    from benchmarks.starvation import measure

    found = measure()
    yield Figure("medium move under attack, median", found.percentile(0.5), "s")
    yield Figure("  95th percentile", found.percentile(0.95), "s", most=5)
    yield Figure("  slowest", max(found.seconds), "s")
    yield Figure("  the person's requests that were refused", found.refused, "")
    print(*list(found.lines())[1:], sep="\n")


def preparing() -> Iterator[Figure]:
    """The first move of an engine on a server with an empty cache."""
    from benchmarks.preparing import LEVEL, measure

    for machine, burners in (("quiet", 0), ("loaded", os.cpu_count() or 1)):
        for one in measure(burners):
            title = f"{one.game} level {LEVEL}, {machine} machine"
            yield Figure(f"{title}: first move", one.seconds, "s")
            yield Figure("  of that, charged to the engine's clock", one.charged, "s", most=1)


def browsing() -> Iterator[Figure]:
    """The web app, in a real Chromium on this machine."""
    from benchmarks.web import measure

    found = measure()
    yield Figure("first load, compressed", found.kilobytes, "kB", most=150)
    yield Figure("time until a game can be chosen", found.interactive, "s", most=1)
    yield Figure("search tree of 2,801 nodes", found.tree, "s")
    yield Figure("update of a 10 x 10 board", found.update, "ms", most=16)


SECTIONS = (
    foundation,
    counting,
    against_c,
    processes,
    starting,
    answering,
    stopping,
    calling,
    speed,
    searching,
    table_speed,
    two_threads,
    peers,
    levels,
    serving,
    starving,
    preparing,
    browsing,
)


def main() -> int:
    """Measure and print all sections, or those named; return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.figures")
    known = {section.__name__: section for section in SECTIONS}
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=", ".join(known))
    wanted = parser.parse_args().sections
    os.environ["KIBITZ_BACKGROUND"] = "0"  # measure compiled code
    unknown = sorted(set(wanted) - set(known))
    if unknown:
        parser.error(f"expected {', '.join(known)}; got {', '.join(unknown)}")
    print(
        f"{date.today()}, Python {platform.python_version()}, {platform.machine()}, "
        f"{os.cpu_count()} cores"
    )
    missed = 0
    for section in (known[name] for name in wanted or known):
        print(f"\n{section.__doc__}")
        for figure in section():
            print(figure, flush=True)
            missed += not figure.is_reached
    print(f"\n{missed} goals missed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
