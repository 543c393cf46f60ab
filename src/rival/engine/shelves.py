"""Storage of games as the engine uses it, and an implementation in memory."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from rival.engine.endings import record_of
from rival.engine.refusals import Overtaken, no_deleted_game
from rival.engine.states import About, gist
from rival.engine.times import read_clock
from rival.kernel import Session


class KeptJournal(Protocol):
    """A stored game and its journal."""

    def resume(self) -> str:
        """Return the stored journal as text."""

    def keep(self, session: Session) -> None:
        """Append the new lines of the session; raise Overtaken if another process was first."""

    def changed(self) -> bool:
        """Return whether another process has changed the game since it was read here."""

    def span(self) -> tuple[int, int]:
        """Return when the game was begun and last played, in seconds."""

    def about(self) -> About:
        """Return the details of the game: name, note, colours, archive mark."""

    def describe(self, new: About) -> None:
        """Replace the details of the game."""

    def remove(self) -> None:
        """Mark the game as deleted."""


class Listed(NamedTuple):
    """The row of a game in the list; ``gist`` is its summary at this length, see ``states.gist``, or None."""

    id: str
    played: int
    length: int
    about: About
    gist: str | None


class Endings(NamedTuple):
    """Results of the finished games, the first one first, and problems of those that can't be read.

    ``records`` have options and scores as JSON; ``problems`` contains the name and the error, by the id of the game.
    """

    records: Sequence[Mapping[str, Any]]
    problems: Mapping[str, tuple[str, Exception]]


class Shelf(Protocol):
    """All stored games by id. Deleted games can be restored until they are purged."""

    @property
    def place(self) -> str:
        """Where the games are stored, in readable form."""

    def games(self, deleted: bool = False) -> Sequence[Listed]:
        """Return the rows of all games, or of all deleted ones, the last played first."""

    def listed(self, id: str) -> Listed | None:
        """Return the row of a game; None if there is no such game."""

    def note(self, id: str, length: int, gist: str | None) -> None:
        """Store the summary of a game, unless the game has changed since."""

    def find(self, id: str, deleted: bool = False) -> KeptJournal | None:
        """Return a game, or a deleted game; None if there is no such game."""

    def add(self, session: Session, about: About, beside: int | None = None) -> tuple[str, KeptJournal]:
        """Store a new game and return its id.

        Raise Overtaken if ``beside`` is set and differs from the number of games that begin with the same first line.
        """

    def endings(self) -> Endings:
        """Return the results of all finished games."""

    def beginning(self, first: str) -> Sequence[str]:
        """Return the ids of the games whose journal begins with this line, including checksum and line feed."""

    def restore(self, id: str) -> None:
        """Restore a deleted game."""

    def purge(self, id: str) -> None:
        """Delete a game permanently that is marked as deleted."""


class JournalInMemory:
    """A stored game in memory."""

    def __init__(self, shelf: ShelfInMemory, id: str, about: About) -> None:
        self.shelf, self.id, self.said = shelf, id, about
        self.lines: list[str] = []
        self.gist: str | None = None
        self.record: dict[str, Any] | None = None
        self.begun = self.played = read_clock()

    def resume(self) -> str:
        """Return the stored journal as text."""
        return "".join(self.lines)

    def keep(self, session: Session) -> None:
        """Append the new lines of the session."""
        self.lines += session.journal.lines(len(self.lines))
        self.gist = gist(session)
        self.played = read_clock()
        self.record = None if session.stopped else record_of(session, self.id, self.played)
        self.shelf.pages[self.id] = self.shelf.pages.pop(self.id)  # keep the last played at the end

    def changed(self) -> bool:
        """Return whether the game was deleted."""
        return self.id in self.shelf.deleted

    def span(self) -> tuple[int, int]:
        """Return when the game was begun and last played, in seconds."""
        return self.begun, self.played

    def about(self) -> About:
        """Return the details of the game."""
        return self.said

    def describe(self, new: About) -> None:
        """Replace the details of the game."""
        self.said = new

    def remove(self) -> None:
        """Mark the game as deleted."""
        self.shelf.deleted.add(self.id)


class ShelfInMemory:
    """Games that last as long as the program."""

    place = "memory"

    def __init__(self) -> None:
        self.pages: dict[str, JournalInMemory] = {}
        self.deleted: set[str] = set()
        self.count = 0

    def games(self, deleted: bool = False) -> Sequence[Listed]:
        """Return the rows of all games, or of all deleted ones, the last played first."""
        wanted = [page for page in reversed(self.pages.values()) if (page.id in self.deleted) == deleted]
        return [Listed(page.id, 0, len(page.lines), page.said, page.gist) for page in wanted]

    def listed(self, id: str) -> Listed | None:
        """Return the row of a game; None if there is no such game."""
        return next((one for one in self.games() if one.id == id), None)

    def note(self, id: str, length: int, gist: str | None) -> None:
        """Store the summary of a game, unless the game has changed since."""
        page = self.pages[id]
        if len(page.lines) == length:
            page.gist = gist

    def find(self, id: str, deleted: bool = False) -> KeptJournal | None:
        """Return a game, or a deleted game; None if there is no such game."""
        return self.pages.get(id) if (id in self.deleted) == deleted else None

    def add(self, session: Session, about: About, beside: int | None = None) -> tuple[str, KeptJournal]:
        """Store a new game and return its id."""
        if beside is not None and beside != len(self.beginning(next(session.journal.lines()))):
            raise Overtaken
        self.count += 1
        id = f"{session.opponent.id}-{self.count}"
        page = self.pages[id] = JournalInMemory(self, id, about)
        page.keep(session)
        return id, page

    def beginning(self, first: str) -> Sequence[str]:
        """Return the ids of the games whose journal begins with this line."""
        return [one.id for one in self.pages.values() if one.id not in self.deleted and one.lines[0] == first]

    def endings(self) -> Endings:
        """Return the results of all finished games."""
        ended = [one for one in self.pages.values() if one.id not in self.deleted and one.record is not None]
        rows = [as_row(one.record, one.said.name) for one in ended if one.record is not None]
        return Endings(sorted(rows, key=lambda row: row["ended"]), {})

    def restore(self, id: str) -> None:
        """Restore a deleted game."""
        self._deleted(id)
        self.deleted.remove(id)

    def purge(self, id: str) -> None:
        """Delete a game permanently that is marked as deleted."""
        self._deleted(id)
        self.deleted.remove(id)
        del self.pages[id]

    def _deleted(self, id: str) -> None:
        if id not in self.deleted:
            raise no_deleted_game(id)


def as_row(record: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return a result with its name, and with options and scores as JSON."""
    return {**record, "name": name, **{part: json.dumps(record[part]) for part in ("options", "scores")}}
