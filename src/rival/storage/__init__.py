"""Store games in a database: SQLite in the user's data folder, unless another address is configured."""

from rival.engine import StorageError
from rival.storage.database import Database
from rival.storage.repository import SqlGameRepository, SqlStoredGame, open_repository

__all__ = ["Database", "SqlGameRepository", "SqlStoredGame", "StorageError", "open_repository"]
