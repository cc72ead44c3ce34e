"""Recorded trees as JSON documents, the same on the command line and in the API."""

from __future__ import annotations

from kibitz.core.score import INFINITY
from kibitz.core.types import Score
from kibitz.teaching.search_trees.playout_tree import PlayoutTree
from kibitz.teaching.search_trees.search_tree import SearchTree
from kibitz.teaching.search_trees.tree_events import tree_events


def tree_document(tree: SearchTree, *, has_events: bool = False) -> dict[str, object]:
    """A recorded search as a JSON document, with the order of its events if `has_events`."""
    return {
        "game": tree.game.name,
        "position": tree.entries[0].position,
        "depth": tree.depth,
        "nodes": tree.nodes,
        "best": tree.best,
        "line": list(tree.line),
        "settings": tree.settings._asdict(),
        "root": _node(tree, 0),
        "events": _events(tree) if has_events else None,
    }


def _bound(tree: SearchTree, score: Score | None) -> dict[str, int | float | None] | None:
    """One end of a window; None if it is unbounded or not given."""
    return None if score is None or abs(score) >= INFINITY else tree.value_fields(score)


def _node(tree: SearchTree, number: int) -> dict[str, object]:
    entry = tree.entries[number]
    node = entry.node
    return {
        "number": number,
        "move": entry.move,
        "side": tree.game.sides[node.side],
        "position": entry.position,
        "value": tree.value_fields(node.value),
        "alpha": _bound(tree, node.alpha),
        "beta": _bound(tree, node.beta),
        "cut": node.is_cut,
        "skipped": list(entry.skipped),
        "leaf": node.leaf,
        "scores": [tree.value_fields(score) for score in node.scores],
        "children": [_node(tree, child) for child in entry.children],
    }


def _events(tree: SearchTree) -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    for event in tree_events(tree):
        document: dict[str, object] = {"kind": event.kind, "node": event.node}
        if event.kind in ("stood", "best", "window"):
            assert event.value is not None
            document["value"] = tree.value_fields(event.value)
        if event.kind in ("window", "cut", "stood"):
            document["alpha"] = _bound(tree, event.alpha)
            document["beta"] = _bound(tree, event.beta)
        if event.child is not None:
            document["child"] = event.child
        found.append(document)
    return found


def playout_document(tree: PlayoutTree) -> dict[str, object]:
    """A recorded Monte Carlo search as a JSON document."""
    return {
        "game": tree.game.name,
        "position": tree.entries[0].position,
        "seed": tree.seed,
        "best": tree.best,
        "nodes": [
            {
                "number": entry.number,
                "parent": entry.parent,
                "move": entry.move,
                "side": tree.game.sides[entry.side],
                "position": entry.position,
                "visits": entry.visits,
                "mean": round(tree.mean(entry.number), 6) if entry.visits else None,
            }
            for entry in tree.entries
        ],
        "playouts": [
            {
                "path": list(playout.path),
                "added": playout.added,
                "moves": list(playout.moves),
                "result": playout.result,
            }
            for playout in tree.playouts
        ],
    }
