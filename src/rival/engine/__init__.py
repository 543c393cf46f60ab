"""Provide all games of one person to a page, a terminal or another program, using the standard library only.

>>> from rival.engine import Engine
>>> Engine().begin_game("rolling-heights", seed=7).question.kind
'checklist'
"""

from rival.engine.capabilities import Access
from rival.engine.engine import LOCK_TIMEOUT, Engine, load_combined_catalogue
from rival.engine.errors import (
    BusyError,
    ConflictError,
    NotFoundError,
    StaleStateError,
    StorageError,
    make_deleted_game_error,
    make_missing_game_error,
)
from rival.engine.repository import (
    GameRepository,
    GameResults,
    GameRow,
    InMemoryRepository,
    InMemoryStoredGame,
    StoredGame,
)

__all__ = [
    "LOCK_TIMEOUT",
    "Access",
    "BusyError",
    "ConflictError",
    "Engine",
    "GameRepository",
    "GameResults",
    "GameRow",
    "InMemoryRepository",
    "InMemoryStoredGame",
    "NotFoundError",
    "StaleStateError",
    "StorageError",
    "StoredGame",
    "load_combined_catalogue",
    "make_deleted_game_error",
    "make_missing_game_error",
]
