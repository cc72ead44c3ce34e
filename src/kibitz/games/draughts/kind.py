"""One kind of draughts: a variant with its board, rules and square names."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from kibitz.games.draughts.board import Board, board
from kibitz.games.draughts.rules import Rules, rules_for
from kibitz.games.draughts.squares import Squares, squares_of
from kibitz.games.draughts.state import State
from kibitz.games.draughts.variants import Variant


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """A variant, its board, its rules and the names of its squares."""

    variant: Variant
    board: Board
    rules: Rules
    squares: Squares

    def free(self, state: State) -> int:
        """The free squares."""
        return self.board.every & ~(state.mine | state.theirs)

    def last_row(self, side: int) -> int:
        """The squares where men of `side` become kings."""
        row = 0 if side else self.board.size - 1
        return self.board.rows(row, row)

    def by_player(self, state: State) -> tuple[int, int]:
        """The first side's pieces, then the other side's."""
        return (state.mine, state.theirs) if state.turn == 0 else (state.theirs, state.mine)


@lru_cache(maxsize=128)
def kind_of(variant: Variant) -> Kind:
    """The kind for `variant`; cached."""
    chosen = board(variant.size)
    return Kind(variant, chosen, rules_for(chosen, variant), squares_of(chosen, variant))
