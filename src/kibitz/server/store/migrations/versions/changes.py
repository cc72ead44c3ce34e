"""Add what a change altered in its session's document to the event."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the column; earlier events have no value."""
    op.add_column("events", sa.Column("delta", sa.Text(), nullable=True))


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("events", "delta")
