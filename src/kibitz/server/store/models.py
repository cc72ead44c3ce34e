"""The tables: one model for SQLite and PostgreSQL. Times are seconds since 1970."""

from __future__ import annotations

from sqlalchemy import Float, ForeignKey, Index, Integer, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

ID_LENGTH = 32
HASH_LENGTH = 64
CLIENT_LENGTH = 64


class Base(DeclarativeBase):
    """All tables."""


class Stream(Base):
    """Something whose events can be followed, and the number of its last one.

    Whoever adds an event raises the number first, in the same transaction: so the events of one
    stream are written one after the other, and none is seen before an earlier one.
    """

    __tablename__ = "streams"
    id: Mapped[str] = mapped_column(String(ID_LENGTH), primary_key=True)
    last: Mapped[int] = mapped_column(Integer, default=0)


class Event(Base):
    """One event of a stream."""

    __tablename__ = "events"
    stream_id: Mapped[str] = mapped_column(
        ForeignKey("streams.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(16))
    data: Mapped[str] = mapped_column(Text)  # JSON


class Session(Base):
    """One playing: its record, and what readers see of it."""

    __tablename__ = "sessions"
    id: Mapped[str] = mapped_column(ForeignKey("streams.id", ondelete="CASCADE"), primary_key=True)
    game: Mapped[str] = mapped_column(String(64))
    version: Mapped[int] = mapped_column(Integer)  # raised by every change
    record: Mapped[str] = mapped_column(Text)  # JSON, as kibitz.Session writes it
    document: Mapped[str] = mapped_column(Text)  # JSON, as the API shows it
    is_running: Mapped[bool] = mapped_column()  # whether its clock runs
    saved_at: Mapped[float] = mapped_column(Float, index=True)
    deadline: Mapped[float | None] = mapped_column(Float, index=True)  # when a flag falls
    created_at: Mapped[float] = mapped_column(Float)
    size: Mapped[int] = mapped_column(Integer, default=0)  # moves, its branches among them
    client: Mapped[str] = mapped_column(String(CLIENT_LENGTH), default="", index=True)


class Seat(Base):
    """A person's seat, found by the hash of its secret."""

    __tablename__ = "seats"
    secret_hash: Mapped[str] = mapped_column(String(HASH_LENGTH), primary_key=True)
    session_id: Mapped[str] = mapped_column(
        ForeignKey("sessions.id", ondelete="CASCADE"), index=True
    )
    player: Mapped[int] = mapped_column(Integer)


class Answer(Base):
    """What a command with an idempotency key was answered."""

    __tablename__ = "answers"
    session_id: Mapped[str] = mapped_column(
        ForeignKey("sessions.id", ondelete="CASCADE"), primary_key=True
    )
    key: Mapped[str] = mapped_column(String(255), primary_key=True)
    fingerprint: Mapped[str] = mapped_column(String(HASH_LENGTH))  # of the command and its seat
    version: Mapped[int] = mapped_column(Integer)
    document: Mapped[str] = mapped_column(Text)
    created_at: Mapped[float] = mapped_column(Float, index=True)


class Analysis(Base):
    """An analysis that goes on by itself."""

    __tablename__ = "analyses"
    id: Mapped[str] = mapped_column(ForeignKey("streams.id", ondelete="CASCADE"), primary_key=True)
    request: Mapped[str] = mapped_column(Text)  # JSON
    document: Mapped[str] = mapped_column(Text)  # JSON, as the API shows it
    created_at: Mapped[float] = mapped_column(Float, index=True)
    client: Mapped[str] = mapped_column(String(CLIENT_LENGTH), default="")
    secret_hash: Mapped[str] = mapped_column(String(HASH_LENGTH), default="")
    # Raised at intervals by every worker on which somebody follows it; 0 until the first one does.
    watched: Mapped[int] = mapped_column(Integer, default=0)


class Job(Base):
    """Thinking to be done for a stream, by the worker that leases it.

    A lease is (owner, beat). The owner raises the beat for as long as it works; the others watch
    it with their own monotonic clocks, so that no two clocks have to agree.
    """

    __tablename__ = "jobs"
    id: Mapped[str] = mapped_column(ForeignKey("streams.id", ondelete="CASCADE"), primary_key=True)
    kind: Mapped[str] = mapped_column(String(16))  # "session" or "analysis"
    version: Mapped[int] = mapped_column(Integer)  # of the session it is about
    owner: Mapped[str] = mapped_column(String(ID_LENGTH), default="")  # "" while nobody leases it
    beat: Mapped[int] = mapped_column(Integer, default=0)
    client: Mapped[str] = mapped_column(String(CLIENT_LENGTH), default="", index=True)
    priority: Mapped[int] = mapped_column(Integer, default=0)  # lower is served first
    created_at: Mapped[float] = mapped_column(Float)

    __table_args__ = (Index("ix_jobs_waiting", "owner", "priority", "created_at"),)


class Key(Base):
    """A secret of the server's own, made where none is given."""

    __tablename__ = "keys"
    name: Mapped[str] = mapped_column(String(32), primary_key=True)
    value: Mapped[str] = mapped_column(String(128))
