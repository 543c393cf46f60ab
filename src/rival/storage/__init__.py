"""Storage of games in a database: SQLite in the user's data folder, unless another address is configured."""

from rival.engine import NotKept
from rival.storage.database import Database
from rival.storage.shelf import KeptGame, SqlShelf, open_shelf

__all__ = ["Database", "KeptGame", "NotKept", "SqlShelf", "open_shelf"]
