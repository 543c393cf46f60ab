"""Whether those who come by the link of a game may give it another name."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("games", sa.Column("guests_name", sa.Boolean, nullable=False, server_default=sa.false()))
