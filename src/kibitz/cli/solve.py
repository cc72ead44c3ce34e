"""`kibitz solve`: solves a game and writes an endgame table of its positions."""

from __future__ import annotations

import argparse
import re
import sys
import time
from argparse import ArgumentParser, Namespace
from pathlib import Path

from kibitz.cli import arguments as shared
from kibitz.cli import output
from kibitz.core.contract import Game
from kibitz.core.errors import LimitError
from kibitz.session.session import Session
from kibitz.tables.folder import VARIABLE, own_folder
from kibitz.tables.solver import Solved, SolveOrder, Solver
from kibitz.tables.solver_registry import dedicated_solver
from kibitz.tables.solving import DEFAULT_MEMORY, require_solvable, solve
from kibitz.tables.stored_table import open_stored, store
from kibitz.tables.verdict import Verdict

DEVICES = ("auto", "cpu", "gpu")
_SHOWN_EVERY = 0.2  # seconds, on a terminal
_LOGGED_EVERY = 10.0  # seconds, otherwise


def add_solve(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    shared.add_game(parser)
    shared.add_position(parser)
    parser.add_argument(
        "--memory",
        metavar="GB",
        type=_parse_gigabytes,
        default=DEFAULT_MEMORY,
        help=f"memory limit in gigabytes (default: {DEFAULT_MEMORY:g})",
    )
    add_folder(parser)
    parser.add_argument(
        "--no-table", action="store_true", help="print the answer without writing an endgame table"
    )
    parser.add_argument(
        "--device",
        choices=DEVICES,
        default="auto",
        help="CUDA GPU or CPU, in games with their own solver; auto uses a GPU if there is one",
    )
    parser.add_argument(
        "--threads",
        metavar="N",
        type=shared.parse_int,
        help="number of threads, in games with their own solver (default: one for each core)",
    )
    parser.add_argument(
        "--up-to",
        metavar="A-B",
        type=_parse_pieces,
        help="solve only positions with at most A pieces of one side, B of the other and none in "
        "hand, in games with their own solver",
    )
    parser.add_argument(
        "--pieces",
        metavar="N",
        type=shared.parse_int,
        help="solve the positions with at most N pieces of both sides together, in games whose "
        "solver needs this number",
    )


def add_folder(parser: ArgumentParser) -> None:
    """Add `--folder`."""
    parser.add_argument(
        "--folder",
        metavar="DIR",
        type=Path,
        help=f"folder of the endgame tables (default: {VARIABLE}, or the user's data folder)",
    )


def _parse_gigabytes(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected gigabytes, got {text!r}") from None


def _parse_pieces(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,2})-(\d{1,2})", text)
    if match is None:
        raise argparse.ArgumentTypeError(
            f"expected two numbers of pieces such as 7-7, got {text!r}"
        )
    return int(match[1]), int(match[2])


class _Progress:
    """Progress on standard error: one updated line on a terminal, otherwise occasional lines."""

    def __init__(self) -> None:
        self._is_terminal = sys.stderr.isatty()
        self._shown = time.monotonic()
        self._width = 0
        self._has_logged = False
        self._held = ""  # the last text, if it was not shown

    def __call__(self, text: str) -> None:
        """Show `text`, unless the last update was a moment ago."""
        moment = time.monotonic()
        if moment - self._shown < (_SHOWN_EVERY if self._is_terminal else _LOGGED_EVERY):
            self._held = text
            return
        self._shown, self._held = moment, ""
        if self._is_terminal:
            output.note(f"\r{text:<{self._width}}", end="")
            self._width = len(text)
        else:
            output.note(f"kibitz: {text}")
            self._has_logged = True

    def end(self) -> None:
        """Clear the line, or log the last text of a long run."""
        if self._held and self._has_logged:
            output.note(f"kibitz: {self._held}")
        self._held = ""
        if self._width:
            output.note(f"\r{'':<{self._width}}\r", end="")
            self._width = 0


def run_solve(arguments: Namespace) -> None:
    """`kibitz solve`: print the answer in one line."""
    if not 0 < arguments.memory < float("inf"):
        raise LimitError("bad_memory", value=arguments.memory)
    session = shared.read_session(arguments)
    game = session.game
    is_start = arguments.position is None and not arguments.moves
    folder = None if arguments.no_table else arguments.folder or own_folder()
    progress = _Progress()
    try:
        solver = dedicated_solver(game) if is_start else None
        if solver is not None and solver.by_pieces == (arguments.pieces is not None):
            _solve_by_own_solver(solver, arguments, game, folder, progress)
        else:
            _refuse_solver_options(arguments, game)
            _solve_by_general_solver(arguments, session, folder, progress)
    finally:
        progress.end()


def _refuse_solver_options(arguments: Namespace, game: Game) -> None:
    """Raise LimitError for options that only games with their own solver support."""
    for name, given in (
        ("device", arguments.device if arguments.device != "auto" else None),
        ("up-to", arguments.up_to and "{}-{}".format(*arguments.up_to)),
        ("threads", arguments.threads),
    ):
        if given is not None:
            expected = f"no value: this position of {game.name} is solved on one CPU core"
            raise LimitError("bad_setting", name=name, value=str(given), expected=expected)
    if arguments.pieces is not None:
        expected = f"no value: this position of {game.name} is not solved by its number of pieces"
        raise LimitError("bad_setting", name="pieces", value=arguments.pieces, expected=expected)


def _solve_by_general_solver(
    arguments: Namespace, session: Session, folder: Path | None, progress: _Progress
) -> None:
    game, start = session.game, session.state
    require_solvable(game)
    stored = None if folder is None else open_stored(game, start, folder)
    if stored is not None and stored.is_of(game):
        verdict, counts = stored.verdict, stored.counts.as_dict()
        path: Path | None = stored.path
        seconds = 0.0
    else:
        began = time.perf_counter()
        solution = solve(game, start, memory=arguments.memory, on_progress=progress)
        seconds = time.perf_counter() - began
        verdict, counts = solution.verdict, solution.counts.as_dict()
        path = None if folder is None else store(solution, folder)
    progress.end()
    if arguments.json:
        output.result_json(
            {
                "game": game.name,
                "answer": verdict.answer(start.turn),
                **verdict.as_dict(),
                **counts,
                "seconds": round(seconds, 4),
                "table": None if path is None else str(path),
            }
        )
        return
    output.note(f"kibitz: {counts['positions']:,} positions in {seconds:.1f} s")
    if path is not None:
        output.note(f"kibitz: table in {path}")
    output.result(verdict.answer(start.turn))


def _solve_by_own_solver(
    solver: Solver,
    arguments: Namespace,
    game: Game,
    folder: Path | None,
    progress: _Progress,
) -> None:
    order = SolveOrder(
        folder=folder,
        device=arguments.device,
        threads=arguments.threads,
        memory=arguments.memory,
        up_to=arguments.up_to,
        pieces=arguments.pieces,
    )
    job = solver.plan(game, order)
    if not arguments.json:
        output.note(f"kibitz: {job}")
    tables = job.run(progress)
    progress.end()
    if arguments.json:
        output.result_json(_tables_dict(game, tables, job.device, folder))
    else:
        output.note(
            f"kibitz: {tables.positions:,} positions in {tables.seconds:.1f} s, "
            f"files written in {tables.writing:.1f} s"
        )
        output.result(_tables_text(tables))


def _tables_text(tables: Solved) -> str:
    if tables.verdict is not None:
        return tables.verdict.answer(0)
    return "\n".join(
        f"{subspace}: {counts.wins} wins, {counts.losses} losses, {counts.draws} draws"
        for subspace, counts in tables.counts.items()
    )


def _tables_dict(game: Game, tables: Solved, device: str, folder: Path | None) -> dict[str, object]:
    verdict: Verdict | None = tables.verdict
    return {
        "game": game.name,
        "answer": None if verdict is None else verdict.answer(0),
        **({"result": None, "plies": None} if verdict is None else verdict.as_dict()),
        "device": device,
        "positions": tables.positions,
        "seconds": round(tables.seconds, 4),
        "writing": round(tables.writing, 4),
        "folder": None if folder is None else str(folder),
        "subspaces": {str(one): counts.as_dict() for one, counts in tables.counts.items()},
    }
