"""The engine's errors, other than wrong answers. Each error has a message for the user."""

from __future__ import annotations

from rival.engine.responses import State
from rival.kernel import BadOptionError, Name, RivalError, _


class NotFoundError(BadOptionError):
    """Raised for a game, an opponent or a position that does not exist."""


class StaleStateError(RivalError):
    """Raised for a change based on an outdated state; ``state`` is the current state."""

    def __init__(self, state: State) -> None:
        super().__init__(_("This game was continued on another device or in another tab. Here is its current state."))
        self.state = state


class BusyError(RivalError):
    """Raised if a call waits too long for another call of the same game. Nothing was changed."""

    def __init__(self) -> None:
        super().__init__(_("This game is still busy with another request. Nothing was changed. Try again later."))


class StorageError(RivalError):
    """Raised if the storage fails. The last change was not saved."""


class ConflictError(RivalError):
    """Raised if another process has continued the game first. Nothing was saved."""

    def __init__(self) -> None:
        super().__init__(_("This game was continued on another device or in another tab. Here is its current state."))


def make_deleted_game_error(id: str) -> NotFoundError:
    """Return the error for an id that does not belong to a deleted game."""
    return NotFoundError(_("There is no deleted game “{name}”.", name=Name(id)))


def make_missing_game_error(id: str) -> NotFoundError:
    """Return the error for an id that does not belong to a stored game."""
    return NotFoundError(_("There is no saved game “{name}”.", name=Name(id)))
