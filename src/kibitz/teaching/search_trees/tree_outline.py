"""A recorded tree as text: one line for each node, with its window, its value and its cuts."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.score import INFINITY
from kibitz.teaching.search_trees.playout_tree import PlayoutTree
from kibitz.teaching.search_trees.search_tree import SearchTree

LEAF_TEXTS = {
    "result": "game over",
    "draw": "a draw by the rules",
    "repetition": "a repetition",
    "evaluation": "evaluation",
}


def tree_outline(tree: SearchTree) -> str:
    """The tree of a search as text.

    >>> import kibitz
    >>> from kibitz.teaching.search_trees import search_tree
    >>> game = kibitz.game("tictactoe")
    >>> state = kibitz.Session(game, "XOX/OXO/...").state
    >>> print(tree_outline(search_tree(game, state, 1)))
    root   wins in 1  X to move, alpha -inf, beta +inf
    |-- 6  wins in 1  game over, the best move
    |-- 7         +9  evaluation
    `-- 8  wins in 1  game over
    """
    rows = list(_rows(tree, 0, "", ""))
    return _table(rows)


def playout_outline(tree: PlayoutTree) -> str:
    """The tree of a Monte Carlo search as text: the visits and the mean result of each node."""

    def rows(number: int, before: str, below: str) -> Iterator[tuple[str, str, str]]:
        entry = tree.entries[number]
        label = f"{before}{entry.move or 'root'}"
        mean = "" if entry.visits == 0 else f"{tree.mean(number):+.2f}"
        remarks = "1 visit" if entry.visits == 1 else f"{entry.visits} visits"
        if number and tree.best == entry.move and entry.parent == 0:
            remarks += ", the best move"
        yield label, mean, remarks
        for child in entry.children:
            is_last = child == entry.children[-1]
            yield from rows(child, *_branch(below, is_last))

    return _table(list(rows(0, "", "")))


def _table(rows: list[tuple[str, str, str]]) -> str:
    labels = max(len(label) for label, _, _ in rows)
    values = max(len(value) for _, value, _ in rows)
    return "\n".join(
        f"{label:<{labels}}  {value:>{values}}  {remarks}".rstrip()
        for label, value, remarks in rows
    )


def _branch(below: str, is_last: bool) -> tuple[str, str]:
    return below + ("`-- " if is_last else "|-- "), below + ("    " if is_last else "|   ")


def _rows(tree: SearchTree, number: int, before: str, below: str) -> Iterator[tuple[str, str, str]]:
    entry = tree.entries[number]
    remarks = ", ".join(_remarks(tree, number))
    yield f"{before}{entry.move or 'root'}", tree.value_text(entry.node.value), remarks
    for child in entry.children:
        is_last = child == entry.children[-1] and not entry.skipped
        yield from _rows(tree, child, *_branch(below, is_last))
    if entry.skipped:
        yield f"{below}`-- {', '.join(entry.skipped)}", "", "skipped by alpha-beta"


def _remarks(tree: SearchTree, number: int) -> Iterator[str]:
    entry = tree.entries[number]
    node = entry.node
    if node.leaf is not None:
        yield LEAF_TEXTS[node.leaf]
    else:
        yield f"{tree.game.sides[node.side]} to move"
        if tree.settings.pruning and tree.settings.opponents == "paranoid":
            yield f"alpha {tree.value_text(node.alpha)}, beta {tree.value_text(node.beta)}"
    if node.scores:
        named = zip(tree.game.sides, node.scores, strict=True)
        yield ", ".join(f"{side} {tree.value_text(score)}" for side, score in named)
    if node.stand is not None:
        yield f"{tree.value_text(node.stand)} without a noisy move"
    if node.is_cut:
        bound = node.value if abs(node.value) < INFINITY else 0
        word = "least" if node.side == tree.root.side else "most"
        yield f"cut: at {word} {tree.value_text(bound)}"
    if entry.ply == 1 and entry.move == tree.best:
        yield "the best move"
