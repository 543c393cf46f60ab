"""Where games are kept, as the engine sees it, and a shelf that lasts as long as the program."""

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
    """The place of one journal. ``changed`` looks anew; ``keep`` raises Overtaken if somebody else was first.

    ``span`` is when the game was begun and when it was last played, in seconds.
    """

    def resume(self) -> str: ...
    def keep(self, session: Session) -> None: ...
    def changed(self) -> bool: ...
    def span(self) -> tuple[int, int]: ...
    def about(self) -> About: ...
    def describe(self, new: About) -> None: ...
    def remove(self) -> None: ...


class Listed(NamedTuple):
    """A kept game in the list; ``gist`` is what ``states.gist`` said of it at this length, None if nobody knows."""

    id: str
    played: int
    length: int
    about: About
    gist: str | None


class Endings(NamedTuple):
    """How each finished game ended: a record with its name, options and scores as JSON, the first one first; and of
    those that can't be read the name and what is wrong."""

    records: Sequence[Mapping[str, Any]]
    problems: Mapping[str, tuple[str, Exception]]


class Shelf(Protocol):
    """All the kept games by id; ``games`` gives the last played first. ``note`` keeps the gist of one.

    What was removed can be restored until it is purged. ``place`` says where they are, as a person may read it.
    """

    @property
    def place(self) -> str: ...
    def games(self, deleted: bool = False) -> Sequence[Listed]: ...
    def listed(self, id: str) -> Listed | None: ...
    def note(self, id: str, length: int, gist: str | None) -> None: ...
    def find(self, id: str, deleted: bool = False) -> KeptJournal | None: ...
    def add(self, session: Session, about: About, beside: int | None = None) -> tuple[str, KeptJournal]:
        """Keep a new game. Raise Overtaken if not ``beside`` games, but more or fewer, begin with its first line."""

    def endings(self) -> Endings: ...
    def beginning(self, first: str) -> Sequence[str]:
        """The games whose journal begins with this line, which ends with its checksum and a line feed."""

    def restore(self, id: str) -> None: ...
    def purge(self, id: str) -> None: ...


class JournalInMemory:
    """A journal in memory."""

    def __init__(self, shelf: ShelfInMemory, id: str, about: About) -> None:
        self.shelf, self.id, self.said = shelf, id, about
        self.lines: list[str] = []
        self.gist: str | None = None
        self.record: dict[str, Any] | None = None
        self.begun = self.played = read_clock()

    def resume(self) -> str:
        return "".join(self.lines)

    def keep(self, session: Session) -> None:
        self.lines += session.journal.lines(len(self.lines))
        self.gist = gist(session)
        self.played = read_clock()
        self.record = None if session.stopped else record_of(session, self.id, self.played)
        self.shelf.pages[self.id] = self.shelf.pages.pop(self.id)  # the last played stands last

    def changed(self) -> bool:
        return self.id in self.shelf.deleted

    def span(self) -> tuple[int, int]:
        return self.begun, self.played

    def about(self) -> About:
        return self.said

    def describe(self, new: About) -> None:
        self.said = new

    def remove(self) -> None:
        self.shelf.deleted.add(self.id)


class ShelfInMemory:
    """A shelf that lasts as long as the program."""

    place = "memory"

    def __init__(self) -> None:
        self.pages: dict[str, JournalInMemory] = {}
        self.deleted: set[str] = set()
        self.count = 0

    def games(self, deleted: bool = False) -> Sequence[Listed]:
        wanted = [page for page in reversed(self.pages.values()) if (page.id in self.deleted) == deleted]
        return [Listed(page.id, 0, len(page.lines), page.said, page.gist) for page in wanted]

    def listed(self, id: str) -> Listed | None:
        return next((one for one in self.games() if one.id == id), None)

    def note(self, id: str, length: int, gist: str | None) -> None:
        page = self.pages[id]
        if len(page.lines) == length:
            page.gist = gist

    def find(self, id: str, deleted: bool = False) -> KeptJournal | None:
        return self.pages.get(id) if (id in self.deleted) == deleted else None

    def add(self, session: Session, about: About, beside: int | None = None) -> tuple[str, KeptJournal]:
        if beside is not None and beside != len(self.beginning(next(session.journal.lines()))):
            raise Overtaken
        self.count += 1
        id = f"{session.opponent.id}-{self.count}"
        page = self.pages[id] = JournalInMemory(self, id, about)
        page.keep(session)
        return id, page

    def beginning(self, first: str) -> Sequence[str]:
        return [one.id for one in self.pages.values() if one.id not in self.deleted and one.lines[0] == first]

    def endings(self) -> Endings:
        ended = [one for one in self.pages.values() if one.id not in self.deleted and one.record is not None]
        rows = [as_row(one.record, one.said.name) for one in ended if one.record is not None]
        return Endings(sorted(rows, key=lambda row: row["ended"]), {})

    def restore(self, id: str) -> None:
        self._deleted(id)
        self.deleted.remove(id)

    def purge(self, id: str) -> None:
        self._deleted(id)
        self.deleted.remove(id)
        del self.pages[id]

    def _deleted(self, id: str) -> None:
        if id not in self.deleted:
            raise no_deleted_game(id)


def as_row(record: Mapping[str, Any], name: str) -> dict[str, Any]:
    """A record as ``Endings`` has it."""
    return {**record, "name": name, **{part: json.dumps(record[part]) for part in ("options", "scores")}}
