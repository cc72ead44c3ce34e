"""The command `kibitz`."""

from __future__ import annotations

import os
import sys
import traceback
import warnings
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from importlib import import_module

from kibitz.cli import arguments as shared
from kibitz.cli import commands, output, teaching
from kibitz.cli.adaptive import add_profile
from kibitz.cli.play import play
from kibitz.cli.trust import add_trust
from kibitz.core.errors import CompileError, ConformanceError, FinishedError, KibitzError
from kibitz.core.interrupts import INTERRUPTED, NOTE, run_interruptible
from kibitz.core.messages import Message
from kibitz.core.version import __version__
from kibitz.engine.background import on_background
from kibitz.search.builds import on_compile
from kibitz.teaching.explanations.study import STUDY_SECONDS

ANSWER_IS_NO = 1
WRONG_USAGE = 2

_progress = output.CompileProgress()
_shown: set[str] = set()  # the warnings of this command; each is printed once


# Commands whose module is imported only when the command is used, so that other commands start
# faster: the name of the function that adds the arguments, of the one that runs it, and the help.
LATE = {
    "new": ("add_new", "new", "create a folder with a complete game to start from"),
    "perft": ("add_perft", "perft", "count the lines of a given depth (perft)"),
    "check": ("add_check", "check", "check that a game conforms to the contract"),
    "bench": ("add_bench", "bench", "measure search speed, and print the signature"),
    "rules": ("add_rules", "rules", "show how a game is played"),
    "learn": ("add_lesson", "learn", "show lessons about how programs find their moves"),
    "tree": ("add_tree", "tree", "show the search tree of a position"),
    "grade": ("add_grade", "grade", "compare a student's minimax with the reference search"),
    "port": ("add_port", "port", "compare new rules with an existing class"),
    "report": ("add_report", "report", "measure the time and nodes of a game's levels"),
    "match": ("add_match", "match", "play a match of many games and estimate Elo"),
    "calibrate": ("add_calibrate", "calibrate", "measure the strength of levels 1 to 10"),
    "selfplay": ("add_selfplay", "selfplay", "play games of a game against itself for training"),
    "train": ("add_train", "train", "learn an evaluation from self-play"),
    "tune": ("add_tune", "tune", "fit the weights of a game's evaluation to self-play"),
    "review": ("add_review", "review", "review saved games move by move"),
    "book": ("add_book", "run_book", "build an opening book by deep search"),
    "solve": ("add_solve", "run_solve", "solve a game by retrograde analysis"),
    "tables": (
        "add_tables",
        "run_tables",
        "list, verify, probe or remove endgame tables",
    ),
    "serve": ("add_serve", "serve", "serve all games over HTTP"),
}


def make_parser(named: str) -> ArgumentParser:
    """The parser for all commands; among those in `LATE`, only `named` gets its arguments."""
    parser = ArgumentParser(
        prog="kibitz",
        description="Play and analyse board games; write your own in a few plain functions.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"kibitz {__version__}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def command(name: str, run: object, help_text: str) -> ArgumentParser:
        description = f"{help_text[:1].upper()}{help_text[1:]}."
        added = subparsers.add_parser(
            name, help=help_text, description=description, allow_abbrev=False
        )
        added.set_defaults(run=run)
        return added

    listed = command("games", commands.games, "list the games and their options")
    shared.add_game(listed, is_optional=True)

    played = command("play", play, "play a game in the terminal")
    played.add_argument(
        "--side",
        metavar="first|second|NAME|both|none",
        help="side you play (default: first, or as saved)",
    )
    played.add_argument(
        "--clock",
        metavar="S+S|S/move",
        help="time control: seconds for the game + seconds added for each move, or seconds for "
        "each move",
    )
    played.add_argument("--save", metavar="FILE", help="save the session to this file")
    played.add_argument("--load", metavar="FILE", help="continue the session in this file")
    played.add_argument(
        "--level", metavar="NAME", help="level of the engine; `adaptive` adapts to your strength"
    )
    add_profile(played)
    add_trust(played)
    played.add_argument("--svg", metavar="FILE", help="write a picture of the board to this file")
    hinted = command(
        "hint", commands.hint, f"suggest a good move (searches for {STUDY_SECONDS} s by default)"
    )
    teaching.add_rungs(hinted)
    explained = command("explain", teaching.explain, "explain why a move is good or bad")
    teaching.add_explain(explained)
    analysed = command(
        "analyse",
        commands.analyse,
        "show the best lines (searches for 5 s by default, or until Ctrl-C)",
    )
    analysed.add_argument(
        "--multipv",
        metavar="N",
        type=shared.parse_int,
        default=1,
        help="number of lines (default: 1)",
    )
    for added in (played, hinted, analysed, explained):
        shared.add_game(added, is_optional=added is played)
        shared.add_position(added)
        shared.add_limits(added)
        shared.add_opponents(added, has_all=added is analysed)
        shared.add_search(added)

    for name, (add, run, help_text) in LATE.items():
        added = command(name, None, help_text)
        if name == named:
            module = import_module(f"kibitz.cli.{name}")
            added.set_defaults(run=getattr(module, run))
            getattr(module, add)(added)
    for added in subparsers.choices.values():
        shared.add_json(added)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code.

    Without `argv` it runs as the command `kibitz`: it handles the signals that end the process and
    does not return after one. With `argv` it does not change the caller's signal handlers.
    """
    given = sys.argv[1:] if argv is None else argv
    named = given[0] if given else ""
    arguments = make_parser(named).parse_args(shared.join_negatives(given))
    warnings.showwarning = _show_warning
    _shown.clear()
    _progress.command = named
    on_compile(_progress)
    on_background(output.background)
    if argv is not None:
        return _run(arguments)
    return run_interruptible(lambda: _run(arguments))


def _run(arguments: Namespace) -> int:
    """Run the command and return the exit code; print errors without a traceback."""
    try:
        code: int | None = arguments.run(arguments)
        sys.stdout.flush()
    except KibitzError as error:
        if os.environ.get("KIBITZ_DEBUG") and error.__cause__ is not None:
            traceback.print_exception(error.__cause__)
        output.refusal(error, arguments.json)
        answers_no = isinstance(error, FinishedError | ConformanceError | CompileError)
        return ANSWER_IS_NO if answers_no else WRONG_USAGE
    except KeyboardInterrupt:
        output.note(f"\n{NOTE}")
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has closed the pipe; keep the interpreter from reporting that at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as problem:
        output.note(f"kibitz: Cannot read or write: {problem.strerror or problem}.")
        return ANSWER_IS_NO
    except RecursionError:
        return _failed(arguments, "its rules recurse endlessly")
    except Exception as problem:
        return _failed(arguments, f"{type(problem).__name__}: {problem}")
    else:
        return code or 0
    return 0


def _failed(arguments: Namespace, problem: str) -> int:
    """Report an unexpected error in a user's rules or in Kibitz, and how to see its traceback."""
    if os.environ.get("KIBITZ_DEBUG"):
        raise
    game = getattr(arguments, "game", None)
    advice = "Set KIBITZ_DEBUG=1 to see the traceback"
    if game is not None:
        advice = f"`kibitz check {game}` finds mistakes in rules. {advice}"
    text = f"{game or f'`kibitz {arguments.command}`'} failed: {problem}. {advice}."
    output.refusal(KibitzError(Message("failed", text, {"problem": problem})), arguments.json)
    return ANSWER_IS_NO


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    text = str(message)
    if text not in _shown:
        _shown.add(text)
        output.note(f"kibitz: note: {text}")
