"""Add a column for the guests' right to rename a game."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the column; guests can't rename existing games."""
    op.add_column("games", sa.Column("guests_name", sa.Boolean, nullable=False, server_default=sa.false()))
