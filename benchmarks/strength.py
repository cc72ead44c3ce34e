"""Plays the matches behind every figure of strength in the documentation.

    make strength
    python -m benchmarks.strength search --games 80
    python -m benchmarks.strength tables --only english --games 400 --processes 16

Each match is printed with its goal; the exit code is 1 if a goal is missed. Do not run anything
else meanwhile: most of these players have a time limit. Every game is recorded as soon as it ends,
in `--folder` or below build/, so the same command continues an interrupted match (below build/ on
the same day). When interrupted or terminated, the command prints the match so far.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import kibitz
from kibitz.core.interrupts import run_interruptible
from kibitz.match.elo import elo_of

# A game ends when both sides agree on its result, and long games of Morris are draws, which saves
# time. Points are men in draughts and hundredths of a stone in Morris.
_DRAUGHTS: dict[str, Any] = {"adjudicate": (2.5, 5)}
_MORRIS: dict[str, Any] = {"adjudicate": (1500, 5), "plies": 160}
GAMES: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "german": ("draughts", {"variant": "german"}, _DRAUGHTS),
    "english": ("draughts", {"variant": "english"}, _DRAUGHTS),
    "russian": ("draughts", {"variant": "russian"}, _DRAUGHTS),
    "international": ("draughts", {"variant": "international"}, _DRAUGHTS),
    "morris": ("morris", {}, _MORRIS),
    "horses": ("horses", {}, {}),
    "connect4": ("connect4", {}, {}),
    "five": ("tictactoe", {"rows": 7, "columns": 9, "length": 5}, {}),
    # Games of users, without rows of their own: material only, and no evaluation.
    "breakthrough": ("tests/own_games/breakthrough.py", {}, {}),
    "hex": ("tests/own_games/hex.py", {}, {}),
    "gomoku": ("tests/own_games/gomoku.py", {}, {}),
}
TABLED = ("english", "german", "russian", "international")  # with endgame tables in the package
SIX = ("german", "english", "russian", "international", "morris", "horses")

# A technique, and the games of its matches, with and without it.
_THREE = ("english", "morris", "horses")
TECHNIQUES: dict[str, tuple[str, ...]] = {
    "late_move_reduction": _THREE,
    "futility": _THREE,
    "null_move": ("five",),
    "internal_reduction": _THREE,
    "one_reply_extension": _THREE,
    "singular_extension": _THREE,
    "counter_moves": _THREE,
    "symmetry": ("morris", "connect4"),
    "aspiration": _THREE,
}


@dataclass(frozen=True)
class Duel:
    """A match of two players, and the least Elo difference in favour of the first."""

    title: str
    game: str
    players: tuple[str, str]
    games: int
    least: float | None = None
    workers: int | None = None  # concurrent games; by default one per processor
    is_played_out: bool = False  # games are not adjudicated


def search(games: int | None) -> Iterator[Duel]:
    """All techniques against none of them, 0.1 s per move, without endgame tables."""
    for name in SIX:
        players = "time=0.1,endgame_tables=off", "baseline,time=0.1"
        yield Duel(f"full search: {name}", name, players, 80 if games is None else games)


def evaluations(games: int | None) -> Iterator[Duel]:
    """`strong` at 0.1 s per move against `classic` at depth 6."""
    for name in SIX:
        players = "time=0.1", "depth=6,evaluation=classic"
        yield Duel(f"strong: {name}", name, players, 60 if games is None else games, 150)


def techniques(games: int | None) -> Iterator[Duel]:
    """Each technique against a search without it, at equal nodes."""
    for technique, names in TECHNIQUES.items():
        for name in names:
            players = f"nodes=20000,{technique}=on", f"nodes=20000,{technique}=off"
            yield Duel(f"{technique}: {name}", name, players, 1000 if games is None else games)


def threads(games: int | None) -> Iterator[Duel]:
    """Two threads against one, 0.1 s per move, one game at a time."""
    for name in ("english", "morris"):
        players = "time=0.1,threads=2", "time=0.1"
        yield Duel(f"threads: {name}", name, players, 60 if games is None else games, workers=1)


def tables(games: int | None) -> Iterator[Duel]:
    """Endgame tables of draughts against none, 0.1 s per move, games played to their end."""
    for name in TABLED:
        players = "time=0.1", "time=0.1,endgame_tables=off"
        count = 400 if games is None else games
        yield Duel(f"tables: {name}", name, players, count, is_played_out=True)


def levels(games: int | None) -> Iterator[Duel]:
    """Levels against those two below, in games without rows of their own."""
    for name in ("breakthrough", "hex", "gomoku"):
        for low, high in ((1, 3), (3, 5), (4, 6)):
            title = f"level {high} v {low}: {name}"
            count = 100 if games is None else games
            yield Duel(title, name, (str(high), str(low)), count, round(elo_of(0.65)))


_ALL = (search, evaluations, techniques, threads, tables, levels)
SECTIONS = {section.__name__: section for section in _ALL}


def play(
    duel: Duel, folder: Path, processes: int | None = None, minutes: float | None = None
) -> kibitz.Standings:
    """Play `duel`, with its record in `folder`, and return the standings.

    It stops after `minutes`, without the time for compiling, although not all games are played.
    When interrupted, it prints the standings so far.
    """
    name, options, rules = GAMES[duel.game]
    rules = {} if duel.is_played_out else rules
    record = folder / f"{duel.title.replace(': ', '-').replace(' ', '-')}.jsonl"
    match = kibitz.Match(
        kibitz.game(name, **options), duel.players, games=duel.games, record=record, **rules
    )
    try:
        match.prepare()
        began = time.monotonic()
        with closing(match.run(workers=duel.workers or processes)) as results:
            for _ in results:
                print(f"{duel.title}: {match.played} of {duel.games}", end="\r", file=sys.stderr)
                if minutes is not None and time.monotonic() - began > 60 * minutes:
                    break
    except KeyboardInterrupt:
        if match.played:
            report(duel, match.standings)
        raise
    return match.standings


def report(duel: Duel, standings: kibitz.Standings) -> bool:
    """Print the result of `duel`; return whether it reached its goal."""
    row, advantage = standings.rows[0], standings.advantage
    assert advantage is not None
    low, high = advantage.elo_interval
    goal = "" if duel.least is None else f"at least {duel.least:g}"
    is_reached = duel.least is None or advantage.elo >= duel.least
    verdict = "" if duel.least is None else "reached" if is_reached else "MISSED"
    score = f"{row.wins}, {row.draws}, {row.losses}"
    print(
        f"{duel.title:<28} {score:>14} {100 * advantage.share:>6.1f} % "
        f"{advantage.elo:>+6.0f} ± {advantage.elo_error:<4.0f} {low:>+5.0f} to {high:>+5.0f}  "
        f"{goal} {verdict}".rstrip(),
        flush=True,
    )
    return is_reached


def report_together(shares: list[float], least: float) -> bool:
    """Print the total of matches of equal length; return whether it reached its goal."""
    share = sum(shares) / len(shares)
    elo = elo_of(share)
    verdict = "reached" if elo >= least else "MISSED"
    print(f"{'all of them':<28} {100 * share:>21.1f} % {elo:>+6.0f}  at least {least:g} {verdict}")
    return elo >= least


def main() -> int:
    """Play and print all sections, or those named; return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength")
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=", ".join(SECTIONS))
    parser.add_argument("--games", type=int, help="games per match")
    parser.add_argument("--only", choices=GAMES, help="only the matches of this game or variant")
    parser.add_argument("--processes", type=int, help="concurrent games (default: one per core)")
    parser.add_argument("--minutes", type=float, help="stop each match after this time")
    parser.add_argument("--folder", type=Path, help="folder of the records of the games")
    arguments = parser.parse_args()
    unknown = sorted(set(arguments.sections) - set(SECTIONS))
    if unknown:
        parser.error(f"expected {', '.join(SECTIONS)}; got {', '.join(unknown)}")
    folder = arguments.folder or Path("build") / f"strength-{date.today()}"
    folder.mkdir(parents=True, exist_ok=True)
    missed = 0
    for name in arguments.sections or SECTIONS:
        print(f"\n{SECTIONS[name].__doc__}")
        shares = []
        for duel in SECTIONS[name](arguments.games):
            if arguments.only not in (None, duel.game):
                continue
            standings = play(duel, folder, arguments.processes, arguments.minutes)
            missed += not report(duel, standings)
            shares.append(standings.advantage.share if standings.advantage else 0.5)
        if name == "search" and arguments.only is None:
            missed += not report_together(shares, 100)
    print(f"\n{missed} goals missed")
    return 1 if missed else 0


if __name__ == "__main__":
    try:
        sys.exit(run_interruptible(main))
    except kibitz.KibitzError as problem:
        sys.exit(str(problem))
