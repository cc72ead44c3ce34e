"""`kibitz serve`: serves all games over HTTP."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Collection
from typing import TYPE_CHECKING

from kibitz.cli import output
from kibitz.cli.arguments import parse_int
from kibitz.cli.browser import open_when_ready
from kibitz.core.errors import KibitzError, LimitError
from kibitz.core.interrupts import leave

if TYPE_CHECKING:  # the server is an optional part
    from kibitz.server.game_files import GameFile

PORT = 8000


def add_serve(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        help="address to listen on (default: 127.0.0.1, this machine)",
    )
    parser.add_argument(
        "--port", metavar="N", type=parse_int, help=f"port to listen on (default: $PORT or {PORT})"
    )
    parser.add_argument(
        "--workers", metavar="N", type=parse_int, default=1, help="number of processes (default: 1)"
    )
    parser.add_argument(
        "--database",
        metavar="URL",
        help="SQLite file or postgresql://… (default: $DATABASE_URL)",
    )
    parser.add_argument(
        "--game",
        metavar="[NAME=]FILE.py",
        dest="games",
        action="append",
        default=[],
        help="serve this game too, under this name (repeatable)",
    )
    parser.add_argument(
        "--lesson",
        metavar="FILE.json",
        dest="lessons",
        action="append",
        default=[],
        help="serve this lesson too (repeatable)",
    )
    parser.add_argument(
        "--reload", action="store_true", help="restart when a game file given by --game changes"
    )
    parser.add_argument("--open", action="store_true", help="open the web page in your browser")
    parser.set_defaults(game=None)


def serve(arguments: Namespace) -> int:
    """Serve until Ctrl-C or SIGTERM; the exit code is 0 after either."""
    try:
        from kibitz.server.launcher import serve as run
    except ModuleNotFoundError as problem:
        raise KibitzError("server_missing", problem=f"no {problem.name}") from None
    port = _port() if arguments.port is None else arguments.port
    if not 1 <= port <= 65535:
        expected = "a number from 1 to 65535"
        raise LimitError("bad_setting", name="port", value=port, expected=expected)

    def announce(files: Collection[GameFile]) -> None:
        for file in files:
            if file.is_renamed:
                output.note(f"kibitz: {file.path} is served as {file.label.name}")
        address = f"http://{arguments.host}:{port}"
        output.note(f"kibitz: serving on {address}, press Ctrl-C to stop")
        if arguments.open:
            open_when_ready(arguments.host, port, address)

    code = run(
        arguments.host,
        port,
        arguments.workers,
        arguments.database,
        arguments.games,
        announce,
        arguments.reload,
        arguments.lessons,
    )
    return leave(code)  # a normal exit crashes if a thread is loading compiled code


def _port() -> int:
    given = os.environ.get("PORT", str(PORT))
    if not given.isdecimal():
        raise LimitError("bad_setting", name="PORT", value=given, expected="a number")
    return int(given)
