"""Proven bounds of the nodes of a tree: what each side can force, and the most that it can get.

A word holds a payoff for each side, two bits each: 0 for a loss, 1 for a draw, 2 for a win. A
result is *proven* for a side if its two bounds are equal. Only finished games set bounds; draws by
repetition or by a clock never do, because they depend on the moves before. So a proven result holds
after any earlier moves, except in a game that forbids repetition: there it holds after the moves
that led to the node.

With more than two sides, a side is sure of a payoff only if it gets that against all others
together, and cannot get more than all others together would give it.
"""

from __future__ import annotations

from kibitz.core.score import DRAW, LOSS, WIN
from kibitz.core.types import Memory, Payoff, Side
from kibitz.search.tree import COUNT, DISTANCE, FIRST, HIGHS, LOWS, NODE_WORDS

_SIDE_BITS = 2
_MASK = 3


def bound_of(word: int, side: Side) -> Payoff:
    """The payoff of `side` in a word of bounds.

    >>> bound_of(with_bound(0, 1, WIN), 1), bound_of(0, 0)
    (1, -1)
    """
    return (word >> _SIDE_BITS * side & _MASK) + LOSS


def with_bound(word: int, side: Side, payoff: Payoff) -> int:
    """`word`, in which `side` still has the lowest payoff, with another payoff for it."""
    return word | (payoff - LOSS) << _SIDE_BITS * side


def sign_of(payoff: Payoff) -> Payoff:
    """A payoff as one of the three integers; rules may return other numbers."""
    return WIN if payoff > 0 else LOSS if payoff < 0 else DRAW


def all_wins(players: int) -> int:
    """The word in which every side may still win."""
    word = 0
    for side in range(players):
        word = with_bound(word, side, WIN)
    return word


def is_known(tree: Memory, node: int, side: Side) -> bool:
    """Whether the result of `node` is proven for `side`."""
    return bound_of(tree[node + LOWS], side) == bound_of(tree[node + HIGHS], side)


def is_settled(tree: Memory, node: int, mover: Side) -> bool:
    """Whether `node` needs no more playouts: all results are proven, or `mover` forces a win."""
    lows = tree[node + LOWS]
    return bool(lows == tree[node + HIGHS] or bound_of(lows, mover) == WIN)


def update_bounds(tree: Memory, node: int, mover: Side, players: int) -> bool:
    """Compute the bounds of an expanded node from its children; return whether they changed."""
    first = tree[node + FIRST]
    end = first + NODE_WORDS * tree[node + COUNT]
    lows, highs = 0, 0
    for side in range(players):
        is_mover = side == mover
        takes_best = is_mover or players > 2
        low = bound_of(tree[first + LOWS], side)
        high = bound_of(tree[first + HIGHS], side)
        for child in range(first + NODE_WORDS, end, NODE_WORDS):
            child_low = bound_of(tree[child + LOWS], side)
            child_high = bound_of(tree[child + HIGHS], side)
            low = max(low, child_low) if is_mover else min(low, child_low)
            high = max(high, child_high) if takes_best else min(high, child_high)
        lows, highs = with_bound(lows, side, low), with_bound(highs, side, high)
    if lows == tree[node + LOWS] and highs == tree[node + HIGHS]:
        return False
    tree[node + LOWS], tree[node + HIGHS] = lows, highs
    tree[node + DISTANCE] = _distance(tree, first, end, mover, bound_of(lows, mover) == WIN)
    return True


def _distance(tree: Memory, first: int, end: int, mover: Side, is_won: bool) -> int:
    """Plies to the end: `mover` takes its quickest win, or else the longest way to the end."""
    distance = -1
    for child in range(first, end, NODE_WORDS):
        below = tree[child + DISTANCE]
        if not is_won:
            distance = max(distance, below)
        elif bound_of(tree[child + LOWS], mover) == WIN and (distance < 0 or below < distance):
            distance = below
    return int(distance) + 1
