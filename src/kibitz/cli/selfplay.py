"""`kibitz selfplay`: plays games of a game against itself, as data for training."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from typing import Any

from kibitz.cli import arguments as shared
from kibitz.cli import output
from kibitz.cli.match import STOPPED, add_workers, check_workers
from kibitz.training.position_records import REASONS, PlayedGame
from kibitz.training.self_play import GAMES, SelfPlay
from kibitz.training.self_play_settings import SelfPlaySettings

_SHOWN_EVERY = 0.2  # seconds, on a terminal
_LOGGED_EVERY = 30.0  # seconds, otherwise
_DEFAULTS = SelfPlaySettings()


def add_selfplay(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    shared.add_game(parser, seed_help="seed of the openings and random moves (default: 0)")
    parser.add_argument("file", metavar="FILE", help="file for the games; continued if it exists")
    whole = [
        ("--games", "N", GAMES, "number of games"),
        ("--nodes", "N", _DEFAULTS.nodes, "node limit of each search"),
        ("--depth", "N", _DEFAULTS.depth, "depth limit of each search"),
        (
            "--random-moves",
            "N",
            _DEFAULTS.random_moves,
            "how many of a thousand moves after the opening are random",
        ),
        ("--plies", "N", _DEFAULTS.plies, "games longer than this are draws"),
    ]
    for name, metavar, default, text in whole:
        parser.add_argument(
            name,
            metavar=metavar,
            type=shared.parse_int,
            default=default,
            help=f"{text} (default: {default})",
        )
    parser.add_argument(
        "--opening",
        metavar="LEAST-MOST",
        type=_parse_range,
        default=(_DEFAULTS.least_opening, _DEFAULTS.most_opening),
        help="random moves at the start of each game "
        f"(default: {_DEFAULTS.least_opening}-{_DEFAULTS.most_opening})",
    )
    parser.add_argument(
        "--no-adjudicate",
        action="store_true",
        help="play on when endgame tables or a search have proven the result",
    )
    add_workers(parser)


def selfplay(arguments: Namespace) -> int:
    """Play the games; return 130 after Ctrl-C."""
    check_workers(arguments)
    least, most = arguments.opening
    settings = SelfPlaySettings(
        nodes=arguments.nodes,
        depth=arguments.depth,
        seed=arguments.seed or 0,
        least_opening=least,
        most_opening=most,
        random_moves=arguments.random_moves,
        plies=arguments.plies,
        adjudicate=not arguments.no_adjudicate,
    )
    game = shared.read_game(arguments)
    played = SelfPlay(game, arguments.file, games=arguments.games, settings=settings)
    progress = _Progress(played, is_quiet=arguments.json)
    totals = {"games": 0, "wins": 0, "draws": 0, "losses": 0, "plies": 0}
    reasons: dict[str, int] = dict.fromkeys(REASONS, 0)
    is_stopped = False
    try:
        for one in played.run(workers=arguments.workers, cluster=arguments.cluster):
            _count(one, totals, reasons)
            progress.show()
    except KeyboardInterrupt:
        is_stopped = True
    progress.clear()
    found = {
        "game": game.name,
        "file": arguments.file,
        "finished": played.played,
        "this_run": {**totals, "positions": played.positions, "nodes": played.nodes},
        "reasons": reasons,
        "seconds": round(progress.seconds, 3),
    }
    _show(arguments, found)
    if is_stopped:
        output.note(
            f"kibitz: stopped after {played.played} of {played.games} games; run the same command "
            "again to continue"
        )
    return STOPPED if is_stopped else 0


def _parse_range(text: str) -> tuple[int, int]:
    """Parse two whole numbers, such as 2-10."""
    least, _, most = text.partition("-")
    try:
        return int(least), int(most or least)
    except ValueError:
        raise ArgumentTypeError(f"expected two whole numbers such as 2-10, got {text!r}") from None


def _count(game: PlayedGame, totals: dict[str, int], reasons: dict[str, int]) -> None:
    result = ("draws", "wins", "losses")[game.payoffs[0]]
    totals["games"] += 1
    totals[result] += 1
    totals["plies"] += game.plies
    reasons[REASONS[game.reason]] += 1


def _show(arguments: Namespace, found: dict[str, Any]) -> None:
    if arguments.json:
        output.result_json(found)
        return
    run = found["this_run"]
    seconds = max(found["seconds"], 1e-3)
    lines = [f"{found['finished']:,} games in {found['file']}"]
    if run["games"]:
        ended = ", ".join(f"{name} {count:,}" for name, count in found["reasons"].items() if count)
        lines += [
            f"this run: {run['games']:,} games, {run['positions']:,} positions, "
            f"{run['games'] / seconds:.1f} games/s, {run['nodes'] / seconds:,.0f} nodes/s",
            f"first side: {run['wins']:,} won, {run['draws']:,} drawn, {run['losses']:,} lost",
            f"ended by: {ended}",
        ]
    output.result("\n".join(lines))


class _Progress:
    """The progress on standard error."""

    def __init__(self, played: SelfPlay, *, is_quiet: bool) -> None:
        self._played = played
        self._is_quiet = is_quiet
        self._is_terminal = sys.stderr.isatty()
        self._began = time.monotonic()
        self._last = self._began
        self._count = 0

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self._began

    def show(self) -> None:
        """Show the number of games, unless it was updated a moment ago."""
        self._count += 1
        now = time.monotonic()
        pause = _SHOWN_EVERY if self._is_terminal else _LOGGED_EVERY
        if self._is_quiet or now - self._last < pause:
            return
        self._last = now
        rate = self._count / max(self.seconds, 1e-3)
        left = (self._played.games - self._played.played) / rate
        text = (
            f"{self._played.played:,} of {self._played.games:,} games  {rate:.1f} games/s  "
            f"{left:,.0f} s left"
        )
        if self._is_terminal:
            output.note(f"\r{text:<79}", end="")
        else:
            output.note(text)

    def clear(self) -> None:
        """Remove the line."""
        if self._is_terminal and not self._is_quiet and self._count:
            output.note(f"\r{'':<79}\r", end="")
