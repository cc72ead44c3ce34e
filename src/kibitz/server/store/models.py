"""The tables, for SQLite and PostgreSQL. Times are Unix times in seconds."""

from __future__ import annotations

from sqlalchemy import Float, ForeignKey, Index, Integer, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

ID_LENGTH = 32
HASH_LENGTH = 64
CLIENT_LENGTH = 64


class Base(DeclarativeBase):
    """Base class of all tables."""


class Stream(Base):
    """The event stream of a session or an analysis, with the number of its last event.

    The transaction that adds an event increments the number first. That serialises the events of a
    stream, so that none becomes visible before an earlier one.
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
    # What a change altered in the session's document, as JSON; null if that is not kept.
    delta: Mapped[str | None] = mapped_column(Text)


class Session(Base):
    """A session, with its record and the document that the API returns."""

    __tablename__ = "sessions"
    id: Mapped[str] = mapped_column(ForeignKey("streams.id", ondelete="CASCADE"), primary_key=True)
    game: Mapped[str] = mapped_column(String(64))
    version: Mapped[int] = mapped_column(Integer)  # incremented by every change
    record: Mapped[str] = mapped_column(Text)  # JSON, as kibitz.Session writes it
    document: Mapped[str] = mapped_column(Text)  # JSON, as the API shows it
    is_running: Mapped[bool] = mapped_column()  # whether its clock is running
    saved_at: Mapped[float] = mapped_column(Float, index=True)
    deadline: Mapped[float | None] = mapped_column(
        Float, index=True
    )  # when the side to move runs out of time
    created_at: Mapped[float] = mapped_column(Float)
    size: Mapped[int] = mapped_column(Integer, default=0)  # moves, including branches
    client: Mapped[str] = mapped_column(String(CLIENT_LENGTH), default="", index=True)
    arrangement: Mapped[str] = mapped_column(Text, default="")  # JSON: help, rematch, preparation


class Seat(Base):
    """A person's seat, found by the hash of its secret."""

    __tablename__ = "seats"
    secret_hash: Mapped[str] = mapped_column(String(HASH_LENGTH), primary_key=True)
    session_id: Mapped[str] = mapped_column(
        ForeignKey("sessions.id", ondelete="CASCADE"), index=True
    )
    player: Mapped[int] = mapped_column(Integer)


class Follower(Base):
    """An open event stream of a session: of a player, or of a spectator.

    `owner` is the worker that serves it, which increments `beat` as a heartbeat.
    """

    __tablename__ = "followers"
    id: Mapped[str] = mapped_column(String(ID_LENGTH), primary_key=True)
    session_id: Mapped[str] = mapped_column(
        ForeignKey("sessions.id", ondelete="CASCADE"), index=True
    )
    player: Mapped[int | None] = mapped_column(Integer)  # null: a spectator
    owner: Mapped[str] = mapped_column(String(ID_LENGTH), index=True)
    beat: Mapped[int] = mapped_column(Integer, default=0)


class StoredResponse(Base):
    """The response to a command with an idempotency key, stored for retries."""

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
    """A background analysis or review."""

    __tablename__ = "analyses"
    id: Mapped[str] = mapped_column(ForeignKey("streams.id", ondelete="CASCADE"), primary_key=True)
    request: Mapped[str] = mapped_column(Text)  # JSON
    document: Mapped[str] = mapped_column(Text)  # JSON, as the API shows it
    created_at: Mapped[float] = mapped_column(Float, index=True)
    client: Mapped[str] = mapped_column(String(CLIENT_LENGTH), default="")
    secret_hash: Mapped[str] = mapped_column(String(HASH_LENGTH), default="")
    # Heartbeat counter: incremented by every worker with a follower; 0 before the first follower.
    watched: Mapped[int] = mapped_column(Integer, default=0)
    kind: Mapped[str] = mapped_column(String(16), default="analysis")  # or "review"


class Review(Base):
    """A finished review, kept for later requests; the digest is of the game and its moves."""

    __tablename__ = "reviews"
    digest: Mapped[str] = mapped_column(String(HASH_LENGTH), primary_key=True)
    document: Mapped[str] = mapped_column(Text)  # JSON, as the API shows it
    created_at: Mapped[float] = mapped_column(Float, index=True)


class Job(Base):
    """A background job of a session, an analysis or a review.

    A lease is (owner, beat). The owner increments the beat as a heartbeat. The other workers time
    its changes with their own monotonic clocks, so clocks need not agree.
    """

    __tablename__ = "jobs"
    id: Mapped[str] = mapped_column(ForeignKey("streams.id", ondelete="CASCADE"), primary_key=True)
    kind: Mapped[str] = mapped_column(String(16))  # "session", "analysis" or "review"
    version: Mapped[int] = mapped_column(Integer)  # of the session
    owner: Mapped[str] = mapped_column(String(ID_LENGTH), default="")  # "": not leased
    beat: Mapped[int] = mapped_column(Integer, default=0)
    client: Mapped[str] = mapped_column(String(CLIENT_LENGTH), default="", index=True)
    priority: Mapped[int] = mapped_column(Integer, default=0)  # lower comes first
    created_at: Mapped[float] = mapped_column(Float)

    __table_args__ = (Index("ix_jobs_waiting", "owner", "priority", "created_at"),)


class RateUsage(Base):
    """How much of one rate limit a client has used."""

    __tablename__ = "rate_usage"
    policy: Mapped[str] = mapped_column(String(16), primary_key=True)
    client: Mapped[str] = mapped_column(String(CLIENT_LENGTH), primary_key=True)
    full_at: Mapped[float] = mapped_column(Float, index=True)  # when all of it is available again


class Key(Base):
    """A generated secret of the server."""

    __tablename__ = "keys"
    name: Mapped[str] = mapped_column(String(32), primary_key=True)
    value: Mapped[str] = mapped_column(String(128))


class Tournament(Base):
    """A tournament. Its plan never changes; its games are rows of their own."""

    __tablename__ = "tournaments"
    id: Mapped[str] = mapped_column(ForeignKey("streams.id", ondelete="CASCADE"), primary_key=True)
    version: Mapped[int] = mapped_column(Integer)  # incremented by every step
    state: Mapped[str] = mapped_column(String(16), index=True)  # running, over or stopped
    plan: Mapped[str] = mapped_column(Text)  # JSON
    client: Mapped[str] = mapped_column(String(CLIENT_LENGTH), default="", index=True)
    # Hash of the client and the idempotency key of the request that created it.
    key_hash: Mapped[str | None] = mapped_column(String(HASH_LENGTH), unique=True)
    created_at: Mapped[float] = mapped_column(Float)
    saved_at: Mapped[float] = mapped_column(Float, index=True)


class TournamentGame(Base):
    """A game of a tournament that was started. Its place is its key, so that none is played twice.

    `session_id` stays when the session expires.
    """

    __tablename__ = "tournament_games"
    tournament_id: Mapped[str] = mapped_column(
        ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True
    )
    round: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    pairing: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    first: Mapped[int] = mapped_column(Integer)  # the contestant who moves first
    second: Mapped[int] = mapped_column(Integer)
    session_id: Mapped[str] = mapped_column(String(ID_LENGTH), unique=True)
    points: Mapped[float | None] = mapped_column(Float)  # of the first; null while it is played
    reason: Mapped[str] = mapped_column(String(32), default="")
