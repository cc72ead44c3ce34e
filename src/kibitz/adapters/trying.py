"""Players that nothing in an object names: the usual marks, tried until somebody wins by them."""

from __future__ import annotations

import random
from typing import Any

from kibitz.adapters.calling import Access
from kibitz.adapters.finding import PAIRS
from kibitz.adapters.seats import Seats
from kibitz.adapters.verdict import says_over, winner_of

_GAMES = 12  # random games in which somebody ought to win
_PLIES = 60


def tried_seats(position: Any, access: Access) -> Seats | None:
    """The first pair of usual marks with which a random game is won; None where there is none.

    Many classes take any two marks and only hand back the one that won; others know their own.
    """
    if access.call is not None and access.call.player is None:
        return None
    for pair in PAIRS:
        try:
            if any(_is_won(position, access, pair, random.Random(seed)) for seed in range(_GAMES)):  # noqa: S311
                return Seats(pair)
        except Exception:  # noqa: S112 - a class that counts with numbers cannot take letters
            continue
    return None


def _is_won(position: Any, access: Access, players: tuple[Any, ...], chance: random.Random) -> bool:
    """Whether a random game is won by one of the two."""
    for ply in range(_PLIES):
        seat = ply % 2
        moves = access.legal(position, players[seat])
        if not moves:
            return False
        position, players = access.made(position, players, seat, chance.choice(moves))
        winner = winner_of(position, players, Seats(players), seat)
        if winner is not None or says_over(position, winner):
            return isinstance(winner, int)
    return False
