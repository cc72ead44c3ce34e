"""Schema of updates: what a change altered in the document of a session."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from pydantic import Field

from kibitz.core.types import Ply
from kibitz.server.schema.position_schema import PositionDocument
from kibitz.server.schema.session_schema import (
    ClockFields,
    OfferFields,
    PlayedFields,
    RematchFields,
    SeatFields,
    SessionDocument,
)
from kibitz.server.schema.shared_schema import ResponseBody
from kibitz.session.history import Played
from kibitz.session.seats import Seat
from kibitz.session.session import Session


class HistoryUpdate(ResponseBody):
    """The new history: the first `keep` moves of the old one, then `add`."""

    keep: int
    add: list[PlayedFields]


class UndoneUpdate(ResponseBody):
    """The new list of undone moves: `add`, then the old one without its first `skip` moves."""

    skip: int
    add: list[str]


class SessionUpdate(PositionDocument):
    """A change to a session, as an event of its stream. Its size does not grow with the game.

    Together with the document of the version before, it makes the document of this version. The
    fields of a document that are not here never change.
    """

    version: int
    what: str
    ply: int
    history: HistoryUpdate
    undone: UndoneUpdate
    last: list[int]
    offers: list[OfferFields]
    clock: ClockFields | None
    thinking: bool
    preparing: bool
    rematch: RematchFields | None
    seats: list[SeatFields] | None = Field(description="null: unchanged")


_COPIED = (
    *PositionDocument.model_fields,
    "version",
    "ply",
    "last",
    "offers",
    "clock",
    "thinking",
    "preparing",
    "rematch",
)


@dataclass(frozen=True, slots=True)
class SessionMark:
    """What an update compares with: the moves and seats of a session before a change."""

    line: tuple[Played, ...]
    ply: Ply
    seats: tuple[Seat, ...]

    @classmethod
    def of(cls, session: Session) -> Self:
        """The mark of a session now."""
        return cls(session.line_history, session.ply, session.seats)

    def is_same_turn(self, session: Session) -> bool:
        """Whether the session is still at this mark's move, with the same players, and open."""
        is_same = self.ply == session.ply and self.seats == session.seats
        return is_same and session.outcome() is None


def session_update(
    what: str, before: SessionMark, session: Session, document: SessionDocument
) -> SessionUpdate:
    """What the change `what` altered; `document` is the document after it."""
    line, ply = session.line_history, session.ply
    kept = _common(before.line[: before.ply], line[:ply])
    undone, still = before.line[before.ply :], line[ply:]
    same = _common(undone[::-1], still[::-1])
    return SessionUpdate(
        **{name: getattr(document, name) for name in _COPIED},
        what=what,
        history=HistoryUpdate(keep=kept, add=document.history[kept:]),
        undone=UndoneUpdate(
            skip=len(undone) - same, add=[played.move for played in still[: len(still) - same]]
        ),
        seats=None if session.seats == before.seats else document.seats,
    )


def _common(old: Sequence[Played], new: Sequence[Played]) -> int:
    """The number of moves at the start that are the same, not only equal."""
    count = 0
    for one, other in zip(old, new, strict=False):
        if one is not other:
            break
        count += 1
    return count
