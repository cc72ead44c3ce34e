"""The command `kibitz`."""

from __future__ import annotations

import os
import sys
import warnings
from argparse import SUPPRESS, ArgumentParser, Namespace
from collections.abc import Sequence
from importlib import import_module

from kibitz import __version__
from kibitz.cli import arguments as shared
from kibitz.cli import commands, output, teaching
from kibitz.cli.adaptive import add_profile
from kibitz.cli.play import play
from kibitz.cli.trust import add_trust
from kibitz.core.errors import CompileError, ConformanceError, FinishedError, KibitzError
from kibitz.core.interrupts import INTERRUPTED, NOTE, run_interruptible
from kibitz.core.messages import Message
from kibitz.engine.background import on_background
from kibitz.search.builds import on_compile

ANSWER_IS_NO = 1
WRONG_USAGE = 2

_progress = output.CompileProgress()


# Commands whose modules, of the same names, are loaded when they are named: it makes the others
# start sooner. What adds their arguments, what runs them, and their help.
LATE = {
    "learn": ("add_lesson", "learn", "lessons about how a program finds its move"),
    "port": ("add_port", "port", "whether new rules play as a class of yours does"),
    "report": ("add_report", "report", "what the levels of a game cost, as a table"),
    "match": ("add_match", "match", "players against each other over many games, with Elo"),
    "calibrate": ("add_calibrate", "calibrate", "how far apart the steps 1 to 10 of a game are"),
    "review": ("add_review", "review", "a saved game, or many, judged move by move"),
    "book": ("add_book", "run_book", "make an opening book by deep search"),
    "solve": ("add_solve", "run_solve", "what a game is worth with best play"),
    "tables": (
        "add_tables",
        "run_tables",
        "the tables of perfect play: list, verify, probe, remove",
    ),
    "serve": ("add_serve", "serve", "serve every game over HTTP"),
}


def make_parser(named: str) -> ArgumentParser:
    """Every command, and the arguments of the one that is `named`."""
    parser = ArgumentParser(
        prog="kibitz",
        description="Play and analyse board games; write your own in a few plain functions.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"kibitz {__version__}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def command(name: str, run: object, help_text: str) -> ArgumentParser:
        added = subparsers.add_parser(
            name, help=help_text, description=help_text, allow_abbrev=False
        )
        added.set_defaults(run=run)
        return added

    listed = command("games", commands.games, "list the games and their options")
    shared.add_game(listed, is_optional=True)

    played = command("play", play, "play a game in the terminal")
    played.add_argument(
        "--side",
        metavar="first|second|NAME|both|none",
        help="the seat you play; first unless told or loaded",
    )
    played.add_argument("--clock", metavar="S+S|S/move", help="seconds in all + after each move")
    played.add_argument("--save", metavar="FILE", help="keep the session in this file")
    played.add_argument("--load", metavar="FILE", help="go on with the session in this file")
    played.add_argument(
        "--level", metavar="NAME", help="how well the engine plays; `adaptive` as well as you do"
    )
    add_profile(played)
    add_trust(played)
    played.add_argument("--svg", metavar="FILE", help="keep a picture of the board in this file")
    hinted = command("hint", commands.hint, "a good move; thinks 0.3 s unless told")
    teaching.add_rungs(hinted)
    told = command("explain", teaching.explain, "why a move is good or bad, and why not another")
    teaching.add_explain(told)
    analysed = command(
        "analyse", commands.analyse, "the best lines; thinks 5 s unless told, Ctrl-C ends it"
    )
    analysed.add_argument("--multipv", metavar="N", type=shared.whole, default=1, help="lines")
    for added in (played, hinted, analysed, told):
        shared.add_game(added, is_optional=added is played)
        shared.add_position(added)
        shared.add_limits(added)
        shared.add_opponents(added, has_all=added is analysed)

    counted = command("perft", commands.perft, "count the lines of a given length")
    shared.add_game(counted)
    counted.add_argument("perft_depth", metavar="DEPTH", type=shared.whole, help="plies")
    counted.add_argument("--divide", action="store_true", help="a count for every move")
    shared.add_position(counted)
    shared.add_threads(counted)

    checked = command("check", commands.check, "whether a game keeps the contract")
    shared.add_game(checked)
    checked.add_argument("--games", metavar="N", type=shared.whole, default=20, help="random games")

    benched = command("bench", commands.run_bench, "the speed of the search and its signature")
    benched.add_argument(
        "game",
        metavar="GAME",
        nargs="?",
        help="only the positions of this one, as `kibitz games` lists them",
    )
    benched.add_argument("--peers", action="store_true", help=SUPPRESS)  # an error gives its place
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
    """Run one command; the exit code.

    A program that calls this with arguments of its own keeps its signals; for the command itself
    those that end it are handled here, and it does not return after one.
    """
    given = sys.argv[1:] if argv is None else argv
    named = given[0] if given else ""
    arguments = make_parser(named).parse_args(shared.join_negatives(given))
    warnings.showwarning = _show_warning
    on_compile(_progress)
    on_background(output.background)
    if argv is not None:
        return _run(arguments)
    return run_interruptible(lambda: _run(arguments))


def _run(arguments: Namespace) -> int:
    """Run the command that was named; every error in a sentence."""
    try:
        code: int | None = arguments.run(arguments)
        sys.stdout.flush()
    except KibitzError as error:
        output.refusal(error, arguments.json)
        answers_no = isinstance(error, FinishedError | ConformanceError | CompileError)
        return ANSWER_IS_NO if answers_no else WRONG_USAGE
    except KeyboardInterrupt:
        output.note(f"\n{NOTE}")
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read the output has left; the interpreter must not complain about it on exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as problem:
        output.note(f"kibitz: cannot read or write: {problem.strerror or problem}")
        return ANSWER_IS_NO
    except RecursionError:
        return _failed(arguments, "its rules call each other without end")
    except Exception as problem:
        return _failed(arguments, f"{type(problem).__name__}: {problem}")
    else:
        return code or 0
    return 0


def _failed(arguments: Namespace, problem: str) -> int:
    """A mistake in a stranger's rules, or in Kibitz: say what, and how to see where."""
    if os.environ.get("KIBITZ_DEBUG"):
        raise
    game = getattr(arguments, "game", None)
    advice = "KIBITZ_DEBUG=1 shows where it happened"
    if game is not None:
        advice = f"`kibitz check {game}` finds mistakes in rules, {advice}"
    text = f"{game or f'`kibitz {arguments.command}`'} failed: {problem}; {advice}"
    output.refusal(KibitzError(Message("failed", text, {"problem": problem})), arguments.json)
    return ANSWER_IS_NO


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    output.note(f"kibitz: note: {message}")
