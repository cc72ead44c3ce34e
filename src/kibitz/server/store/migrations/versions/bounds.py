"""Add lease heartbeats, clients, and columns and indexes for expiry."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the columns and indexes, and drop all leases."""
    op.drop_index("ix_jobs_waiting", "jobs")
    op.drop_column("jobs", "leased_until")
    op.add_column("jobs", _integer("beat"))
    op.add_column("jobs", _text("client"))
    op.add_column("jobs", _integer("priority"))
    op.execute("UPDATE jobs SET owner = ''")
    op.create_index("ix_jobs_waiting", "jobs", ["owner", "priority", "created_at"])
    op.create_index("ix_jobs_client", "jobs", ["client"])

    op.add_column("sessions", _text("client"))
    # Existing sessions count as played, so that they are kept longer.
    op.add_column("sessions", _integer("size", 1))
    op.create_index("ix_sessions_saved_at", "sessions", ["saved_at"])
    op.create_index("ix_sessions_client", "sessions", ["client"])
    op.create_index("ix_seats_session_id", "seats", ["session_id"])

    op.drop_column("analyses", "abandoned_at")
    op.add_column("analyses", _text("client"))
    op.add_column("analyses", _text("secret_hash"))
    op.add_column("analyses", _integer("watched"))


def downgrade() -> None:
    """Remove the columns and indexes."""
    op.drop_column("analyses", "watched")
    op.drop_column("analyses", "secret_hash")
    op.drop_column("analyses", "client")
    op.add_column("analyses", sa.Column("abandoned_at", sa.Float()))

    op.drop_index("ix_seats_session_id", "seats")
    op.drop_index("ix_sessions_client", "sessions")
    op.drop_index("ix_sessions_saved_at", "sessions")
    op.drop_column("sessions", "size")
    op.drop_column("sessions", "client")

    op.drop_index("ix_jobs_client", "jobs")
    op.drop_index("ix_jobs_waiting", "jobs")
    op.drop_column("jobs", "priority")
    op.drop_column("jobs", "client")
    op.drop_column("jobs", "beat")
    op.add_column("jobs", sa.Column("leased_until", sa.Float(), nullable=False, server_default="0"))
    op.create_index("ix_jobs_waiting", "jobs", ["leased_until", "created_at"])


def _integer(name: str, default: int = 0) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=False, server_default=str(default))


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.String(64), nullable=False, server_default="")
