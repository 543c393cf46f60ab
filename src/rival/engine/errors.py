"""Errors of the engine besides wrong answers, each with a message for the user."""

from __future__ import annotations

from rival.engine.responses import State
from rival.kernel import BadOptionError, Name, RivalError, _


class NotFoundError(BadOptionError):
    """A game, an opponent or a position that does not exist."""


class StaleStateError(RivalError):
    """A change that was made for an earlier state; ``state`` is the current one."""

    def __init__(self, state: State) -> None:
        super().__init__(_("This game was continued on another device or in another tab. Here is its current state."))
        self.state = state


class BusyError(RivalError):
    """A call that waited too long because another call uses the same game; nothing was changed."""

    def __init__(self) -> None:
        super().__init__(_("This game is still busy with another request. Nothing was changed. Try again later."))


class StorageError(RivalError):
    """A storage failure: the last change was not saved."""


class ConflictError(RivalError):
    """A write that lost against another process, which continued the game first; nothing was saved."""

    def __init__(self) -> None:
        super().__init__(_("This game was continued on another device or in another tab. Here is its current state."))


def make_deleted_game_error(id: str) -> NotFoundError:
    """Return the error for an id that no deleted game has."""
    return NotFoundError(_("There is no deleted game “{name}”.", name=Name(id)))


def make_missing_game_error(id: str) -> NotFoundError:
    """Return the error for an id that no stored game has."""
    return NotFoundError(_("There is no saved game “{name}”.", name=Name(id)))
