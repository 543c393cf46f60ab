"""Create the tables for games, journal lines, results, imported files and settings."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(200), nullable=False),
        sa.Column("game", sa.String(200), nullable=False),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("edition", sa.Integer, nullable=False),
        sa.Column("turn", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("own_colour", sa.String(40), nullable=False),
        sa.Column("their_colour", sa.String(40), nullable=False),
        sa.Column("archived", sa.Boolean, nullable=False),
        sa.Column("deleted", sa.BigInteger, nullable=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("played", sa.BigInteger, nullable=False),
        sa.Column("owner_key", sa.String(40), nullable=False),
        sa.Column("watch_key", sa.String(40), nullable=False),
        sa.Column("reckoned", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.UniqueConstraint("owner_key", name="uq_games_owner_key"),
        sa.UniqueConstraint("watch_key", name="uq_games_watch_key"),
    )
    op.create_index("ix_games_turn", "games", ["turn"])
    op.create_table(
        "lines",
        sa.Column("game", sa.String(200), nullable=False),
        sa.Column("position", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "position", name="pk_lines"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_lines_game", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "records",
        sa.Column("game", sa.String(200), nullable=False),
        sa.Column("opponent", sa.String(200), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("scores", sa.JSON, nullable=False),
        sa.Column("winner", sa.String(200), nullable=True),
        sa.Column("level", sa.String(200), nullable=True),
        sa.Column("answers", sa.Integer, nullable=False),
        sa.Column("sample", sa.Boolean, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_records"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_records_game", ondelete="CASCADE"),
    )
    op.create_table(
        "imports",
        sa.Column("file", sa.Text, nullable=False),
        sa.Column("game", sa.String(200), nullable=False),
        sa.PrimaryKeyConstraint("file", name="pk_imports"),
    )
    op.create_table(
        "settings",
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_settings"),
    )
