"""Create the tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "streams",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("last", sa.Integer(), nullable=False),
    )
    op.create_table(
        "events",
        _stream("stream_id"),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
    )
    op.create_table(
        "sessions",
        _stream("id"),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("is_running", sa.Boolean(), nullable=False),
        sa.Column("saved_at", sa.Float(), nullable=False),
        sa.Column("deadline", sa.Float(), index=True),
        sa.Column("created_at", sa.Float(), nullable=False),
    )
    op.create_table(
        "seats",
        sa.Column("secret_hash", sa.String(64), primary_key=True),
        sa.Column("session_id", sa.String(32), _session(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
    )
    op.create_table(
        "answers",
        sa.Column("session_id", sa.String(32), _session(), primary_key=True),
        sa.Column("key", sa.String(255), primary_key=True),
        sa.Column("fingerprint", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False, index=True),
    )
    op.create_table(
        "analyses",
        _stream("id"),
        sa.Column("request", sa.Text(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("abandoned_at", sa.Float()),
        sa.Column("created_at", sa.Float(), nullable=False, index=True),
    )
    op.create_table(
        "jobs",
        _stream("id"),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("leased_until", sa.Float(), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Index("ix_jobs_waiting", "leased_until", "created_at"),
    )
    op.create_table(
        "keys",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.String(128), nullable=False),
    )


def downgrade() -> None:
    """Drop the tables."""
    for table in ("keys", "jobs", "analyses", "answers", "seats", "sessions", "events", "streams"):
        op.drop_table(table)


def _stream(name: str) -> sa.Column[str]:
    key = sa.ForeignKey("streams.id", ondelete="CASCADE")
    return sa.Column(name, sa.String(32), key, primary_key=True)


def _session() -> sa.ForeignKey:
    return sa.ForeignKey("sessions.id", ondelete="CASCADE")
