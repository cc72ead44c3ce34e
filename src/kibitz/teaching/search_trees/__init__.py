"""Recorded search trees: what a textbook search does, step by step.

`search_tree` records minimax, alpha-beta or max^n, `playout_tree` a Monte Carlo tree search, and
`node_counts` compares how many nodes the settings visit at each depth.
"""

from kibitz.teaching.search_trees.node_counts import NodeCount, node_counts
from kibitz.teaching.search_trees.playout_tree import PlayoutTree, playout_tree
from kibitz.teaching.search_trees.search_tree import SearchTree, TreeSettings, search_tree
from kibitz.teaching.search_trees.tree_dot import tree_dot
from kibitz.teaching.search_trees.tree_events import TreeEvent, tree_events
from kibitz.teaching.search_trees.tree_outline import playout_outline, tree_outline
from kibitz.teaching.search_trees.tree_svg import tree_svg

__all__ = [
    "NodeCount",
    "PlayoutTree",
    "SearchTree",
    "TreeEvent",
    "TreeSettings",
    "node_counts",
    "playout_outline",
    "playout_tree",
    "search_tree",
    "tree_dot",
    "tree_events",
    "tree_outline",
    "tree_svg",
]
