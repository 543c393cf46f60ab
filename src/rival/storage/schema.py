"""The database tables. The key of a journal line is its game and position, so lines can't be duplicated."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

games = Table(
    "games",
    metadata,
    Column("id", String(200), primary_key=True),
    Column("game", String(200), nullable=False),
    Column("length", Integer, nullable=False),  # lines of the journal, the header too
    Column("edition", Integer, nullable=False),  # number of changes to name, note, colours and archive mark
    Column("turn", BigInteger, nullable=False, index=True),  # order of play, independent of the clock
    Column("name", Text, nullable=False),
    Column("note", Text, nullable=False),
    Column("own_colour", String(40), nullable=False),
    Column("their_colour", String(40), nullable=False),
    Column("archived", Boolean, nullable=False),
    Column("deleted", BigInteger, nullable=True),  # time of deletion; null for a game that is not deleted
    Column("created", BigInteger, nullable=False),
    Column("played", BigInteger, nullable=False),
    Column("owner_key", String(40), nullable=False, unique=True),
    Column("watch_key", String(40), nullable=False, unique=True),
    Column("reckoned", Integer, nullable=False),  # length at which its result was last computed
    Column("guests_name", Boolean, nullable=False, server_default=false()),  # whether guests can rename it
    Column("gist", Text, nullable=True),  # summary for the list, not yet translated
    Column("gist_at", Integer, nullable=False, server_default="0"),  # length at which the summary was made
    Column("first", String(8), nullable=True, index=True),  # checksum of the first line; null: unknown
)

lines = Table(
    "lines",
    metadata,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),
    sqlite_with_rowid=False,
)

records = Table(
    "records",
    metadata,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("opponent", String(200), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("scores", JSON, nullable=False),
    Column("winner", String(200), nullable=True),
    Column("level", String(200), nullable=True),
    Column("answers", Integer, nullable=False),
    Column("sample", Boolean, nullable=False),
    Column("ended", BigInteger, nullable=False),
)

imports = Table(
    "imports",
    metadata,
    Column("file", Text, primary_key=True),
    Column("game", String(200), nullable=False),
)

settings = Table(
    "settings",
    metadata,
    Column("name", String(100), primary_key=True),
    Column("value", Text, nullable=False),
)
