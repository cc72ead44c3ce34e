"""`kibitz check`: run the conformance suite on a game."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from dataclasses import asdict
from types import FrameType

from kibitz.cli import output
from kibitz.cli.arguments import add_game, parse_int, read_game
from kibitz.cli.evaluation_note import evaluation_note
from kibitz.compiling.state_check import state_failure
from kibitz.core.contract import Game
from kibitz.core.errors import CompileError, ConformanceError, KibitzError, LimitError
from kibitz.core.interrupts import leave
from kibitz.core.watchdog import OverdueError, Watchdog
from kibitz.engine.search_choice import search_kind
from kibitz.testing.places import Place, place_of_error, place_of_frame
from kibitz.testing.suite import Report
from kibitz.testing.suite import check as conform

_LOADING_SECONDS = 60.0  # a file may compute tables when it is loaded


def add_check(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_game(parser)
    parser.add_argument(
        "--games",
        metavar="N",
        type=parse_int,
        default=20,
        help="number of random games (default: 20)",
    )


def check(arguments: Namespace) -> None:
    """Run the command."""
    if arguments.games < 1:
        raise LimitError(
            "bad_limit", name="games", value=arguments.games, expected="a whole number from 1"
        )
    rules = _loaded(arguments)
    is_watched = sys.stderr.isatty() and not arguments.json

    def progress(done: int, games: int) -> None:
        if is_watched:
            output.note(f"\r{done} of {games} games", end="\n" if done == games else "")

    def stuck(frame: FrameType) -> None:
        """End the process: the rule waits for something, or catches every exception."""
        output.refusal(_overdue(rules.name, place_of_frame(frame)), arguments.json)
        leave(1)

    try:
        seed = arguments.seed or 0
        watchdog = Watchdog(on_stuck=stuck)
        report = conform(
            rules, games=arguments.games, seed=seed, progress=progress, watchdog=watchdog
        )
    except (ConformanceError, CompileError) as error:
        if arguments.json:
            output.result_json({"conforms": False, **_error_dict(error)})
        raise
    if not rules.has_integer_states():
        output.note(f"kibitz: note: {state_failure(rules)} Only interpreted rules were checked.")
    if arguments.json:
        output.result_json({"conforms": True, **asdict(report), "search": search_kind(rules, None)})
        return
    output.result(_report_text(rules, report))
    note = evaluation_note(rules)
    if note is not None:
        output.note(note)


def _loaded(arguments: Namespace) -> Game:
    """The game; its file and its start may hang, too."""
    try:
        with Watchdog(_LOADING_SECONDS) as watchdog:
            return watchdog.call(read_game, arguments)
    except OverdueError as problem:
        raise _overdue(arguments.game, place_of_error(problem.__traceback__, None)) from None


def _overdue(name: str, place: Place | None) -> KibitzError:
    where = "" if place is None else f" ({place.text('')})"
    return ConformanceError("check_overdue", game=name, where=where)


def _error_dict(error: KibitzError) -> dict[str, object]:
    """The error for JSON: for a violation with the rule and its line, the moves and the board."""
    found: dict[str, object] = {"error": error.code, "message": str(error)}
    params = error.message.params
    if "line_number" in params:  # not if it is about the rules text
        found |= {name: params[name] for name in ("problem", "rule", "file", "position")}
        found |= {"line": params["line_number"], "moves": params["line"]}
        found["board"] = params["drawing"]
    return found


def _report_text(rules: Game, report: Report) -> str:
    how = "compiled and interpreted" if report.is_compiled else "interpreted"
    text = (
        f"{rules.name} conforms to the contract: {report.positions} positions from "
        f"{report.games} random games, {how}; the longest game has {report.longest} moves"
    )
    if report.still_moves:
        listed = ", ".join(report.still_moves)
        text += f"\nMoves that change no cell of the board, which need a button: {listed}"
    return text
