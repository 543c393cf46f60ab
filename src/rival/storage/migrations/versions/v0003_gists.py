"""Add a stored summary for the list of games."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the columns; summaries of existing games are computed when the list is first read."""
    op.add_column("games", sa.Column("gist", sa.Text, nullable=True))
    op.add_column("games", sa.Column("gist_at", sa.Integer, nullable=False, server_default="0"))
