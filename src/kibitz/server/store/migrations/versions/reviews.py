"""Add reviews that run in the background, and those that are kept."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the column, which separates analyses and reviews, and the table."""
    op.add_column(
        "analyses", sa.Column("kind", sa.String(16), nullable=False, server_default="analysis")
    )
    op.create_table(
        "reviews",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False, index=True),
    )


def downgrade() -> None:
    """Drop the table and the column."""
    op.drop_table("reviews")
    with op.batch_alter_table("analyses") as table:
        table.drop_column("kind")
