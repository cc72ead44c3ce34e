"""Keep the part of a Monte Carlo tree that the moves played since the last search have reached."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.core.contract import Game
from kibitz.core.types import Memory, State
from kibitz.search.tree import COUNT, FIRST, MOVE, NODE_WORDS


def kept_node(
    game: Game, tree: Memory, known: Sequence[State], wanted: Sequence[State]
) -> int | None:
    """The index of the node for the last of the states `wanted`; None if the tree has none.

    The root of the tree is the last of the states `known`.
    """
    if not known or len(wanted) < len(known) or list(wanted[: len(known)]) != list(known):
        return None
    node, state = 0, known[-1]
    for after in wanted[len(known) :]:
        first = int(tree[node + FIRST])
        children = range(first, first + NODE_WORDS * int(tree[node + COUNT]), NODE_WORDS)
        found = [child for child in children if game.play(state, int(tree[child + MOVE])) == after]
        if first == 0 or not found:
            return None
        node, state = found[0], after
    return node


def move_root(tree: Memory, root: int) -> int:
    """Move the nodes below `root` to the start of `tree`; return the end of the part in use."""
    import numpy as np

    nodes = np.asarray(tree).reshape(-1, NODE_WORDS)
    row = root // NODE_WORDS
    levels = [nodes[row : row + 1].copy()]
    end = NODE_WORDS
    while True:
        parents = levels[-1]
        counts = np.where(parents[:, FIRST] > 0, parents[:, COUNT], 0)
        total = int(counts.sum())
        if total == 0:
            break
        # The children of all nodes of this level, in order, and their new places.
        before = np.cumsum(counts) - counts
        offsets = np.arange(total) - np.repeat(before, counts)
        children = nodes[np.repeat(parents[:, FIRST] // NODE_WORDS, counts) + offsets]
        parents[:, FIRST] = np.where(counts > 0, end + before * NODE_WORDS, 0)
        end += total * NODE_WORDS
        levels.append(children)
    moved = np.concatenate(levels).ravel()
    tree[:end] = moved.tolist() if isinstance(tree, list) else moved
    return end
