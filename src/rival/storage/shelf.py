"""Games stored in a database."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Row, bindparam, case, delete, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from rival.engine import Access, Endings, Listed, NotKept, Overtaken, no_deleted_game, no_game
from rival.engine.endings import record_of
from rival.engine.states import About, gist, named
from rival.engine.times import bound_time, local_time, read_clock
from rival.home import home, read
from rival.kernel import BadJournal, Name, Session, _
from rival.kernel import journal as journals
from rival.kernel.texts import LANGUAGES, catalogue_for
from rival.storage.database import Database, Run
from rival.storage.reckoning import endings
from rival.storage.schema import games, imports, lines, records
from rival.storage.schema import settings as kept_settings

CHANNEL = "rival"
"""The PostgreSQL notification channel that tells other processes which game has changed."""

LONGEST_STEM = 150
COUNTED = 300_000
"""Number of journal lines that the list counts, beginning with the games last played.

For the other games it checks only whether the last line exists; a server counts those once, in the background.
"""

NOBODYS = "-" * 22
"""Compared instead of the key of a game that does not exist, so that both checks take the same time."""

NEXT_TURN = select(func.coalesce(func.max(games.c.turn), 0) + 1).scalar_subquery()

# Statements that every answer needs, built once.
FIND = select(games).where(games.c.id == bindparam("wanted"))
LENGTHEN = (
    update(games)
    .where(games.c.id == bindparam("wanted"), games.c.length == bindparam("before"), games.c.deleted.is_(None))
    .values(
        length=bindparam("after"),
        played=bindparam("now"),
        turn=NEXT_TURN,
        gist=bindparam("said"),
        gist_at=bindparam("after"),
        reckoned=bindparam("after"),
    )
    .returning(games.c.edition)
)
SAY = (
    update(games)
    .where(games.c.id == bindparam("wanted"), games.c.length == bindparam("after"))
    .values(gist=bindparam("said"), gist_at=bindparam("after"))
)
FORGET = delete(records).where(records.c.game == bindparam("wanted"))
RECORD = insert(records)
APPEND = insert(lines)
WHOLE = (  # one statement, so that length and lines are read at the same time
    select(games.c.length, lines.c.position, lines.c.text)
    .select_from(games.outerjoin(lines, lines.c.game == games.c.id))
    .where(games.c.id == bindparam("wanted"))
    .order_by(lines.c.position)
)
BEGINNING = (
    select(games.c.id)
    .where(games.c.deleted.is_(None), games.c.first == bindparam("wanted"))
    .order_by(games.c.turn.desc())
)
ALIKE = select(func.count()).where(games.c.deleted.is_(None), games.c.first == bindparam("wanted"))
FIRST_LINES = (
    select(games.c.id, lines.c.text)
    .join(lines, (lines.c.game == games.c.id) & (lines.c.position == 0))
    .where(games.c.first.is_(None))
)
NOTE_FIRST = update(games).where(games.c.id == bindparam("wanted")).values(first=bindparam("sum"))
TELL = text("SELECT pg_notify(:channel, :game)")
ALONE = text("SELECT pg_advisory_xact_lock(:lock)")


class KeptGame:
    """A stored game; it remembers how many lines of its journal were read here."""

    def __init__(self, shelf: SqlShelf, id: str, row: Row[Any] | None = None) -> None:
        self.shelf, self.id = shelf, id
        self.lines = 0
        self.row = row
        self.recorded = True  # it may have a result row

    def resume(self) -> str:
        """Return the stored journal; raise NotKept if lines of it are missing."""
        with self.shelf.database.reading() as connection:
            self.row = self.shelf.row(connection, self.id)
            found = connection.execute(WHOLE, {"wanted": self.id}).all()
        if self.row is None or not found:
            raise no_game(self.id)
        length = found[0].length
        if length != len(found) or found[-1].position != length - 1:
            raise NotKept(
                _(
                    "Part of the game “{name}” is missing in {place}: only {n} of the {length} lines of "
                    "its record are left. Nothing was changed. Restore a backup of the database.",
                    name=Name(self.id),
                    place=Name(self.shelf.database.place),
                    length=length,
                    n=sum(one.text is not None for one in found),
                )
            )
        self.lines = length
        return "".join(f"{one.text}\n" for one in found)

    def keep(self, session: Session) -> None:
        """Append the new lines and the summary in one transaction; raise Overtaken if another process was first."""
        new = [line.rstrip("\n") for line in session.journal.lines(self.lines)]
        if not new:
            return
        longer: dict[str, Any] = {
            "wanted": self.id,
            "before": self.lines,
            "after": self.lines + len(new),
            "now": read_clock(),
            "said": gist(session),
        }
        record = record_of(session, self.id, longer["now"])
        try:
            edition = self.shelf.database.write(lambda run: self._append(run, new, longer, record))
        except IntegrityError:
            raise Overtaken from None
        self.lines, self.recorded = longer["after"], record is not None
        if self.row is None or edition != self.row.edition:
            self.changed()
        self.shelf.ring(self.id)

    def _append(self, run: Run, new: Sequence[str], longer: dict[str, Any], record: dict[str, Any] | None) -> int:
        """Write the lines, the summary and the result; return the edition of the game's details."""
        found = run(LENGTHEN, longer)
        if found is None:
            raise Overtaken
        for row in rows(self.id, self.lines, new):
            run(APPEND, row)
        if self.recorded or record is not None:
            run(FORGET, {"wanted": self.id})
        if record is not None:
            run(RECORD, record)
        if not self.shelf.database.is_sqlite:
            run(TELL, {"channel": CHANNEL, "game": self.id})
        return int(found[0])

    def changed(self) -> bool:
        """Return whether another process has continued or deleted the game; also refresh its details."""
        with self.shelf.database.reading() as connection:
            self.row = self.shelf.row(connection, self.id)
        return self.row is None or self.row.deleted is not None or self.row.length != self.lines

    def span(self) -> tuple[int, int]:
        """Return when the game was begun and last played, in seconds."""
        return (0, 0) if self.row is None else (self.row.created, self.row.played)

    def about(self) -> About:
        """Return the details of the game."""
        return About() if self.row is None else about(self.row)

    def describe(self, new: About) -> None:
        """Replace the details of the game."""
        self._set(**asdict(new), edition=games.c.edition + 1)

    def remove(self) -> None:
        """Mark the game as deleted; it can be restored."""
        self._set(deleted=read_clock(), edition=games.c.edition + 1)

    def _set(self, **values: Any) -> None:
        with self.shelf.changing(self.id) as connection:
            connection.execute(update(games).where(games.c.id == self.id).values(**values))
            self.row = self.shelf.row(connection, self.id)


class SqlShelf:
    """All games of a database. ``ring`` is called with the id of every game that is changed through this object."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.ring: Callable[[str], None] = lambda id: None
        self.short: frozenset[str] = frozenset()
        """Games that ``look_over`` found to be incomplete or broken."""

    # --- methods for the engine ------------------------------------------------------------------------

    @property
    def place(self) -> str:
        """The location of the database, in readable form."""
        return self.database.place

    def games(self, deleted: bool = False) -> Sequence[Listed]:
        """Return the rows of all games, or of all deleted ones, the last played first."""
        aside = games.c.deleted.is_not(None) if deleted else games.c.deleted.is_(None)
        with self.database.reading() as connection:
            found = connection.execute(LIST.where(aside).order_by(games.c.turn.desc(), games.c.id)).all()
        return [listed(row, self.short) for row in found]

    def look_over(self) -> None:
        """Read every journal and remember the incomplete or broken ones for the list; slow with many games."""
        with self.database.reading() as connection:
            short = set(connection.execute(SHORT).scalars())
            known = connection.execute(select(games.c.id)).scalars().all()
        for id in known:
            with self.database.reading() as connection:
                texts = connection.execute(TEXTS, {"wanted": id}).scalars().all()
            if id not in short and not is_chained(texts):
                short.add(id)
        self.short = frozenset(short)

    def listed(self, id: str) -> Listed | None:
        """Return the row of a game; None if there is no such game."""
        if not storable(id):
            return None
        with self.database.reading() as connection:
            row = connection.execute(LIST.where(games.c.id == id, games.c.deleted.is_(None))).one_or_none()
        return None if row is None else listed(row, self.short)

    def note(self, id: str, length: int, gist: str | None) -> None:
        """Store the summary of a game, unless the game has changed since."""
        with self.database.writing() as connection:
            connection.execute(SAY, {"wanted": id, "after": length, "said": gist})

    def find(self, id: str, deleted: bool = False) -> KeptGame | None:
        """Return a game, or a deleted game; None if there is no such game."""
        if not storable(id):
            return None
        with self.database.reading() as connection:
            row = self.row(connection, id)
        return None if row is None or (row.deleted is not None) != deleted else KeptGame(self, id, row)

    def add(self, session: Session, about: About, beside: int | None = None) -> tuple[str, KeptGame]:
        """Store a new game with all its lines in one transaction; see ``Shelf.add``."""
        texts = [line.rstrip("\n") for line in session.journal.lines()]
        return self._add(texts, session.journal.header["game"], about, session=session, beside=beside)

    def endings(self) -> Endings:
        """Return the results of all finished games."""
        return endings(self)

    def beginning(self, first: str) -> Sequence[str]:
        """Return the ids of the games whose journal begins with this line."""
        with self.database.reading() as connection:
            lacking = connection.execute(FIRST_LINES).all()
            found = list(connection.execute(BEGINNING, {"wanted": sum_of_first(first)}).scalars())
        if not lacking:
            return found
        with self.database.writing() as connection:  # games of an earlier version, once
            connection.execute(NOTE_FIRST, [{"wanted": one.id, "sum": sum_of_first(one.text)} for one in lacking])
        return self.beginning(first)

    def restore(self, id: str) -> None:
        """Restore a deleted game."""
        self._of_deleted(id)._set(deleted=None, edition=games.c.edition + 1)

    def purge(self, id: str) -> None:
        """Delete a game permanently that is marked as deleted."""
        self._of_deleted(id)
        with self.changing(id) as connection:
            connection.execute(delete(games).where(games.c.id == id, games.c.deleted.is_not(None)))

    def _of_deleted(self, id: str) -> KeptGame:
        found = self.find(id, deleted=True)
        if found is None:
            raise no_deleted_game(id)
        return found

    # --- access, and data for the server ---------------------------------------------------------------

    def allowed(self, id: str, key: str) -> Access | None:
        """Return the right that the key of a link grants for a game; None if it grants no right."""
        if not storable(id):
            return None
        with self.database.reading() as connection:
            row = self.row(connection, id)
        given = key.encode(errors="replace")
        plays = secrets.compare_digest((row.owner_key if row else NOBODYS).encode(), given)
        watches = secrets.compare_digest((row.watch_key if row else NOBODYS).encode(), given)
        if row is None or row.deleted is not None or not (plays or watches):
            return None
        return "watch" if not plays else "name" if row.guests_name else "play"

    def renew_links(self, id: str | None = None) -> None:
        """Replace the link keys of a game, or of all games, so that old links stop working."""
        with self.database.reading() as connection:
            known = [id] if id is not None else connection.execute(select(games.c.id)).scalars().all()
        for one in known:
            with self.changing(one) as connection:
                fresh = {"owner_key": secrets.token_urlsafe(16), "watch_key": secrets.token_urlsafe(16)}
                connection.execute(update(games).where(games.c.id == one).values(**fresh))

    def let_guests_name(self, id: str, allowed: bool) -> None:
        """Set whether guests with a play link can rename the game."""
        with self.changing(id) as connection:
            connection.execute(update(games).where(games.c.id == id).values(guests_name=allowed))

    def keys(self, id: str) -> tuple[str, str, bool]:
        """Return the keys of the play link and the watch link of a game, and whether guests can rename it."""
        with self.database.reading() as connection:
            row = self.row(connection, id) if storable(id) else None
        if row is None or row.deleted is not None:
            raise no_game(id)
        return row.owner_key, row.watch_key, row.guests_name

    def stamp(self, id: str) -> tuple[int, int] | None:
        """Return the length of a game's log and the edition of its details; None if there is no such game."""
        if not storable(id):
            return None
        wanted = select(games.c.length, games.c.edition).where(games.c.id == id, games.c.deleted.is_(None))
        with self.database.reading() as connection:
            found = connection.execute(wanted).one_or_none()
        return None if found is None else (found.length - 1, found.edition)

    def setting(self, name: str, make: Callable[[], str], renew: bool = False) -> str:
        """Return a setting shared by all processes; the first call creates it with ``make``."""
        with self.database.writing() as connection:
            if renew:
                connection.execute(delete(kept_settings).where(kept_settings.c.name == name))
            known = connection.execute(select(kept_settings.c.value).where(kept_settings.c.name == name)).scalar()
            if known is not None:
                return str(known)
            value = make()
            connection.execute(insert(kept_settings).values(name=name, value=value))
            return value

    # --- journal files of earlier versions -------------------------------------------------------------

    def bring_in(self, folder: Path) -> int:
        """Import the journal files of a folder that are not imported yet; return how many. The files stay unchanged."""
        files = sorted(folder.glob("*.jsonl"))
        if not files:
            return 0
        with self.database.reading() as connection:
            known = set(connection.execute(select(imports.c.file)).scalars())
        new = [path for path in files if path.name not in known]
        return sum(self._bring_in(path) for path in sorted(new, key=lambda path: path.stat().st_mtime))

    def _bring_in(self, path: Path) -> bool:
        with suppress(BadJournal, IntegrityError):  # skip invalid files, and those that another process has imported
            whole = read(path)
            whole = whole[: whole.rfind("\n") + 1]  # an incomplete last line was never acknowledged
            journal = journals.loads(whole)
            self._add(
                [line.rstrip("\n") for line in journal.lines()],
                journal.header["game"],
                with_warning(journal),
                stem=path.stem,
                played=bound_time(path.stat().st_mtime),
                file=path.name,
            )
            return True
        return False

    # --- rows ------------------------------------------------------------------------------------------

    def row(self, connection: Connection, id: str) -> Row[Any] | None:
        """Return the database row of a game, also of a deleted one; None if there is no such game."""
        return connection.execute(FIND, {"wanted": id}).one_or_none()

    @contextmanager
    def changing(self, id: str) -> Iterator[Connection]:
        """Open a transaction that changes one game; listeners are notified after the commit."""
        with self.database.writing() as connection:
            yield connection
            self._tell(connection, id)
        self.ring(id)

    def _tell(self, connection: Connection, id: str) -> None:
        if not self.database.is_sqlite:
            connection.execute(TELL, {"channel": CHANNEL, "game": id})

    def _add(
        self,
        texts: Sequence[str],
        game: str,
        about: About,
        stem: str = "",
        played: int | None = None,
        file: str | None = None,
        session: Session | None = None,
        beside: int | None = None,
    ) -> tuple[str, KeptGame]:
        stem = re.sub(r"[^\w.-]", "-", stem or f"{game}-{local_time():%Y-%m-%d-%H%M}", flags=re.ASCII)[:LONGEST_STEM]
        now = read_clock() if played is None else played
        with self.database.writing() as connection:
            if file is not None and known_file(connection, file):
                raise BadJournal(_("{file} was already imported.", file=Name(file)))
            first = sum_of_first(texts[0])
            if beside is not None and beside != self._count_alike(connection, first):
                raise Overtaken
            row = self._insert(connection, stem, lambda id: new_row(id, game, len(texts), first, about, now, session))
            id = row.id
            connection.execute(APPEND, rows(id, 0, texts))
            record = session and not session.stopped and record_of(session, id, now)
            if record:
                connection.execute(RECORD, record)
            if file is not None:
                connection.execute(insert(imports).values(file=file, game=id))
            self._tell(connection, id)
        self.ring(id)
        kept = KeptGame(self, id, row)
        kept.lines = len(texts)
        return id, kept

    def _count_alike(self, connection: Connection, first: str) -> int:
        """Count the games with the same first line; no other process can add one until this transaction ends."""
        if not self.database.is_sqlite:  # SQLite has one writer anyway
            connection.execute(ALONE, {"lock": int(first, 16)})
        return int(connection.execute(ALIKE, {"wanted": first}).scalar_one())

    def _insert(self, connection: Connection, stem: str, values: Callable[[str], dict[str, Any]]) -> Row[Any]:
        """Insert a game and return its row; the id is the stem, with a random suffix if the stem is already used."""
        id = stem
        while True:
            if self.row(connection, id) is None:
                with suppress(IntegrityError), connection.begin_nested():
                    return connection.execute(insert(games).values(**values(id)).returning(games)).one()
            id = f"{stem}-{secrets.token_hex(4)}"


def with_warning(journal: journals.Journal) -> About:
    """Return the details of an imported journal, with a note if the journal had no checksums."""
    said, lang = named(journal), journal.header["lang"]
    if not journal.unsummed:
        return said
    return replace(said, note=journals.UNSUMMED.render(catalogue_for(lang if lang in LANGUAGES else "en")))


def storable(id: str) -> bool:
    """Return whether the database can store this text; other texts can't be ids."""
    return "\0" not in id and not any("\ud800" <= sign <= "\udfff" for sign in id)


def sum_of_first(line: str) -> str:
    """Return the checksum of the first line of a journal, given with or without its own checksum."""
    try:
        _content, total, _has_sum = journals.parsed_line(1, line, "")
    except BadJournal:
        return journals.summed("", line)
    return total


def known_file(connection: Connection, file: str) -> bool:
    """Return whether a journal file was already imported."""
    return connection.execute(select(imports.c.file).where(imports.c.file == file)).first() is not None


def rows(id: str, first: int, texts: Sequence[str]) -> list[dict[str, Any]]:
    """Return the database rows of journal lines, numbered from ``first``."""
    return [{"game": id, "position": first + number, "text": one} for number, one in enumerate(texts)]


def new_row(
    id: str, game: str, length: int, first: str, about: About, now: int, session: Session | None
) -> dict[str, Any]:
    """Return the database row of a new game."""
    return {
        "id": id,
        "game": game,
        "length": length,
        "first": first,
        "edition": 0,
        "turn": NEXT_TURN,
        **asdict(about),
        "deleted": None,
        "created": now,
        "played": now,
        "owner_key": secrets.token_urlsafe(16),
        "watch_key": secrets.token_urlsafe(16),
        "reckoned": 0 if session is None or session.stopped else length,
        "gist": None if session is None else gist(session),
        "gist_at": 0 if session is None else length,
    }


OF_GAME = [
    select(one).where(lines.c.game == games.c.id).correlate(games).scalar_subquery()
    for one in (func.count(), func.max(lines.c.position) + 1)
]
LIST = select(
    games.c.id,
    games.c.played,
    games.c.length,
    games.c.name,
    games.c.note,
    games.c.own_colour,
    games.c.their_colour,
    games.c.archived,
    games.c.gist,
    games.c.gist_at,
    case(
        (func.sum(games.c.length).over(order_by=(games.c.turn.desc(), games.c.id)) <= COUNTED, OF_GAME[0]),
        else_=OF_GAME[1],
    ).label("left"),
)


SHORT = select(games.c.id).where(games.c.length != OF_GAME[0])


TEXTS = select(lines.c.text).where(lines.c.game == bindparam("wanted")).order_by(lines.c.position)


def is_chained(texts: Sequence[str]) -> bool:
    """Return whether the checksum of every line continues that of the line before."""
    total = ""
    for line in texts:
        plain, mark, last = line.rpartition(',"sum":"')
        total = journals.summed(total, plain + "}")
        if not mark or last != f'{total}"}}':
            return can_be_read(texts)  # written by another program, or broken
    return True


def can_be_read(texts: Sequence[str]) -> bool:
    """Return whether these lines are a valid journal."""
    try:
        journals.loads("".join(f"{one}\n" for one in texts))
    except BadJournal:
        return False
    return True


def listed(row: Any, short: Collection[str] = ()) -> Listed:
    """Return a row of the list; the stored summary is left out if lines of the game are missing or were changed."""
    fresh = row.gist is not None and row.gist_at == row.length == row.left and row.id not in short
    return Listed(row.id, bound_time(row.played), row.length, about(row), row.gist if fresh else None)


def about(row: Row[Any]) -> About:
    """Return the details of a game from its database row."""
    return About(row.name, row.note, row.own_colour, row.their_colour, row.archived)


def open_shelf(address: str | None = None) -> SqlShelf:
    """Open the games of a database address, or of the user's data folder, where old journal files are imported."""
    database = Database(address)
    shelf = SqlShelf(database)
    if database.is_sqlite and Path(str(database.url.database)).parent == home():
        shelf.bring_in(home() / "games")
    return shelf
