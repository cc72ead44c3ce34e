"""What a recorded search did, in order: a teacher would narrate these events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from kibitz.core.types import Score
from kibitz.teaching.search_trees.search_tree import SearchTree

EventKind: TypeAlias = Literal["entered", "stood", "best", "window", "cut", "returned"]


@dataclass(frozen=True, slots=True)
class TreeEvent:
    """One step of a search.

    - `entered`: the search visits the node, with the window `alpha` to `beta`.
    - `stood`: in quiescence, the side is sure of the evaluation `value` without a noisy move.
    - `best`: the best value so far is `value`, from the node `child`; the window stays as it is.
    - `window`: the same, and the window narrows to `alpha` to `beta`.
    - `cut`: the remaining moves cannot matter, so they are skipped.
    - `returned`: the node has the value `value`.
    """

    kind: EventKind
    node: int
    value: Score | None = None
    alpha: Score | None = None
    beta: Score | None = None
    child: int | None = None


def tree_events(tree: SearchTree) -> Iterator[TreeEvent]:
    """The events of a recorded search, in order.

    They follow from the recorded windows and values alone, so there is only one search.
    """
    yield from _events(tree, 0)


def _events(tree: SearchTree, number: int) -> Iterator[TreeEvent]:
    entry = tree.entries[number]
    node, settings = entry.node, tree.settings
    is_vector = settings.opponents == "maxn"
    prunes = settings.pruning and not is_vector
    maximises = is_vector or node.side == tree.root.side
    alpha, beta = node.alpha, node.beta
    best: Score | None = None
    yield TreeEvent("entered", number, alpha=alpha, beta=beta)

    def improve(kind: EventKind, value: Score, child: int | None) -> TreeEvent:
        nonlocal alpha, beta, best
        best = value
        before = alpha, beta
        if prunes:
            alpha, beta = (max(alpha, best), beta) if maximises else (alpha, min(beta, best))
        if kind == "best" and (alpha, beta) != before:
            kind = "window"
        return TreeEvent(kind, number, value, alpha, beta, child)

    if node.stand is not None:
        yield improve("stood", node.stand, None)
    for child in entry.children:
        yield from _events(tree, child)
        below = tree.entries[child].node
        value = below.scores[node.side] if is_vector else below.value
        if best is None or (value > best if maximises else value < best):
            yield improve("best", value, child)
    if node.is_cut:
        yield TreeEvent("cut", number, alpha=alpha, beta=beta)
    yield TreeEvent("returned", number, node.value)
