"""Stores events as rows, so that any worker can serve any stream."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session as Transaction

from kibitz.server.store.models import Event, Stream

EVENTS_KEPT = 1_000  # minimum per stream; a client that missed more gets the full document
_BATCH = 100  # events to delete at a time, and the minimum that keep their deltas


def add_event(
    transaction: Transaction, stream_id: str, kind: str, data: str, delta: str | None = None
) -> int | None:
    """Append an event to a stream; return its number, or None if the stream is deleted."""
    raised = (
        update(Stream)
        .where(Stream.id == stream_id)
        .values(last=Stream.last + 1)
        .returning(Stream.last)
    )
    number = transaction.execute(raised).scalar()
    if number is not None:
        transaction.add(
            Event(stream_id=stream_id, number=number, kind=kind, data=data, delta=delta)
        )
        if number % _BATCH == 0:
            _prune(transaction, stream_id, number)
    return number


def _prune(transaction: Transaction, stream_id: str, last: int) -> None:
    """Delete old events, and the deltas of others: clients that far behind get the document."""
    own = Event.stream_id == stream_id
    transaction.execute(delete(Event).where(own, Event.number <= last - EVENTS_KEPT))
    is_old = Event.number <= last - _BATCH
    transaction.execute(
        update(Event)
        .where(own, is_old, Event.delta.is_not(None))
        .values(delta=None)
        .execution_options(synchronize_session=False)
    )


def events_after(transaction: Transaction, stream_id: str, number: int) -> Sequence[Event]:
    """The events of a stream after the one with this number."""
    wanted = select(Event).where(Event.stream_id == stream_id, Event.number > number)
    return transaction.scalars(wanted.order_by(Event.number)).all()


def last_numbers(transaction: Transaction, stream_ids: Collection[str]) -> dict[str, int]:
    """The number of the last event of each of these streams."""
    wanted = select(Stream.id, Stream.last).where(Stream.id.in_(stream_ids))
    return {row.id: row.last for row in transaction.execute(wanted)}


def delete_events(transaction: Transaction, stream_id: str, kind: str, keep: int = 0) -> None:
    """Delete the events of one kind, except those among the last `keep` events of the stream."""
    removed = delete(Event).where(Event.stream_id == stream_id, Event.kind == kind)
    if keep:
        last = select(Stream.last).where(Stream.id == stream_id).scalar_subquery()
        removed = removed.where(Event.number <= last - keep)
    transaction.execute(removed)
