"""A recorded tree in the DOT language of Graphviz."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.teaching.search_trees.search_tree import SearchTree


def tree_dot(tree: SearchTree) -> str:
    """The tree as a graph: `dot -Tsvg` draws it. Skipped moves are dashed.

    >>> import kibitz
    >>> from kibitz.teaching.search_trees import search_tree
    >>> game = kibitz.game("tictactoe")
    >>> state = kibitz.Session(game, "XOX/OXO/...").state
    >>> print(tree_dot(search_tree(game, state, 1)).splitlines()[4])
      n0 -> n1 [label="6"];
    """
    return "\n".join(["digraph search {", "  node [shape=box];", *_statements(tree), "}"])


def _statements(tree: SearchTree) -> Iterator[str]:
    for entry in tree.entries:
        node = entry.node
        lines = [tree.value_text(node.value)]
        if tree.settings.pruning and tree.settings.opponents == "paranoid":
            lines.append(f"[{tree.value_text(node.alpha)}, {tree.value_text(node.beta)}]")
        label = "\\n".join(map(_escaped, lines))
        yield f'  n{entry.number} [label="{label}", tooltip="{_escaped(entry.position)}"];'
        if entry.parent is not None:
            yield f'  n{entry.parent} -> n{entry.number} [label="{_escaped(entry.move or "")}"];'
        for index, move in enumerate(entry.skipped):
            name = f"s{entry.number}_{index}"
            yield f'  {name} [label="skipped", style=dashed, color=gray, fontcolor=gray];'
            yield f'  n{entry.number} -> {name} [label="{_escaped(move)}", style=dashed];'


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
