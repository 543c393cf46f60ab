"""Where games are kept: a database, with SQLite in the user's data folder unless another is named."""

from rival.engine import NotKept
from rival.storage.database import Database
from rival.storage.shelf import KeptGame, SqlShelf, open_shelf

__all__ = ["Database", "KeptGame", "NotKept", "SqlShelf", "open_shelf"]
