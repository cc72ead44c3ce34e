"""`kibitz calibrate`: measures the strength of a game's levels by playing matches."""

from __future__ import annotations

import argparse
import re
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from kibitz.cli import arguments as shared
from kibitz.cli import output
from kibitz.cli.match import SEED_HELP, STOPPED, add_games, add_workers, check_workers, read_ref
from kibitz.cli.match_progress import MatchProgress
from kibitz.match.calibration import GAMES, CalibratedStep
from kibitz.match.calibration import calibrate as measure
from kibitz.match.match import Match

ANSWER_IS_NO = 1
_COLUMNS = ("step", "title", "games", "score against the step below", "Elo above step 1", "")


def add_calibrate(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    shared.add_game(parser, seed_help=SEED_HELP)
    add_games(parser, GAMES, "number of games for each step")
    parser.add_argument(
        "--steps", metavar="FROM-TO", type=_parse_steps, help="steps to measure (default: 1-10)"
    )
    parser.add_argument(
        "--record",
        metavar="FOLDER",
        help="folder that records every game; continues from an earlier run",
    )
    parser.add_argument("--markdown", action="store_true", help="print a Markdown table")
    add_workers(parser)


def calibrate(arguments: Namespace) -> int:
    """Print the table; return 1 if a step scores half the points or fewer, 130 after Ctrl-C."""
    check_workers(arguments)
    ref = read_ref(arguments)
    shown: dict[int, MatchProgress] = {}

    def show(match: Match, number: int) -> None:
        if number not in shown:
            title = f"step {number} against {number - 1}:"
            shown[number] = MatchProgress(title=title, is_quiet=arguments.json)
        shown[number].show(match)

    steps: list[CalibratedStep] = []
    is_stopped = False
    try:
        for step in measure(
            ref,
            games=arguments.games,
            steps=arguments.steps,
            seed=arguments.seed or 0,
            record=arguments.record,
            workers=arguments.workers,
            cluster=arguments.cluster,
            on_game=show,
        ):
            steps.append(step)
            if step.number in shown:
                shown[step.number].clear()
    except KeyboardInterrupt:
        is_stopped = True
        for progress in shown.values():
            progress.clear()
    game = ref.load()
    is_above = all(step.is_above for step in steps)
    if arguments.json:
        listed = [step.as_dict() for step in steps]
        reached = None if is_stopped else is_above
        output.result_json(
            {"game": game.name, "steps": listed, "reached": reached, "stopped": is_stopped}
        )
    else:
        output.result(as_markdown(steps) if arguments.markdown else as_text(steps))
    if is_stopped:
        how = (
            "run the same command again to continue"
            if arguments.record
            else "with --record FOLDER the next one can be continued"
        )
        measured = sum(step.advantage is not None for step in steps)
        output.note(f"kibitz: stopped after {measured} measured steps; {how}")
        return STOPPED
    return 0 if is_above else ANSWER_IS_NO


def as_text(steps: Sequence[CalibratedStep]) -> str:
    """The steps as a table for the terminal."""
    rows = [_COLUMNS, *map(_cells, steps)]
    widths = [max(len(row[index]) for row in rows) for index in range(len(_COLUMNS))]
    lines = [
        "  ".join(
            cell.ljust(width) if index in (1, 5) else cell.rjust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
    return "\n".join([*lines, "", *_remarks(steps)]).rstrip()


def as_markdown(steps: Sequence[CalibratedStep]) -> str:
    """The steps as a Markdown table."""
    rows = [_COLUMNS, ("--:", "---", "--:", "--:", "--:", "---"), *map(_cells, steps)]
    return "\n".join([*(f"| {' | '.join(row)} |" for row in rows), "", *_remarks(steps)]).rstrip()


def _cells(step: CalibratedStep) -> tuple[str, ...]:
    score = ""
    if step.advantage is not None:
        score = f"{100 * step.advantage.share:.1f} % ± {100 * step.advantage.error:.1f}"
    elo = f"{step.elo:+.0f} ± {step.error:.0f}" if step.advantage is not None else "0"
    return str(step.number), step.title, str(step.games or ""), score, elo, step.verdict


def _remarks(steps: Sequence[CalibratedStep]) -> list[str]:
    """Sentences about steps without a clear difference and steps in the wrong order."""
    close = [f"{step.number} and {step.number - 1}" for step in steps if step.verdict == "close"]
    worse = [str(step.number) for step in steps if step.verdict == "worse"]
    remarks = []
    if close:
        remarks.append(f"No clear difference between steps {', '.join(close)}.")
    if worse:
        remarks.append(f"Weaker than the step below: {', '.join(worse)}.")
    return remarks


def _parse_steps(text: str) -> list[int]:
    """Parse FROM-TO for argparse."""
    found = re.fullmatch(r"([0-9]{1,3})-([0-9]{1,3})", text.strip(), re.ASCII)
    if found is None or int(found[1]) >= int(found[2]):
        raise argparse.ArgumentTypeError(
            f"expected consecutive steps from low to high such as 1-8, got {text!r}"
        )
    return list(range(int(found[1]), int(found[2]) + 1))
