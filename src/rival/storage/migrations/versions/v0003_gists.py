"""What the list says of a game is kept with it."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Games kept before have none yet: it is made when the list is asked for, once."""
    op.add_column("games", sa.Column("gist", sa.Text, nullable=True))
    op.add_column("games", sa.Column("gist_at", sa.Integer, nullable=False, server_default="0"))
