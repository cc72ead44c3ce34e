"""Rematches: another game with the same players, who change seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from kibitz.core.types import Side
from kibitz.server.sessions.adaptive_seats import carry_over
from kibitz.session.seats import Seat
from kibitz.session.session import Session

_Player = TypeVar("_Player")


def rematch_session(session: Session) -> Session:
    """The session of a rematch: the same game, clock and takebacks, with the sides swapped.

    A random start is drawn again; a starting position that was chosen is kept.
    """
    game = session.game
    first = session.earlier[0] if session.ply else session.state
    is_usual = first == game.initial(session.seed or 0)
    return Session(
        game,
        None if is_usual else first,
        seats=rotated([_again(seat) for seat in session.seats]),
        clock=session.clock,
        takebacks=session.takebacks,
    )


def rotated(players: Sequence[_Player]) -> list[_Player]:
    """The players of a rematch: each takes the previous seat, and the first takes the last."""
    return [*players[1:], *players[:1]]


def next_side(side: Side, players: int) -> Side:
    """The side that the player of `side` has in a rematch.

    >>> next_side(0, 2), next_side(1, 2), next_side(0, 3)
    (1, 0, 2)
    """
    return (side - 1) % players


def _again(seat: Seat) -> Seat:
    """The seat in the rematch: an engine gets a new seed, and keeps what it has learned."""
    if seat.kind == "person":
        return seat
    return replace(seat, seed=None, skill=carry_over(seat.skill))
