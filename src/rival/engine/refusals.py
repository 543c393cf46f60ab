"""What the engine refuses besides wrong answers, with a sentence."""

from __future__ import annotations

from rival.engine.states import State
from rival.kernel import BadOption, Name, RivalError, _


class NotThere(BadOption):
    """A game, an opponent or a position that does not exist."""


class Stale(RivalError):
    """The change was meant for an earlier state; ``state`` is the present one."""

    def __init__(self, state: State) -> None:
        super().__init__(_("The game has moved on meanwhile; here is how it stands."))
        self.state = state


class Busy(RivalError):
    """Somebody else has the game for too long; nothing was done."""

    def __init__(self) -> None:
        super().__init__(_("This game is busy with something that takes long. Nothing was changed: repeat it later."))


class NotKept(RivalError):
    """Where the games are kept can't be used just now; what was said last is not kept."""


class Overtaken(RivalError):
    """Somebody else went on with the game first; nothing was kept."""

    def __init__(self) -> None:
        super().__init__(_("The game has moved on meanwhile; here is how it stands."))


def no_deleted_game(id: str) -> NotThere:
    return NotThere(_("There is no deleted game “{name}”.", name=Name(id)))


def no_game(id: str) -> NotThere:
    return NotThere(_("There is no kept game “{name}”.", name=Name(id)))
