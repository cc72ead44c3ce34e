"""The state of a game of draughts, and the change that a move makes."""

from __future__ import annotations

from typing import NamedTuple


class State(NamedTuple):
    """A position. Bitboards are numbered as in `board.py`."""

    mine: int  # pieces of the side to move
    theirs: int  # pieces of the other side
    kings: int  # all kings of both sides
    turn: int  # 0 moves first, and its men move to higher bits
    limits: int  # one byte per side, 0 first: consecutive quiet moves << 6 | square, of one king
    quiet: int  # clock: plies without a capture or a move of a man
    ending: int  # clock: plies in an ending with a move limit
    road: int  # clock: plies for which a lone king has held the long diagonal


class Change(NamedTuple):
    """The effect of a move on the pieces, from the mover's point of view."""

    origin: int  # the first square
    end: int  # the last square
    taken: int  # the captured pieces
    was_king: int  # 1 if the piece is a king before the move
    is_king: int  # 1 if it is one after the move
    mine: int  # the mover's pieces after the move
    theirs: int
    kings: int
