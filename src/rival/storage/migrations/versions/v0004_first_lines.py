"""The checksum of a journal's first line is kept with its game, so that an import finds the game at once."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Games kept before have none yet: it is added when a journal is imported, once."""
    op.add_column("games", sa.Column("first", sa.String(8), nullable=True))
    op.create_index("ix_games_first", "games", ["first"])
