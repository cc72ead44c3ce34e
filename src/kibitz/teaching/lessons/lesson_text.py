"""Text for a terminal from the parts of a lesson."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from kibitz.core.text import format_board
from kibitz.teaching.lessons.lesson_position import LessonPosition
from kibitz.teaching.lessons.lesson_search import LessonSearch, SearchRun
from kibitz.teaching.lessons.lesson_tree import LessonNode, Tree
from kibitz.teaching.lessons.sums import Sum

WIDTH = 80


def paragraph(text: str) -> str:
    """A paragraph, wrapped to the width of a terminal."""
    return "\n".join(wrap(text, WIDTH))


def tree_text(tree: Tree) -> str:
    """The tree, one line per node: its move, its value and remarks."""
    rows = list(_rows(tree, tree.root, "", ""))
    labels = max(len(label) for label, _, _ in rows)
    values = max(len(value) for _, value, _ in rows)
    lines = [
        f"{label:<{labels}}  {value:>{values}}  {remarks}".rstrip()
        for label, value, remarks in rows
    ]
    visited = f"minimax looks at {tree.minimax_nodes} positions, alpha-beta at "
    return "\n".join([*lines, "", f"{visited}{tree.alpha_beta_nodes}"])


def _rows(tree: Tree, node: LessonNode, before: str, below: str) -> Iterator[tuple[str, str, str]]:
    """The rows of `node` and its descendants, with `before` and `below` as the branch prefixes."""
    label = f"{before}{node.name}: {node.move}" if node.move else node.name
    yield label, f"{node.value:+}", ", ".join(_remarks(tree, node))
    for child in node.children:
        is_last = child is node.children[-1]
        yield from _rows(
            tree,
            child,
            below + ("`-- " if is_last else "|-- "),
            below + ("    " if is_last else "|   "),
        )


def _remarks(tree: Tree, node: LessonNode) -> Iterator[str]:
    if node.children:
        yield f"{tree.sides[node.side]} to move"
    if node.scores:
        named = zip(tree.sides, node.scores, strict=True)
        yield ", ".join(f"{side} {score}" for side, score in named)
    if node.payoff is not None:
        yield ("draw", "won", "lost")[node.payoff]
    if node.is_skipped:
        yield "skipped by alpha-beta"
    elif node.bound is not None:
        word = "least" if node.side == tree.root.side else "most"
        yield f"alpha-beta: at {word} {node.bound:+}"
    if node.name == tree.best:
        yield "the best move"
    if node.name == tree.best_maxn:
        yield "the best by max^n"


def position_text(position: LessonPosition) -> str:
    """The board, its text, its evaluation and its best move."""
    game = position.game()
    options = "".join(f" {name}={value}" for name, value in position.options.items())
    parts = [
        format_board(game, position.state()).rstrip("\n"),
        f"{position.game_name}{options}: {position.text}",
    ]
    if position.sum:
        parts.append(f"for {position.side}:\n{sum_text(position.sum)}")
    if position.best:
        best = position.best
        result = f"wins in {best.win_in} plies" if best.win_in else f"best at depth {best.depth}"
        also = f"; equally good: {', '.join(best.also)}" if best.also else ""
        parts.append(f"{position.side} plays {best.move}: {result}{also}")
    return "\n\n".join(parts)


def search_text(search: LessonSearch) -> str:
    """The board, its text, and what each search finds."""
    options = "".join(f" {name}={value}" for name, value in search.options.items())
    names = max(len(run.name) for run in search.runs)
    rows = [f"{run.name:<{names}}  {_run_text(run)}" for run in search.runs]
    board = format_board(search.game(), search.state()).rstrip("\n")
    place = f"{search.game_name}{options}: {search.text}, {search.side} to move"
    return "\n\n".join([board, place, "\n".join(rows)])


def _run_text(run: SearchRun) -> str:
    best, value, nodes = run.found
    unit = "positions" if run.playouts is None else f"nodes after {run.playouts} playouts"
    return f"plays {best} ({value}), {nodes} {unit}"


def sum_text(evaluation: Sum) -> str:
    """The terms, one line each, and the total."""
    names = max(len(term.name) for term in evaluation.terms)
    rows = [
        (f"{term.name:<{names}}  ({term.own} - {term.other}) x {term.weight}", f"{term.value:+}")
        for term in evaluation.terms
    ]
    rows.append(("total", f"{evaluation.total:+}"))
    labels = max(len(label) for label, _ in rows)
    values = max(len(value) for _, value in rows)
    lines = [f"{label:<{labels}}  = {value:>{values}}" for label, value in rows]
    return "\n".join([*lines[:-1], "-" * len(lines[-1]), lines[-1]])
