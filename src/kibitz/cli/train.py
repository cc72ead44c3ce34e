"""`kibitz train`: learns an evaluation of a game from self-play."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser, Namespace
from dataclasses import asdict

from kibitz.cli import arguments as shared
from kibitz.cli import output
from kibitz.cli.match import STOPPED, add_workers, check_workers
from kibitz.games.learned import USUAL
from kibitz.training.trainer import Generation, Progress, Training, TrainingSettings

_SHOWN_EVERY = 0.2  # seconds, on a terminal
_LOGGED_EVERY = 30.0  # seconds, otherwise
_DEFAULTS = TrainingSettings()


def add_train(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_training(parser, name=USUAL)
    for name, default, text in (
        ("--generations", _DEFAULTS.generations, "number of generations"),
        ("--epochs", _DEFAULTS.epochs, "passes of the fit over the positions"),
    ):
        add_number(parser, name, default, text)


def add_number(parser: ArgumentParser, name: str, default: int, text: str) -> None:
    """Add an option with a whole number."""
    parser.add_argument(
        name,
        metavar="N",
        type=shared.parse_int,
        default=default,
        help=f"{text} (default: {default})",
    )


def add_training(parser: ArgumentParser, *, name: str) -> None:
    """Add the arguments that `train` and `tune` share; `name` is that of the result."""
    shared.add_game(parser, seed_help="seed of the games (default: 0)")
    parser.add_argument(
        "folder", metavar="FOLDER", help="folder for games and results; continued if it exists"
    )
    for option, default, text in (
        ("--games", _DEFAULTS.games, "games of self-play before each fit"),
        ("--nodes", _DEFAULTS.nodes, "node limit of a search in self-play"),
        ("--match-games", _DEFAULTS.match_games, "most games of the match after a fit"),
        ("--random-moves", _DEFAULTS.random_moves, "random moves in self-play, of a thousand"),
    ):
        add_number(parser, option, default, text)
    parser.add_argument(
        "--match-time",
        metavar="SECONDS",
        type=shared.parse_seconds,
        default=_DEFAULTS.match_time,
        help=f"time for a move of the matches (default: {_DEFAULTS.match_time:g})",
    )
    parser.add_argument(
        "--name",
        default=name,
        help=f"name of the new evaluation (default: {name})",
    )
    add_workers(parser)


def train(arguments: Namespace) -> int:
    """Train; return 130 after Ctrl-C, and 1 if no generation won its match."""
    check_workers(arguments)
    game = shared.read_game(arguments)
    settings = read_settings(arguments)
    training = Training(game, arguments.folder, settings, name=arguments.name)
    shown = TrainingProgress(is_quiet=arguments.json)
    known = 0
    try:
        for progress in training.run(workers=arguments.workers, cluster=arguments.cluster):
            shown.show(progress)
            for one in training.results[known:]:
                shown.clear()
                if not arguments.json:
                    output.result(generation_text(one))
            known = len(training.results)
    except KeyboardInterrupt:
        shown.clear()
        output.note("kibitz: stopped; run the same command again to continue")
        return STOPPED
    shown.clear()
    best = training.best
    if arguments.json:
        found = {
            "game": game.name,
            "folder": str(training.folder),
            "evaluation": training.name if best else None,
            "files": str(training.place) if best else None,
            "generations": [asdict(one) for one in training.results],
        }
        output.result_json(found)
    elif best:
        output.result(
            f"The evaluation {training.name!r} is in {training.place}. Use it with "
            f"kibitz.Engine(game, evaluation={training.name!r}) or --player "
            f"evaluation={training.name}."
        )
    else:
        output.result("No generation won its match; the evaluation of the game stays as it is.")
    return 0 if best else 1


def read_settings(arguments: Namespace) -> TrainingSettings:
    """The settings of `train` or `tune`."""
    return TrainingSettings(
        games=arguments.games,
        generations=getattr(arguments, "generations", 1),
        nodes=arguments.nodes,
        match_games=arguments.match_games,
        match_time=arguments.match_time,
        random_moves=arguments.random_moves,
        epochs=getattr(arguments, "epochs", _DEFAULTS.epochs),
        seed=arguments.seed or 0,
    )


def generation_text(one: Generation) -> str:
    """The result of a generation."""
    elo = "" if one.elo is None else f", Elo {one.elo:+.0f} ± {one.error or 0:.0f}"
    return (
        f"generation {one.number}: {one.positions:,} positions, loss {one.losses[-1][1]:.4f}; "
        f"{100 * one.score:.1f} % of {one.played} games{elo}; {'kept' if one.kept else 'not kept'}"
    )


class TrainingProgress:
    """The progress on standard error."""

    def __init__(self, *, is_quiet: bool) -> None:
        self._is_quiet = is_quiet
        self._is_terminal = sys.stderr.isatty()
        self._last = 0.0
        self._began = time.monotonic()
        self._stage: tuple[int, str] = (0, "")
        self._first = 0

    def show(self, progress: Progress) -> None:
        """Show the progress, unless it was updated a moment ago."""
        now = time.monotonic()
        if self._stage != (progress.generation, progress.stage):
            self._stage = (progress.generation, progress.stage)
            self._began, self._first = now, progress.done
        pause = _SHOWN_EVERY if self._is_terminal else _LOGGED_EVERY
        if self._is_quiet or progress.stage == "done" or now - self._last < pause:
            return
        self._last = now
        rate = (progress.done - self._first) / max(now - self._began, 1e-3)
        unit = "epochs" if progress.stage == "fit" else "games"
        text = (
            f"generation {progress.generation}, {progress.stage}: {progress.done:,} of "
            f"{progress.total:,} {unit}  {rate:.1f} {unit}/s  {progress.text}"
        )
        if self._is_terminal:
            output.note(f"\r{text:<99}", end="")
        else:
            output.note(text)

    def clear(self) -> None:
        """Remove the line."""
        if self._is_terminal and not self._is_quiet:
            output.note(f"\r{'':<99}\r", end="")
