"""`kibitz book`: builds an opening book by deep search."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path

from kibitz.cli import arguments as shared
from kibitz.cli import output
from kibitz.core.errors import BookError
from kibitz.engine.book import VARIABLE, Book, own_path, read_book
from kibitz.engine.book_building import Plan, make_book, new_book

_PLAN = Plan()
_WIDTH = 40  # of the progress line


def add_book(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    shared.add_game(parser, seed_help=None)
    shared.add_limits(parser)
    shared.add_search(parser)
    parser.add_argument(
        "--plies",
        metavar="N",
        type=shared.parse_int,
        default=_PLAN.plies,
        help=f"length of the longest line, in moves (default: {_PLAN.plies})",
    )
    parser.add_argument(
        "--positions",
        metavar="N",
        type=shared.parse_int,
        default=_PLAN.positions,
        help=f"maximum number of positions (default: {_PLAN.positions})",
    )
    parser.add_argument(
        "--width",
        metavar="N",
        type=shared.parse_int,
        default=_PLAN.width,
        help=f"maximum number of moves for each position (default: {_PLAN.width})",
    )
    parser.add_argument(
        "--slack",
        metavar="SHARE",
        type=_parse_slack,
        default=_PLAN.slack,
        help="how much worse than the best move a book move may be, as a multiple of the typical "
        f"score change by a quiet move (default: {_PLAN.slack:g}; 0: only the best moves)",
    )
    parser.add_argument(
        "--out",
        metavar="FILE",
        type=Path,
        help=f"file to write (default: in {VARIABLE}, or in the user's data folder)",
    )


def run_book(arguments: Namespace) -> None:
    """Build the book, or continue an existing one, and save it after every position."""
    game = shared.read_game(arguments)
    limit = shared.read_limit(arguments, 1.0)
    bounds = arguments.plies, arguments.positions, arguments.width, arguments.slack
    plan = Plan(*bounds, limit, arguments.search)
    path = own_path(game) if arguments.out is None else arguments.out
    book = _continued(new_book(game, plan), path)
    done = 0
    work = make_book(game, plan, book, lambda made: made.save(path), arguments.threads)
    try:
        for done, left in work:
            text = f"{done} positions done, {left} queued"
            output.note(f"\r{text:<{_WIDTH}}", end="")
    except KeyboardInterrupt:
        output.note(f"\nkibitz: stopped with {done} positions in {path}; run it again to continue")
        raise
    output.note(f"\r{'':<{_WIDTH}}\r", end="")
    book.save(path)
    if arguments.json:
        output.result_json({"file": str(path), "positions": len(book.positions)})
    else:
        output.result(f"{len(book.positions)} positions in {path}")


def _parse_slack(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 10:
        raise ArgumentTypeError(f"expected a number from 0 to 10, got {text!r}")
    return value


def _continued(book: Book, path: Path) -> Book:
    """The book to continue; raises BookError if the file's book was built with other settings."""
    if not path.exists():
        return book
    found = read_book(path)
    for name in ("game", "options", "rules", "code", "search"):
        there, asked = getattr(found, name), getattr(book, name)
        if there != asked:
            what = "code version" if name == "code" else name
            raise BookError("other_book", path=str(path), what=what, there=there, asked=asked)
    return found
