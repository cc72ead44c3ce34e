"""Compares the working tree's engine with that of another commit, in games or by speed.

    python -m benchmarks.versions main
    python -m benchmarks.versions HEAD~5 --games 40 --time 0.05 --game morris
    python -m benchmarks.versions v0.1.0 --speed

The other version has its own git worktree, environment and compiled code below build/versions,
created once. Both engines run as processes (`benchmarks.version_worker`), without endgame tables
and books. Games are recorded there too: the same command continues an interrupted match until the
working tree changes. The exit code is 1 if the working tree scores below one half by more than two
standard errors or is too slow, and 2 if nothing could be measured.
"""

from __future__ import annotations

import argparse
import math
import random
import shlex
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from statistics import geometric_mean
from typing import Any, NoReturn

import kibitz
from benchmarks.strength import GAMES as STRENGTH
from benchmarks.version_process import (
    ROOT,
    Process,
    ProcessPlayer,
    Version,
    VersionError,
    set_up,
    working_tree,
)
from kibitz.cli import arguments as shared
from kibitz.cli.match_progress import MatchProgress
from kibitz.core.contract import Game
from kibitz.engine.position import Snapshot
from kibitz.games.game_ref import GameRef
from kibitz.match.code_digest import code_digest
from kibitz.match.contestant import Contestant
from kibitz.match.players import MatchPlayer
from kibitz.match.playing import MatchBoard
from kibitz.match.result import Result
from kibitz.match.specification import Specification

FOLDER = ROOT / "build" / "versions"
PLAYED = (
    "draughts --variant english",
    "draughts --variant international",
    "draughts --variant russian",
    "morris",
    "horses",
)
TIMED = (*PLAYED, "connect4")
ENDS: dict[str, dict[str, Any]] = {name: ends for name, _, ends in STRENGTH.values()}
ERRORS = 2  # a score this many standard errors below one half counts as worse
POSITIONS = 8  # per game, for speed
LEAST_SPEED = 0.85  # share of the other version's speed in each game
LEAST_MEAN = 0.92  # the same, geometric mean

Limits = dict[str, float | int]


@dataclass(frozen=True)
class Contest:
    """A game that both versions play."""

    title: str  # as given by the user
    ref: GameRef
    game: Game

    @property
    def slug(self) -> str:
        """The title as a file name."""
        kept = "".join(letter if letter.isalnum() else " " for letter in self.title)
        return "-".join(kept.split())


class Arena(Executor):
    """Plays the games of a match between versions, on several boards concurrently.

    Every board has a process of each version, of which only one searches at a time.
    """

    def __init__(
        self, contest: Contest, versions: Sequence[Version], limit: Limits, boards: int
    ) -> None:
        self._max_workers = boards  # read by the match to know how many games to submit
        self._contest = contest
        self._versions = {version.name: version for version in versions}
        self._limit = limit
        self._pool = ThreadPoolExecutor(boards)
        self._processes: list[Process] = []
        self._boards: SimpleQueue[MatchBoard] = SimpleQueue()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Play a game on a board; `fn`, which would use the engine of this process, is ignored."""
        specification, number = args
        if not self._processes:
            self._open(specification)
        return self._pool.submit(self._play, number)

    def _open(self, specification: Specification) -> None:
        """Start and warm up all processes; only those of the first board compile."""
        for _ in range(self._max_workers):
            board = MatchBoard(specification, self._seat)
            board.prepare()
            self._boards.put(board)

    def _seat(self, contestant: Contestant, game: Game) -> MatchPlayer:
        version = self._versions[contestant.name]
        self._processes.append(Process(version, self._contest.ref, game))
        return ProcessPlayer(self._processes[-1], game, self._limit)

    def _play(self, number: int) -> Result:
        board = self._boards.get()
        try:
            return board.play(number)
        finally:
            self._boards.put(board)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes, and with them the games that are being played."""
        for process in self._processes:
            process.close()
        self._pool.shutdown(wait=wait, cancel_futures=True)


def play(
    contest: Contest,
    versions: Sequence[Version],
    limit: Limits,
    games: int,
    boards: int,
    folder: Path,
) -> kibitz.Standings:
    """Play a match and return its standings, which include recorded games."""
    folder.mkdir(parents=True, exist_ok=True)
    (key, value), *_ = limit.items()
    match = kibitz.Match(
        contest.ref,
        [f"{key}={value},tables=off,name={version.name}" for version in versions],
        games=games,
        record=folder / f"{contest.slug}-{key}-{value}.jsonl",
        **ENDS.get(contest.game.name, {}),
    )
    progress = MatchProgress(title=contest.title)
    with Arena(contest, versions, limit, boards) as arena:
        for _ in match.run(arena):
            progress.show(match)
    progress.clear()
    return match.standings


def report(contest: Contest, standings: kibitz.Standings) -> bool:
    """Print the result of a match; return whether the first version is not worse."""
    row, other = standings.rows
    advantage = standings.advantage
    assert advantage is not None
    low, high = advantage.elo_interval
    is_worse = advantage.share < 0.5 - ERRORS * advantage.error
    score = f"{row.wins}, {row.draws}, {row.losses}"
    print(
        f"{contest.title:<34} {score:>16} {100 * advantage.share:>6.1f} % "
        f"± {100 * advantage.error:<4.1f} {advantage.elo:>+5.0f} ± {advantage.elo_error:<4.0f} "
        f"{low:>+5.0f} to {high:>+5.0f} {row.nodes:>11,.0f} {other.nodes:>11,.0f}"
        f"{'  WORSE' if is_worse else ''}",
        flush=True,
    )
    return not is_worse


@dataclass(frozen=True)
class Speed:
    """The speed of both versions in one game."""

    new: float  # nodes per second of CPU time
    old: float
    same: int  # positions with the same move, score, depth and number of nodes in both

    @property
    def ratio(self) -> float:
        """The speed of the first version divided by that of the other."""
        return self.new / self.old


def positions(game: Game, count: int) -> list[Snapshot]:
    """Positions after 4, 6, 8, ... random moves, the same in every run."""
    found = []
    for index in range(count):
        chance = random.Random(f"versions/{index}")
        path: list[Any] = []
        while not path or game.outcome(path[-1], path[:-1]) is not None:
            path = [game.initial(chance.getrandbits(31))]
            while len(path) < 5 + 2 * index and game.outcome(path[-1], path[:-1]) is None:
                path.append(game.play(path[-1], chance.choice(list(game.moves(path[-1])))))
        found.append(Snapshot(path[-1], tuple(path[:-1])))
    return found


def measure(
    contest: Contest, versions: Sequence[Version], nodes: int, rounds: int, count: int = POSITIONS
) -> Speed:
    """Search the same positions with both versions in turns, from an empty transposition table.

    For each position and version the shortest CPU time counts.
    """
    asked = positions(contest.game, count)
    processes = [Process(version, contest.ref, contest.game) for version in versions]
    best = [[math.inf, math.inf] for _ in asked]
    found: list[list[dict[str, Any]]] = [[{}, {}] for _ in asked]
    try:
        for process in processes:
            process.start()
        for turn in range(rounds):
            for index, position in enumerate(asked):
                for side in (0, 1) if turn % 2 == 0 else (1, 0):
                    processes[side].clear()
                    line = processes[side].play(position, {"nodes": nodes})
                    best[index][side] = min(best[index][side], line.pop("cpu"))
                    line.pop("wall")
                    found[index][side] = line
            _note(f"{contest.title}: round {turn + 1} of {rounds}")
    finally:
        _note("")
        for process in processes:
            process.close()
    new, old = (
        sum(lines[side]["nodes"] for lines in found) / sum(times[side] for times in best)
        for side in (0, 1)
    )
    return Speed(new, old, same=sum(one == other for one, other in found))


def _note(text: str) -> None:
    """Show progress on a terminal."""
    if sys.stderr.isatty():
        print(f"\r{text:<70}\r", end="", file=sys.stderr, flush=True)


def compare_games(
    contests: Iterable[Contest],
    versions: Sequence[Version],
    limit: Limits,
    games: int,
    boards: int,
    folder: Path,
) -> bool:
    """Play and print every match; return whether the first version is not worse in any."""
    (key, value), *_ = limit.items()
    new, old = (version.name for version in versions)
    print(f"{new} against {old}, {games} games each, {key} {value} per move")
    print(
        f"{'game':<34} {'won, drawn, lost':>16} {'score':>8} {'Elo':>12} {'95 %':>20} "
        f"{'nodes/move':>11} {'theirs':>11}"
    )
    reached = [report(one, play(one, versions, limit, games, boards, folder)) for one in contests]
    return all(reached)


def compare_speed(
    contests: Iterable[Contest], versions: Sequence[Version], nodes: int, rounds: int
) -> bool:
    """Measure and print the speed in every game; return whether the first is fast enough."""
    new, old = (version.name for version in versions)
    print(f"{new} and {old}, {nodes:,} nodes in each of {POSITIONS} positions, {rounds} rounds")
    print(f"{'game':<34} {'nodes/s':>12} {'theirs':>12} {'ratio':>7}  same search in")
    ratios = []
    for contest in contests:
        speed = measure(contest, versions, nodes, rounds)
        ratios.append(speed.ratio)
        print(
            f"{contest.title:<34} {speed.new:>12,.0f} {speed.old:>12,.0f} {speed.ratio:>7.3f}  "
            f"{speed.same} of {POSITIONS}{'  SLOW' if speed.ratio < LEAST_SPEED else ''}",
            flush=True,
        )
    mean = geometric_mean(ratios)
    slow = "  SLOW" if mean < LEAST_MEAN else ""
    print(f"{'geometric mean':<34} {'':>12} {'':>12} {mean:>7.3f}{slow}")
    return mean >= LEAST_MEAN and min(ratios) >= LEAST_SPEED


class _GameParser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise VersionError(f"Cannot read the game: {message}.")


def read_contest(text: str) -> Contest:
    """The game of a text such as "draughts --variant english"."""
    parser = _GameParser(add_help=False)
    shared.add_game(parser, seed_help=None)
    try:
        words = shlex.split(text)
    except ValueError as problem:
        raise VersionError(f"Cannot read the game {text!r}: {problem}.") from None
    arguments = parser.parse_args(words)
    game = shared.read_game(arguments)
    if game.players != 2:
        raise VersionError(f"{text!r} is a game for {game.players} players; expected one for two.")
    return Contest(text, GameRef.at(arguments.game, game), game)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.versions")
    parser.add_argument("commit", metavar="COMMIT", help="the other version")
    parser.add_argument(
        "--game", metavar="GAME", action="append", help="such as 'morris'; repeatable"
    )
    parser.add_argument("--games", metavar="N", type=shared.parse_int, default=200)
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument(
        "--time", metavar="S", type=shared.parse_seconds, help="per move (default: 0.1)"
    )
    limit.add_argument(
        "--nodes", metavar="N", type=shared.parse_int, help="per move, or per position with --speed"
    )
    parser.add_argument(
        "--processes",
        metavar="N",
        type=shared.parse_int,
        default=2,
        help="concurrent games (default: 2)",
    )
    parser.add_argument("--speed", action="store_true", help="compare nodes per second instead")
    parser.add_argument(
        "--rounds", metavar="N", type=shared.parse_int, default=6, help="of --speed"
    )
    return parser


def run(arguments: argparse.Namespace) -> bool:
    """Run the comparison; return whether the working tree passes."""
    if arguments.speed and arguments.time is not None:
        raise VersionError("--speed compares equal numbers of nodes: use --nodes, not --time.")
    if min(arguments.games, arguments.processes, arguments.rounds) < 1:
        raise VersionError("--games, --processes and --rounds have to be whole numbers from 1.")
    limit: Limits = {"time": 0.1 if arguments.time is None else arguments.time}
    if arguments.nodes is not None:
        limit = {"nodes": arguments.nodes}
    kibitz.Limit(**limit)  # type: ignore[arg-type]  # raises an error for an invalid limit
    contests = [
        read_contest(text) for text in arguments.game or (TIMED if arguments.speed else PLAYED)
    ]
    versions = working_tree(), set_up(arguments.commit, FOLDER)
    if arguments.speed:
        return compare_speed(contests, versions, arguments.nodes or 300_000, arguments.rounds)
    folder = FOLDER / versions[1].name / "games" / code_digest()
    return compare_games(contests, versions, limit, arguments.games, arguments.processes, folder)


def main() -> int:
    """Compare the versions; return 1 if the working tree is worse, 2 after an error."""
    parser = _parser()
    try:
        return 0 if run(parser.parse_args()) else 1
    except (VersionError, kibitz.KibitzError) as problem:
        print(f"{parser.prog}: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nStopped. Run the same command again to continue.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
