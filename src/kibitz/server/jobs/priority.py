"""Task priorities: games with people first, games between engines last."""

from __future__ import annotations

from enum import IntEnum

from kibitz.engine.levels import level
from kibitz.search.limits import Limit
from kibitz.server.sessions.adaptive_seats import is_adaptive
from kibitz.session.opponent import DEFAULT
from kibitz.session.seats import Seat
from kibitz.session.session import Session

_SHORT_SECONDS = 2.0  # work that takes longer never occupies the last free thread
_NODES_PER_SECOND = 500_000  # a conservative estimate, for converting node limits to seconds


class Priority(IntEnum):
    """The priority of a task; lower values come first."""

    MOVE = 0  # engine turns in games with people
    REQUEST = 1  # hints, short analyses
    LONG = 2  # work that may take more than a few seconds
    EXHIBITION = 3  # engine turns in games without people


def is_short(limit: Limit) -> bool:
    """Whether a search with this limit ends within a few seconds."""
    if limit.nodes is not None and limit.nodes <= _SHORT_SECONDS * _NODES_PER_SECOND:
        return True
    return limit.time is not None and limit.time <= _SHORT_SECONDS


def is_exhibition(session: Session) -> bool:
    """Whether only engines play."""
    return all(seat.kind == "engine" for seat in session.seats)


def session_priority(session: Session) -> Priority:
    """The priority of a session's engine turns."""
    if is_exhibition(session):
        return Priority.EXHIBITION
    engines = [seat for seat in session.seats if seat.kind == "engine"]
    return Priority.MOVE if all(_is_quick(session, seat) for seat in engines) else Priority.LONG


def _is_quick(session: Session, seat: Seat) -> bool:
    """Whether an engine answers within a few seconds; fixed-depth levels do."""
    if is_adaptive(seat):
        return True
    if not seat.level:
        return is_short(seat.limit or DEFAULT)
    strength = level(session.game, seat.level)
    if seat.limit is not None and is_short(seat.limit):
        return True
    limit = Limit(time=strength.time, depth=strength.depth, nodes=strength.nodes)
    return strength.is_plain or is_short(limit)
