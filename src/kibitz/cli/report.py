"""`kibitz report`: measures the time and nodes of a game's levels."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from kibitz.cli import arguments as shared
from kibitz.cli import output
from kibitz.engine.levels import level, levels
from kibitz.engine.report import LevelReport, as_dicts, as_markdown, as_text
from kibitz.engine.report import report as measure

_DEFAULT_GAMES = 2


def add_report(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    shared.add_game(parser)
    parser.add_argument(
        "--level",
        metavar="NAME",
        action="append",
        default=[],
        help="level to measure, repeatable (default: all levels)",
    )
    parser.add_argument(
        "--games",
        metavar="N",
        type=shared.parse_int,
        default=_DEFAULT_GAMES,
        help=f"number of games of each level against itself (default: {_DEFAULT_GAMES})",
    )
    shared.add_search(parser)
    parser.add_argument("--markdown", action="store_true", help="print a Markdown table")


def report(arguments: Namespace) -> None:
    """`kibitz report`: print the table; after Ctrl-C, only the finished rows."""
    game = shared.read_game(arguments)
    chosen = [level(game, name) for name in arguments.level] or levels(game)
    rows: list[LevelReport] = []
    try:
        for row in measure(
            game,
            chosen,
            games=arguments.games,
            seed=arguments.seed or 0,
            search=arguments.search,
            on_progress=lambda text: output.note(f"\r{text:<40}", end=""),
        ):
            rows.append(row)
    except KeyboardInterrupt:
        if not rows:
            raise
        output.note(f"\rkibitz: stopped after {len(rows)} of {len(chosen)} levels")
    else:
        output.note(f"\r{'':<40}\r", end="")
    if arguments.json:
        output.result_json({"game": game.name, "levels": as_dicts(rows)})
    else:
        output.result(as_markdown(rows) if arguments.markdown else as_text(rows))
