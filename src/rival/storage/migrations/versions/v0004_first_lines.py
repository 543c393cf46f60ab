"""Add the checksum of each journal's first line, which an import uses to find the game."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the column; checksums of existing games are added at the first import."""
    op.add_column("games", sa.Column("first", sa.String(8), nullable=True))
    op.create_index("ix_games_first", "games", ["first"])
