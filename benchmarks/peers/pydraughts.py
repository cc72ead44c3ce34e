"""py-draughts: boards and engines for draughts, in Python."""

from __future__ import annotations

from typing import Any

from benchmarks.peers.comparison import Comparison, Work
from kibitz.games.registry import game
from kibitz.search.perft import divide

DEPTH = 5


def kibitz_counts() -> Work:
    """Count the perft of international draughts."""
    rules = game("draughts", variant="international")

    def count(depth: int) -> int:
        return sum(leaves for _, leaves in divide(rules, rules.initial(), depth))

    count(1)  # compile first
    return lambda: count(DEPTH)


def pydraughts_counts() -> Work:
    """Do the same by py-draughts' board: push each legal move, count, pop it."""
    from draughts import StandardBoard

    def count(board: Any, depth: int) -> int:
        moves = board.legal_moves
        if depth == 1:
            return len(moves)
        found = 0
        for move in moves:
            board.push(move)
            found += count(board, depth - 1)
            board.pop()
        return found

    return lambda: count(StandardBoard(), DEPTH)


COUNTING = Comparison(
    f"international draughts, perft {DEPTH}",
    "py-draughts",
    "draughts.boards.standard",
    kibitz_counts,
    pydraughts_counts,
)
