"""A position of draughts as the rules see it, and what a move changes in it."""

from __future__ import annotations

from typing import NamedTuple


class State(NamedTuple):
    """A position. Boards have the bits of `board.py`."""

    mine: int  # pieces of the player to move
    theirs: int  # pieces of the player who has just moved
    kings: int  # which of all these are kings
    turn: int  # 0 is the player who starts, and whose men move to higher bits
    limits: int  # a byte a player, 0 first: quiet moves running << 6 | square, of one king
    quiet: int  # clock: plies without a capture or a man's move
    ending: int  # clock: plies in the ending that a draw rule counts
    road: int  # clock: plies for which a lone king has held the long diagonal


class Change(NamedTuple):
    """What a move does to the pieces, in the view of the player who makes it."""

    origin: int  # the square that the piece leaves
    end: int  # the square that it reaches
    taken: int  # the captured pieces
    was_king: int  # 1 if the piece is a king before the move
    is_king: int  # 1 if it is one after the move
    mine: int  # the mover's pieces after the move
    theirs: int
    kings: int
