"""`kibitz tree`: shows the search tree of a position."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from kibitz.cli import output
from kibitz.cli.arguments import add_game, add_position, parse_int, read_session
from kibitz.core.errors import FinishedError, LimitError
from kibitz.core.files import replace_text
from kibitz.session.session import Session
from kibitz.teaching.search_trees import (
    NodeCount,
    SearchTree,
    TreeSettings,
    node_counts,
    playout_outline,
    playout_tree,
    search_tree,
    tree_dot,
    tree_outline,
    tree_svg,
)
from kibitz.teaching.search_trees.search_tree import MOST_NODES
from kibitz.teaching.search_trees.tree_document import playout_document, tree_document

_DEEPEST = 20
_DEPTH = 2


def add_tree(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_game(parser, seed_help="seed of a random start position, and of the playouts")
    add_position(parser)
    parser.add_argument(
        "--depth",
        metavar="N",
        type=parse_int,
        default=_DEPTH,
        help=f"search depth in plies (default: {_DEPTH})",
    )
    parser.add_argument(
        "--no-pruning", action="store_true", help="plain minimax instead of alpha-beta"
    )
    parser.add_argument(
        "--order", action="store_true", help="search the moves with the best evaluation first"
    )
    parser.add_argument(
        "--quiescence", action="store_true", help="search captures and other noisy moves further"
    )
    parser.add_argument(
        "--opponents",
        choices=("paranoid", "maxn"),
        default="paranoid",
        help="model of the other players in games for more than two (default: paranoid)",
    )
    parser.add_argument(
        "--playouts", metavar="N", type=parse_int, help="a Monte Carlo tree search of N playouts"
    )
    parser.add_argument(
        "--counts", action="store_true", help="compare the visited nodes for depths 1 to N"
    )
    parser.add_argument(
        "--nodes",
        metavar="N",
        type=parse_int,
        default=MOST_NODES,
        help=f"refuse a tree with more nodes than this (default: {MOST_NODES:,})",
    )
    formats = parser.add_mutually_exclusive_group()
    formats.add_argument("--svg", metavar="FILE", help="write a picture of the tree to this file")
    formats.add_argument(
        "--dot", action="store_true", help="print the tree in the DOT language of Graphviz"
    )


def tree(arguments: Namespace) -> None:
    """`kibitz tree`: print the search tree of a position, or write it as a picture."""
    _check(arguments)
    session = read_session(arguments)
    outcome = session.outcome()
    if outcome is not None:
        works = "Choose an earlier position"
        what = "search"
        raise FinishedError("already_over", outcome=str(outcome), what=what, works=works)
    if arguments.playouts is not None:
        _show_playouts(session, arguments)
    elif arguments.counts:
        _show_counts(session, arguments)
    else:
        _show_tree(session, arguments)


def _check(arguments: Namespace) -> None:
    for name, value, most in (
        ("depth", arguments.depth, _DEEPEST),
        ("nodes", arguments.nodes, 1_000_000),
    ):
        if not 1 <= value <= most:
            expected = f"a whole number from 1 to {most:,}"
            raise LimitError("bad_limit", name=name, value=value, expected=expected)
    is_picture = arguments.svg is not None or arguments.dot
    if is_picture and (arguments.playouts is not None or arguments.counts):
        name = "dot" if arguments.dot else "svg"
        expected = "without --playouts and --counts, which are printed as text or JSON"
        raise LimitError("bad_setting", name=name, value=arguments.svg or True, expected=expected)


def _show_tree(session: Session, arguments: Namespace) -> None:
    settings = TreeSettings(
        not arguments.no_pruning, arguments.order, arguments.quiescence, arguments.opponents
    )
    found = search_tree(
        session.game,
        session.state,
        arguments.depth,
        settings,
        earlier=session.earlier,
        most_nodes=arguments.nodes,
    )
    if arguments.svg is not None:
        replace_text(arguments.svg, tree_svg(found))
    if arguments.json:
        output.result_json(tree_document(found, has_events=True))
    elif arguments.dot:
        output.result(tree_dot(found))
    elif arguments.svg is not None:
        output.result(f"{_summary(found)}; written to {arguments.svg}")
    else:
        output.result(f"{tree_outline(found)}\n\n{_summary(found)}")


def _summary(found: SearchTree) -> str:
    settings = found.settings
    name = "max^n" if settings.opponents == "maxn" else "minimax"
    if settings.pruning and settings.opponents == "paranoid":
        name = "alpha-beta"
    name += " with move ordering" if settings.ordering else ""
    name += " and quiescence" if settings.quiescence else ""
    value = found.value_text(found.root.value)
    return f"{name}, depth {found.depth}: {found.nodes:,} nodes, best move {found.best} ({value})"


def _show_counts(session: Session, arguments: Namespace) -> None:
    counts = node_counts(
        session.game,
        session.state,
        arguments.depth,
        quiescence=arguments.quiescence,
        earlier=session.earlier,
        most_nodes=arguments.nodes,
    )
    if arguments.json:
        output.result_json({"counts": [count.as_dict() for count in counts]})
    else:
        output.result(_count_text(counts))


def _count_text(counts: Sequence[NodeCount]) -> str:
    rows = [("depth", "minimax", "alpha-beta", "with ordering")]
    for count in counts:
        found = (count.minimax, count.alpha_beta, count.ordered)
        shown = ("-" if number is None else f"{number:,}" for number in found)
        rows.append((str(count.depth), *shown))  # type: ignore[arg-type] # four texts
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    return "\n".join(
        "  ".join(f"{text:>{width}}" for text, width in zip(row, widths, strict=True))
        for row in rows
    )


def _show_playouts(session: Session, arguments: Namespace) -> None:
    seed = 0 if arguments.seed is None else arguments.seed
    found = playout_tree(
        session.game, session.state, arguments.playouts, seed, earlier=session.earlier
    )
    if arguments.json:
        output.result_json(playout_document(found))
    else:
        summary = f"{len(found.playouts):,} playouts with seed {seed}, best move {found.best}"
        output.result(f"{playout_outline(found)}\n\n{summary}")
