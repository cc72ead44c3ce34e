"""Add tournaments and their games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "tournaments",
        sa.Column(
            "id",
            sa.String(32),
            sa.ForeignKey("streams.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(16), nullable=False, index=True),
        sa.Column("plan", sa.Text(), nullable=False),
        sa.Column("client", sa.String(64), nullable=False, index=True),
        sa.Column("key_hash", sa.String(64), nullable=True, unique=True),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("saved_at", sa.Float(), nullable=False, index=True),
    )
    op.create_table(
        "tournament_games",
        sa.Column(
            "tournament_id",
            sa.String(32),
            sa.ForeignKey("tournaments.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("round", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("pairing", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("second", sa.Integer(), nullable=False),
        sa.Column("session_id", sa.String(32), nullable=False, unique=True),
        sa.Column("points", sa.Float(), nullable=True),
        sa.Column("reason", sa.String(32), nullable=False),
    )


def downgrade() -> None:
    """Drop the tables."""
    op.drop_table("tournament_games")
    op.drop_table("tournaments")
