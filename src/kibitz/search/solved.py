"""The positions whose results a Monte Carlo search has proven, by their keys.

Different orders of the same moves lead to the same position. The tree has a node for each order;
this table lets them share proven results. Games with repetition rules or clocks do not use it,
because their results also depend on the moves before.
"""

from __future__ import annotations

from kibitz.core.types import Memory
from kibitz.search.tree import DISTANCE, HIGHS, LOWS, SOLVED, SOLVED_ENTRIES

_ENTRY_WORDS = 4  # key, lows, highs, distance


def _entry(key: int) -> int:
    return SOLVED + (key & (SOLVED_ENTRIES - 1)) * _ENTRY_WORDS


def store_solved(memory: Memory, key: int, tree: Memory, node: int) -> None:
    """Store the proven result of `node`, whose position has this key."""
    entry = _entry(key)
    memory[entry] = key
    memory[entry + 1] = tree[node + LOWS]
    memory[entry + 2] = tree[node + HIGHS]
    memory[entry + 3] = tree[node + DISTANCE]


def probe_solved(memory: Memory, key: int, tree: Memory, node: int) -> bool:
    """Give `node` the proven result of its position, if that is known and new to the node."""
    entry = _entry(key)
    is_known = memory[entry] == key and memory[entry + 2] != 0
    if not is_known or tree[node + LOWS] == tree[node + HIGHS]:
        return False
    tree[node + LOWS] = memory[entry + 1]
    tree[node + HIGHS] = memory[entry + 2]
    tree[node + DISTANCE] = memory[entry + 3]
    return True


def proven_result(memory: Memory, key: int) -> tuple[int, int] | None:
    """The proven result of the position with this key, as bounds, and its distance."""
    entry = _entry(key)
    if memory[entry] != key or memory[entry + 2] == 0:
        return None
    return int(memory[entry + 1]), int(memory[entry + 3])
