"""Add what a session has besides its game, and who follows it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the column, which is empty for earlier sessions, and the table."""
    op.add_column(
        "sessions", sa.Column("arrangement", sa.Text(), nullable=False, server_default="")
    )
    op.create_table(
        "followers",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column(
            "session_id",
            sa.String(32),
            sa.ForeignKey("sessions.id", ondelete="CASCADE"),
            nullable=False,
            index=True,
        ),
        sa.Column("player", sa.Integer(), nullable=True),
        sa.Column("owner", sa.String(32), nullable=False, index=True),
        sa.Column("beat", sa.Integer(), nullable=False),
    )


def downgrade() -> None:
    """Drop the table and the column."""
    op.drop_table("followers")
    op.drop_column("sessions", "arrangement")
