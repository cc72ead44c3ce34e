"""`kibitz perft`: count the lines of a given length."""

from __future__ import annotations

import contextlib
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from kibitz.cli import output
from kibitz.cli.arguments import add_game, add_position, add_threads, parse_int, read_session
from kibitz.core.errors import CompileError, LimitError
from kibitz.core.text import format_move
from kibitz.core.types import Move
from kibitz.search.compiled import compiled_perft
from kibitz.search.perft import Count, divide, divide_with_ended, plain_count
from kibitz.session.session import Session

MAX_DEPTH = 100


def add_perft(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_game(parser)
    parser.add_argument("perft_depth", metavar="DEPTH", type=parse_int, help="depth in plies")
    parser.add_argument("--divide", action="store_true", help="show the count for each move")
    parser.add_argument(
        "--ended",
        action="store_true",
        help="also count the games that ended before DEPTH plies, as some published tables do",
    )
    add_position(parser)
    add_threads(parser)


def perft(arguments: Namespace) -> None:
    """Run the command."""
    depth = arguments.perft_depth
    if not 0 <= depth <= MAX_DEPTH:
        expected = f"a whole number from 0 to {MAX_DEPTH}"
        raise LimitError("bad_limit", name="DEPTH", value=depth, expected=expected)
    if not 1 <= arguments.threads <= 256:
        raise LimitError(
            "bad_limit", name="threads", value=arguments.threads, expected="a number from 1 to 256"
        )
    session = read_session(arguments)
    with contextlib.suppress(CompileError):
        # Compile first, so that only the count is timed.
        compiled_perft(session.game, ended=arguments.ended)
    began = time.perf_counter()
    counts = _count(session, arguments, began) if depth else {}
    leaves = sum(one.leaves for one in counts.values()) if depth else 1
    ended = sum(one.ended for one in counts.values())
    if depth and not counts:
        ended = 1  # the position itself
    _print(arguments, counts, Count(leaves, ended), time.perf_counter() - began)


def _count(session: Session, arguments: Namespace, began: float) -> dict[str, Count]:
    """The counts below every move; on a terminal, with the progress."""
    rules, state = session.game, session.state
    is_watched = sys.stderr.isatty() and not arguments.json
    counts: dict[str, Count] = {}
    try:
        for move, found in _compiled(session, arguments):
            counts[format_move(rules, state, move)] = found
            if is_watched and time.perf_counter() - began > 1:
                so_far = sum(one.leaves for one in counts.values())
                output.note(f"\r{len(counts)} moves, {so_far:,} so far", end="")
    except CompileError as problem:
        output.note(f"kibitz: {problem} Counting with interpreted rules, which is slow.")
        for move in rules.moves(state):
            found = plain_count(rules, rules.play(state, move), arguments.perft_depth - 1)
            counts[format_move(rules, state, move)] = found
    if is_watched and time.perf_counter() - began > 1:
        output.note("")
    return counts


def _compiled(session: Session, arguments: Namespace) -> Iterator[tuple[Move, Count]]:
    """The counts below every move, by compiled rules."""
    rules, state, depth = session.game, session.state, arguments.perft_depth
    if arguments.ended:
        yield from divide_with_ended(rules, state, depth, threads=arguments.threads)
        return
    for move, leaves in divide(rules, state, depth, threads=arguments.threads):
        yield move, Count(leaves)


def _print(arguments: Namespace, counts: dict[str, Count], total: Count, seconds: float) -> None:
    has_ended = arguments.ended
    if arguments.json:
        result: dict[str, object] = {"nodes": total.leaves, "seconds": round(seconds, 4)}
        if has_ended:
            result["ended"] = total.ended
        if arguments.divide:
            result["moves"] = {move: one.leaves for move, one in counts.items()}
            if has_ended:
                result["moves_ended"] = {move: one.ended for move, one in counts.items()}
        output.result_json(result)
        return
    if arguments.divide:
        for move, one in counts.items():
            output.result(f"{move}: {one.leaves}" + (f" + {one.ended}" if has_ended else ""))
    text = f"{total.leaves} leaves at depth {arguments.perft_depth}"
    if has_ended:
        both = total.leaves + total.ended
        text += f" and {total.ended} games that ended earlier, {both} in all,"
    output.result(f"{text} in {seconds:.2f} s")
