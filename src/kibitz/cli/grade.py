"""`kibitz grade`: compare a student's minimax with the reference search."""

from __future__ import annotations

import textwrap
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from typing import Any

from kibitz.cli import output
from kibitz.cli.arguments import parse_int, parse_seconds
from kibitz.core.errors import OptionError
from kibitz.core.files import replace_text
from kibitz.grading.grade import POSITIONS, SECONDS, GradeReport, Request
from kibitz.grading.grade import grade as graded
from kibitz.grading.shape import RETURNS

_HAS_FINDINGS = 1
_WIDTH = 79


def add_grade(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", metavar="FILE", help="Python file with a minimax or alpha-beta")
    parser.add_argument("--game", metavar="GAME", help="game to search, if the file has no rules")
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="set an option of the game (repeatable)",
    )
    parser.add_argument("--function", metavar="NAME", help="function or Class.method to grade")
    parser.add_argument(
        "--parameters",
        metavar="WORDS",
        help="what its parameters mean, in order, for example position,depth,alpha,beta,maximizing",
    )
    parser.add_argument("--returns", choices=RETURNS, help="what it returns")
    parser.add_argument(
        "--view",
        choices=("maximizer", "mover"),
        help="whose value it returns: the maximizer's (minimax) or the mover's (negamax)",
    )
    parser.add_argument("--players", metavar="X,O", help="the players as the file names them")
    parser.add_argument("--maximizer", metavar="NAME", help="the maximizing player")
    parser.add_argument(
        "--depth", metavar="N", type=parse_int, help="greatest depth in plies (default: 4)"
    )
    parser.add_argument(
        "--positions",
        metavar="N",
        type=parse_int,
        default=POSITIONS,
        help=f"number of positions (default: {POSITIONS})",
    )
    parser.add_argument("--seed", metavar="N", type=parse_int, default=0, help="seed of the choice")
    parser.add_argument(
        "--ties", choices=("first", "last"), help="require this one of equally good moves"
    )
    parser.add_argument(
        "--ignore", metavar="NAME", action="append", default=[], help="accept this mistake"
    )
    parser.add_argument(
        "--time",
        metavar="S",
        type=parse_seconds,
        default=SECONDS,
        help=f"time limit in seconds (default: {SECONDS:g})",
    )
    parser.add_argument("--report", metavar="FILE", help="also write the report as JSON to FILE")


def grade(arguments: Namespace) -> int:
    """Run the command; 1 if there are findings."""
    report = graded(
        Request(
            file=arguments.file,
            game=arguments.game,
            options=_options(arguments.option),
            function=arguments.function,
            parameters=_words(arguments.parameters),
            returns=arguments.returns,
            view=arguments.view,
            players=_words(arguments.players),
            maximizer=arguments.maximizer,
            depth=arguments.depth,
            positions=arguments.positions,
            seed=arguments.seed,
            ties=arguments.ties,
            ignored=arguments.ignore,
            seconds=arguments.time,
        )
    )
    if arguments.report is not None:
        import json

        replace_text(arguments.report, json.dumps(report.as_dict(), indent=1, ensure_ascii=False))
    if arguments.json:
        output.result_json(report.as_dict())
    else:
        output.result(report_text(report))
    return 0 if report.passed else _HAS_FINDINGS


def _options(given: list[str]) -> dict[str, object]:
    options: dict[str, object] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name or not value:
            raise OptionError("bad_option_form", text=text, example="--option rows=4")
        options[name] = value
    return options


def _words(text: str | None) -> list[str] | None:
    return None if text is None else [word.strip() for word in text.split(",")]


def report_text(report: GradeReport) -> str:
    """The report for people."""
    lines = [_head(report)]
    right = sum(bool(one["is_right"]) for one in report.positions)
    if report.positions:
        lines.append(f"{right} of {len(report.positions)} positions are right.")
    counted = [one for one in report.positions if one["reference_nodes"] is not None]
    if counted:
        yours = sum(int(one["nodes"]) for one in counted)
        theirs = sum(int(one["reference_nodes"]) for one in counted)
        lines.append(f"Nodes: {yours:,} in your search, {theirs:,} in the reference.")
    if report.printed.strip():
        lines.append(f"Your code printed {len(report.printed):,} characters.")
    for number, finding in enumerate(report.findings, 1):
        lines += ["", *_finding_lines(number, finding)]
    if report.passed:
        lines.append("Nothing wrong was found.")
    return "\n".join(lines)


def _head(report: GradeReport) -> str:
    shape = report.shape
    if shape is None:
        return f"{report.file}: not graded"
    names = [*shape["values"], *([shape["moves"]] if shape["moves"] else [])]
    kind = "alpha-beta" if shape["alpha_beta"] else "minimax"
    game = shape["game"] if shape["rules"] == "game" else "rules in the file"
    view = "the side to move" if shape["view"] == "mover" else shape["maximizer"]
    return f"{report.file}: {' and '.join(names)}, {kind}, {game}; values are for {view}"


def _finding_lines(number: int, finding: Mapping[str, Any]) -> list[str]:
    where = "" if finding["line"] is None else f" (line {finding['line']})"
    lines = [f"{number}. {finding['name'].replace('_', ' ')}{where}"]
    lines += _wrapped(finding["text"])
    if finding["detail"]:
        lines += _wrapped(finding["detail"])
    path = finding["path"]
    if path:
        moves = " ".join(step["move"] for step in path if step["move"] is not None)
        after = f" after the moves {moves}" if moves else ""
        depth = "" if finding["depth"] is None else f", depth {finding['depth']}"
        lines.append(f"   First at this position{after} ({finding['to_move']} to move{depth}):")
        lines += [f"      {row}" for row in path[-1]["board"].splitlines()]
    if finding["yours"] or finding["expected"]:
        lines.append(f"   Yours: {finding['yours']}. Expected: {finding['expected']}.")
    return lines


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent="   ", subsequent_indent="   ")
