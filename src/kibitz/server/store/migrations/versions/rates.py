"""Add the usage of rate limits."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "rate_usage",
        sa.Column("policy", sa.String(16), primary_key=True),
        sa.Column("client", sa.String(64), primary_key=True),
        sa.Column("full_at", sa.Float(), nullable=False, index=True),
    )


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("rate_usage")
