"""`kibitz port`: compares new rules with an existing class."""

from __future__ import annotations

import random
import sys
from argparse import ArgumentParser, Namespace
from dataclasses import asdict

from kibitz.adapters.class_files import adapted_file
from kibitz.adapters.port import Comparison, Difference, PortCheck
from kibitz.cli import output
from kibitz.cli.arguments import add_game, parse_int, read_game
from kibitz.core.errors import LimitError

GAMES = 200


def add_port(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "old", metavar="OLD.py", help="file with the class; OLD.py:NAME if it has several"
    )
    add_game(parser, metavar="NEW")
    parser.add_argument(
        "--games",
        metavar="N",
        type=parse_int,
        default=GAMES,
        help=f"number of random games (default: {GAMES})",
    )
    parser.add_argument("--evaluations", action="store_true", help="compare evaluations too")


def port(arguments: Namespace) -> int:
    """Play random games by both sets of rules; return 1 if they differ, else 0."""
    if arguments.games < 1:
        raise LimitError(
            "bad_limit", name="games", value=arguments.games, expected="a whole number from 1"
        )
    new = read_game(arguments)
    old = adapted_file(arguments.old)
    seed = arguments.seed or 0
    check = PortCheck(old, new, seed=seed, has_evaluations=arguments.evaluations)
    is_watched = sys.stderr.isatty() and not arguments.json

    def progress(done: int) -> None:
        if is_watched:
            end = "\n" if done == arguments.games else ""
            output.note(f"\r{done} of {arguments.games} games", end=end)

    chance = random.Random(seed)  # noqa: S311 - not a secret
    found = check.compare(arguments.games, chance, progress)
    if arguments.json:
        output.result_json({"same": found.difference is None, **asdict(found)})
    else:
        if found.by_board:
            output.note(
                "kibitz: no move has the same text in both games; moves that change the same cells "
                "count as equal"
            )
        output.result(_text(found, old.name, new.name))
    return 0 if found.difference is None else 1


def _text(found: Comparison, old: str, new: str) -> str:
    """Format the comparison."""
    if found.difference is None:
        return (
            f"No difference in {found.positions} positions from {found.games} random games; "
            f"the longest game has {found.longest} moves."
        )
    shown = found.difference
    return (
        f"Different after {_moves(shown, found.by_board)}\n{shown.text}\n\n"
        f"The old game ({old}):\n{shown.old_board}\n\nThe new game ({new}):\n{shown.new_board}"
    )


def _moves(shown: Difference, by_board: bool) -> str:
    """Format the moves that lead to the difference, and whether it may occur in a shorter game."""
    count = len(shown.line)
    if count == 0 and not by_board:
        return "0 moves: the start positions differ"
    moves = f"{count} move{'' if count == 1 else 's'}: {' '.join(shown.line)}"
    if by_board:
        return f"{moves} (assuming that moves that change the same cells are equal)"
    if shown.is_shortest:
        return f"{moves} (no shorter game shows a difference)"
    return (
        f"{moves} (no game of {shown.searched} moves shows a difference; not all longer games "
        "were tried)"
    )
