"""py-draughts: boards and engines for draughts, in Python."""

from __future__ import annotations

from typing import Any

from kibitz.games.registry import game
from kibitz.peers.rivalry import Rivalry, Work
from kibitz.search.perft import divide

DEPTH = 5


def kibitz_counts() -> Work:
    """Every game of international draughts, so many moves long."""
    rules = game("draughts", variant="international")

    def count(depth: int) -> int:
        return sum(leaves for _, leaves in divide(rules, rules.initial(), depth))

    count(1)  # compiles it
    return lambda: count(DEPTH)


def pydraughts_counts() -> Work:
    """The same by its board: list the moves, make each, count, take it back."""
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


COUNTING = Rivalry(
    f"international draughts, all games of {DEPTH} moves counted",
    "py-draughts",
    "draughts.boards.standard",
    kibitz_counts,
    pydraughts_counts,
)
