"""Games and packs that the browser stores: a copy in memory, and an outbox of changes."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from rival.engine import Endings, Listed, NotKept, Overtaken, no_deleted_game, no_game, packs
from rival.engine.endings import record_of
from rival.engine.shelves import as_row
from rival.engine.states import About, gist, known_opponent
from rival.engine.times import bound_time, local_time, read_clock
from rival.kernel import Json, Name, Opponent, Session, _
from rival.kernel.journal import summed


class Lacking(BaseException):
    """A signal that a call needs the journal lines of these games; the worker loads them and repeats the call.

    It derives from BaseException so that no handler of ordinary errors catches it.
    """

    def __init__(self, ids: Sequence[str]) -> None:
        super().__init__(ids)
        self.ids = list(ids)


@dataclass(frozen=True, slots=True)
class Row:
    """A game as the browser stores it, without its lines; ``length`` counts lines, ``edition`` all other changes."""

    id: str
    length: int
    edition: int
    turn: int
    created: int
    played: int
    about: Mapping[str, Json]
    deleted: int | None = None
    gist: str | None = None
    record: Mapping[str, Json] | None = None
    first: str = ""
    """Checksum of the first line of the journal."""

    def said(self) -> About:
        """Return the details of the game."""
        return About(**self.about)

    def listed(self) -> Listed:
        """Return the game as a row of the list."""
        return Listed(self.id, bound_time(self.played), self.length, self.said(), self.gist)


NAMES = frozenset(one.name for one in fields(Row))


class BrowserShelf:
    """All stored games: their rows, and the journal lines that the worker has loaded.

    ``outbox`` contains the changes of a call; they count when the browser has stored them.
    """

    place = "this browser"

    def __init__(self, rows: Iterable[Mapping[str, Any]]) -> None:
        self.rows: dict[str, Row] = {}
        self.texts: dict[str, Sequence[str]] = {}
        self.outbox: list[dict[str, Json]] = []
        self.was: dict[str, Row | None] = {}
        """The rows that changes in the outbox replaced."""
        for row in rows:
            self.know(row)

    def know(self, row: Mapping[str, Any]) -> None:
        """Add or replace a row from the browser; fields of a later version are ignored."""
        self.rows[row["id"]] = Row(**{name: value for name, value in row.items() if name in NAMES})

    def put(self, row: Row, lines: Sequence[str] = (), note: bool = False) -> None:
        """Add a changed row to the outbox, with the version it replaces; a ``note`` may be lost."""
        old = self.rows.get(row.id)
        before = None if old is None else {"length": old.length, "edition": old.edition}
        self.was.setdefault(row.id, old)
        self.rows[row.id] = row
        self.outbox.append({"row": asdict(row), "before": before, "lines": list(lines), "note": note})

    def sent(self) -> list[dict[str, Json]]:
        """Return the content of the outbox to be stored, and empty it."""
        found = self.outbox.copy()
        self.outbox.clear()
        self.was.clear()
        self.texts.clear()
        return found

    def take_back(self) -> None:
        """Undo the changes of games in the outbox; changes of packs stay."""
        for id, row in self.was.items():
            if row is None:
                del self.rows[id]
            else:
                self.rows[id] = row
        self.outbox[:] = [one for one in self.outbox if "pack" in one]
        self.was.clear()

    def next_turn(self) -> int:
        """Return the next number in the order of play."""
        return max((row.turn for row in self.rows.values()), default=0) + 1

    # --- methods for the engine ------------------------------------------------------------------------

    def games(self, deleted: bool = False) -> Sequence[Listed]:
        """Return the rows of all games, or of all deleted ones, the last played first."""
        rows = [row for row in self.rows.values() if (row.deleted is not None) == deleted]
        self.needs(row.id for row in rows if row.gist is None or known_opponent(row.gist) is None)
        return [row.listed() for row in sorted(rows, key=lambda row: -row.turn)]

    def needs(self, ids: Iterable[str]) -> None:
        """Raise Lacking if the lines of any of these games are not loaded."""
        if lacking := [id for id in ids if id not in self.texts]:
            raise Lacking(lacking)

    def listed(self, id: str) -> Listed | None:
        """Return the row of a game; None if there is no such game."""
        row = self.rows.get(id)
        return None if row is None or row.deleted is not None else row.listed()

    def note(self, id: str, length: int, gist: str | None) -> None:
        """Store the summary of a game, unless the game has changed since."""
        row = self.rows[id]
        if row.length == length:
            self.put(replace(row, gist=gist), note=True)

    def find(self, id: str, deleted: bool = False) -> BrowserJournal | None:
        """Return a game, or a deleted game; None if there is no such game."""
        row = self.rows.get(id)
        return None if row is None or (row.deleted is not None) != deleted else BrowserJournal(self, id)

    def add(self, session: Session, about: About, beside: int | None = None) -> tuple[str, BrowserJournal]:
        """Store a new game and return its id."""
        if beside is not None and beside != len(self._alike(next(session.journal.lines()))):
            raise Overtaken
        stem = f"{session.opponent.id}-{local_time():%Y-%m-%d-%H%M}"
        id = f"{re.sub(r'[^a-z0-9.-]', '-', stem)}-{secrets.token_hex(4)}"
        lines = [line.rstrip("\n") for line in session.journal.lines()]
        now = read_clock()
        row = Row(id, 0, 0, 0, now, now, asdict(about), first=summed("", lines[0]))
        self.put(self.played(row, session, len(lines)), lines)
        self.texts[id] = lines
        kept = BrowserJournal(self, id)
        kept.lines = len(lines)
        return id, kept

    def played(self, row: Row, session: Session, length: int) -> Row:
        """Return the row of a game at its new length, with its summary and result."""
        now = read_clock()
        record = None if session.stopped else record_of(session, row.id, now)
        return replace(row, length=length, turn=self.next_turn(), played=now, gist=gist(session), record=record)

    def beginning(self, first: str) -> Sequence[str]:
        """Return the ids of the games whose journal begins with this line."""
        found = self._alike(first)
        self.needs(found)
        return found

    def _alike(self, first: str) -> list[str]:
        wanted = summed("", first.rstrip("\n"))
        return [row.id for row in self.rows.values() if row.deleted is None and row.first == wanted]

    def endings(self) -> Endings:
        """Return the results of all finished games."""
        rows = [row for row in self.rows.values() if row.deleted is None and row.record is not None]
        ended = [as_row(row.record, row.said().name) for row in sorted(rows, key=lambda row: row.turn) if row.record]
        return Endings(sorted(ended, key=lambda one: one["ended"]), {})

    def restore(self, id: str) -> None:
        """Restore a deleted game."""
        self.change(self._deleted(id), deleted=None)

    def purge(self, id: str) -> None:
        """Delete a game permanently that is marked as deleted."""
        row = self._deleted(id)
        self.was.setdefault(id, row)
        del self.rows[id]
        self.outbox.append({"purge": id, "before": {"length": row.length, "edition": row.edition}})

    def change(self, row: Row, **new: Any) -> None:
        """Change fields of a row and increase its edition."""
        self.put(replace(row, edition=row.edition + 1, **new))

    def _deleted(self, id: str) -> Row:
        row = self.rows.get(id)
        if row is None or row.deleted is None:
            raise no_deleted_game(id)
        return row


class BrowserJournal:
    """A stored game; it remembers how many lines of its journal were read here."""

    def __init__(self, shelf: BrowserShelf, id: str) -> None:
        self.shelf, self.id, self.lines = shelf, id, 0

    @property
    def row(self) -> Row:
        """The current row of the game."""
        found = self.shelf.rows.get(self.id)
        if found is None:
            raise no_game(self.id)
        return found

    def resume(self) -> str:
        """Return the stored journal; raise NotKept if lines of it are missing."""
        length = self.row.length
        self.shelf.needs([self.id])
        found = self.shelf.texts[self.id]
        if len(found) != length:
            raise NotKept(
                _(
                    "Part of the game “{name}” is missing in this browser: only {n} of the {length} "
                    "lines of its record are left. Nothing was changed. Import a copy of the game from a "
                    "file.",
                    name=Name(self.id),
                    length=length,
                    n=len(found),
                )
            )
        self.lines = length
        return "".join(f"{line}\n" for line in found)

    def keep(self, session: Session) -> None:
        """Append the new lines of the session; raise Overtaken if another tab was first."""
        new = [line.rstrip("\n") for line in session.journal.lines(self.lines)]
        if not new:
            return
        row = self.row
        if row.length != self.lines or row.deleted is not None:
            raise Overtaken
        self.lines += len(new)
        if self.id in self.shelf.texts:
            self.shelf.texts[self.id] = [*self.shelf.texts[self.id], *new]
        self.shelf.put(self.shelf.played(row, session, self.lines), new)

    def changed(self) -> bool:
        """Return whether another tab has continued or deleted the game."""
        row = self.shelf.rows.get(self.id)
        return row is None or row.deleted is not None or row.length != self.lines

    def span(self) -> tuple[int, int]:
        """Return when the game was begun and last played, in seconds."""
        return self.row.created, self.row.played

    def about(self) -> About:
        """Return the details of the game."""
        return self.row.said()

    def describe(self, new: About) -> None:
        """Replace the details of the game."""
        self.shelf.change(self.row, about=asdict(new))

    def remove(self) -> None:
        """Mark the game as deleted; it can be restored."""
        self.shelf.change(self.row, deleted=read_clock())


class BrowserPacks:
    """The owner's packs as file texts; changes go into the same outbox as those of games."""

    def __init__(self, texts: Mapping[str, str], put: Callable[[dict[str, Json]], None]) -> None:
        self.texts, self.put = dict(texts), put
        self.checked: dict[str, Json] = {}

    def own(self, against: Opponent) -> Json:
        """Return the owner's pack, validated; None if there is none."""
        if against.id not in self.texts:
            return None
        if against.id not in self.checked:
            self.checked[against.id] = packs.read(self.texts[against.id], against)
        return self.checked[against.id]

    def keep(self, against: Opponent, pack: Json) -> None:
        """Replace the owner's pack."""
        text = packs.written(pack)
        self.checked[against.id] = packs.read(text, against)
        self._kept(against.id, text)

    def forget(self, against: Opponent) -> None:
        """Delete the pack and its change history."""
        self.checked.pop(against.id, None)
        self._kept(against.id, None)
        self._kept(past_of(against), None)

    def past(self, against: Opponent) -> list[Json]:
        """Return the changes that can be undone, the latest last."""
        return packs.changes_read(self.texts.get(past_of(against), "[]"))

    def remember(self, against: Opponent, past: Sequence[Json]) -> None:
        """Replace the changes that can be undone."""
        self._kept(past_of(against), packs.changes_written(past))

    def _kept(self, name: str, text: str | None) -> None:
        """Store a text under a name; None deletes it."""
        before = self.texts.get(name)
        if before == text:
            return
        self.put({"pack": name, "before": before, "text": text})
        if text is None:
            del self.texts[name]
        else:
            self.texts[name] = text

    def know(self, texts: Mapping[str, str]) -> None:
        """Replace the packs with those that the browser stores now."""
        self.texts = dict(texts)
        self.checked.clear()


def past_of(against: Opponent) -> str:
    """Return the name under which the change history of a pack is stored."""
    return f"{against.id}/past"
