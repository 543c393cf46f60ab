"""The kept games as an engine sees them: rows of a database."""

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
"""Where a PostgreSQL server tells the other processes which game has changed."""

LONGEST_STEM = 150
COUNTED = 300_000
"""Lines that the list counts, those of the games last played; of the others it looks whether the last line is there.
A server counts those, too, once, beside everything else."""

NOBODYS = "-" * 22
"""Stands for the key of a game that is not there, so that looking takes as long."""

NEXT_TURN = select(func.coalesce(func.max(games.c.turn), 0) + 1).scalar_subquery()

# The statements of every answer, built once.
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
WHOLE = (  # one statement, so that length and lines are of the same moment
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
    """The place of one journal; it knows how many of its lines were seen here."""

    def __init__(self, shelf: SqlShelf, id: str, row: Row[Any] | None = None) -> None:
        self.shelf, self.id = shelf, id
        self.lines = 0
        self.row = row
        self.recorded = True  # perhaps

    def resume(self) -> str:
        """The journal as it stands; NotKept if lines of it are missing, whoever took them away."""
        with self.shelf.database.reading() as connection:
            self.row = self.shelf.row(connection, self.id)
            found = connection.execute(WHOLE, {"wanted": self.id}).all()
        if self.row is None or not found:
            raise no_game(self.id)
        length = found[0].length
        if length != len(found) or found[-1].position != length - 1:
            raise NotKept(
                _(
                    "Lines of the game “{name}” are missing in {place}: it has {length}, and {n} are left. Nothing was "
                    "changed: put back a copy of the database.",
                    name=Name(self.id),
                    place=Name(self.shelf.database.place),
                    length=length,
                    n=sum(one.text is not None for one in found),
                )
            )
        self.lines = length
        return "".join(f"{one.text}\n" for one in found)

    def keep(self, session: Session) -> None:
        """Append what is new, and how the game stands, in one transaction; Overtaken, and nothing written, if somebody
        else was first."""
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
        """The edition in which the game is described now."""
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
        """Whether somebody else went on with the game, or took it away; looks at its name and the like, too."""
        with self.shelf.database.reading() as connection:
            self.row = self.shelf.row(connection, self.id)
        return self.row is None or self.row.deleted is not None or self.row.length != self.lines

    def span(self) -> tuple[int, int]:
        return (0, 0) if self.row is None else (self.row.created, self.row.played)

    def about(self) -> About:
        return About() if self.row is None else about(self.row)

    def describe(self, new: About) -> None:
        self._set(**asdict(new), edition=games.c.edition + 1)

    def remove(self) -> None:
        """Take the game off the shelf; it can be put back."""
        self._set(deleted=read_clock(), edition=games.c.edition + 1)

    def _set(self, **values: Any) -> None:
        with self.shelf.changing(self.id) as connection:
            connection.execute(update(games).where(games.c.id == self.id).values(**values))
            self.row = self.shelf.row(connection, self.id)


class SqlShelf:
    """All the kept games. ``ring`` is called with the id of every game that was changed through this shelf."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.ring: Callable[[str], None] = lambda id: None
        self.short: frozenset[str] = frozenset()
        """Games that were found to lack lines, or to have lines that don't belong together, when all were read."""

    # --- what the engine asks for ----------------------------------------------------------------------

    @property
    def place(self) -> str:
        return self.database.place

    def games(self, deleted: bool = False) -> Sequence[Listed]:
        """Every game on the shelf (or put aside), the last played first."""
        aside = games.c.deleted.is_not(None) if deleted else games.c.deleted.is_(None)
        with self.database.reading() as connection:
            found = connection.execute(LIST.where(aside).order_by(games.c.turn.desc(), games.c.id)).all()
        return [listed(row, self.short) for row in found]

    def look_over(self) -> None:
        """Read the lines of every game, which takes a while with many; the list says which are incomplete or broken."""
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
        """One game of the list."""
        if not storable(id):
            return None
        with self.database.reading() as connection:
            row = connection.execute(LIST.where(games.c.id == id, games.c.deleted.is_(None))).one_or_none()
        return None if row is None else listed(row, self.short)

    def note(self, id: str, length: int, gist: str | None) -> None:
        """Keep what the list says of a game, unless it moved on meanwhile."""
        with self.database.writing() as connection:
            connection.execute(SAY, {"wanted": id, "after": length, "said": gist})

    def find(self, id: str, deleted: bool = False) -> KeptGame | None:
        if not storable(id):
            return None
        with self.database.reading() as connection:
            row = self.row(connection, id)
        return None if row is None or (row.deleted is not None) != deleted else KeptGame(self, id, row)

    def add(self, session: Session, about: About, beside: int | None = None) -> tuple[str, KeptGame]:
        """A new game with everything that was said in it so far, in one transaction."""
        texts = [line.rstrip("\n") for line in session.journal.lines()]
        return self._add(texts, session.journal.header["game"], about, session=session, beside=beside)

    def endings(self) -> Endings:
        return endings(self)

    def beginning(self, first: str) -> Sequence[str]:
        with self.database.reading() as connection:
            lacking = connection.execute(FIRST_LINES).all()
            found = list(connection.execute(BEGINNING, {"wanted": sum_of_first(first)}).scalars())
        if not lacking:
            return found
        with self.database.writing() as connection:  # games of an earlier version, once
            connection.execute(NOTE_FIRST, [{"wanted": one.id, "sum": sum_of_first(one.text)} for one in lacking])
        return self.beginning(first)

    def restore(self, id: str) -> None:
        """Put back a game that was taken off the shelf."""
        self._of_deleted(id)._set(deleted=None, edition=games.c.edition + 1)

    def purge(self, id: str) -> None:
        """Forget for good a game that was taken off the shelf."""
        self._of_deleted(id)
        with self.changing(id) as connection:
            connection.execute(delete(games).where(games.c.id == id, games.c.deleted.is_not(None)))

    def _of_deleted(self, id: str) -> KeptGame:
        found = self.find(id, deleted=True)
        if found is None:
            raise no_deleted_game(id)
        return found

    # --- who may, and what the server wants to know ----------------------------------------------------

    def allowed(self, id: str, key: str) -> Access | None:
        """What the key of a link allows."""
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
        """Links that were handed out open nothing any more: those of a game, or of all games."""
        with self.database.reading() as connection:
            known = [id] if id is not None else connection.execute(select(games.c.id)).scalars().all()
        for one in known:
            with self.changing(one) as connection:
                fresh = {"owner_key": secrets.token_urlsafe(16), "watch_key": secrets.token_urlsafe(16)}
                connection.execute(update(games).where(games.c.id == one).values(**fresh))

    def let_guests_name(self, id: str, allowed: bool) -> None:
        """Whether whoever plays along may say what the game is called; its owner decides."""
        with self.changing(id) as connection:
            connection.execute(update(games).where(games.c.id == id).values(guests_name=allowed))

    def keys(self, id: str) -> tuple[str, str, bool]:
        """The keys of the two links of a game, to play and to watch, and whether the former may rename it."""
        with self.database.reading() as connection:
            row = self.row(connection, id) if storable(id) else None
        if row is None or row.deleted is not None:
            raise no_game(id)
        return row.owner_key, row.watch_key, row.guests_name

    def stamp(self, id: str) -> tuple[int, int] | None:
        """How long the log of a game is and how often its name and the like changed; None if it isn't there."""
        if not storable(id):
            return None
        wanted = select(games.c.length, games.c.edition).where(games.c.id == id, games.c.deleted.is_(None))
        with self.database.reading() as connection:
            found = connection.execute(wanted).one_or_none()
        return None if found is None else (found.length - 1, found.edition)

    def setting(self, name: str, make: Callable[[], str], renew: bool = False) -> str:
        """A value kept for all processes; made by whoever asks first."""
        with self.database.writing() as connection:
            if renew:
                connection.execute(delete(kept_settings).where(kept_settings.c.name == name))
            known = connection.execute(select(kept_settings.c.value).where(kept_settings.c.name == name)).scalar()
            if known is not None:
                return str(known)
            value = make()
            connection.execute(insert(kept_settings).values(name=name, value=value))
            return value

    # --- journal files of earlier days -----------------------------------------------------------------

    def bring_in(self, folder: Path) -> int:
        """Journal files of a folder that were not brought in before; the files are left as they are."""
        files = sorted(folder.glob("*.jsonl"))
        if not files:
            return 0
        with self.database.reading() as connection:
            known = set(connection.execute(select(imports.c.file)).scalars())
        new = [path for path in files if path.name not in known]
        return sum(self._bring_in(path) for path in sorted(new, key=lambda path: path.stat().st_mtime))

    def _bring_in(self, path: Path) -> bool:
        with suppress(BadJournal, IntegrityError):  # no journal, or another process was first
            whole = read(path)
            whole = whole[: whole.rfind("\n") + 1]  # a torn last line was never shown as taken
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
        return connection.execute(FIND, {"wanted": id}).one_or_none()

    @contextmanager
    def changing(self, id: str) -> Iterator[Connection]:
        """A transaction about one game; when it is kept, everybody who has the game open is told."""
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
                raise BadJournal(_("{file} was brought in already.", file=Name(file)))
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
        """How many games begin with the same line; nobody else adds one to them until this transaction ends."""
        if not self.database.is_sqlite:  # SQLite has one writer anyway
            connection.execute(ALONE, {"lock": int(first, 16)})
        return int(connection.execute(ALIKE, {"wanted": first}).scalar_one())

    def _insert(self, connection: Connection, stem: str, values: Callable[[str], dict[str, Any]]) -> Row[Any]:
        """A row with an id that no other has: the stem or, if that is taken, even by somebody who is about to keep it,
        the stem and some signs by chance."""
        id = stem
        while True:
            if self.row(connection, id) is None:
                with suppress(IntegrityError), connection.begin_nested():
                    return connection.execute(insert(games).values(**values(id)).returning(games)).one()
            id = f"{stem}-{secrets.token_hex(4)}"


def with_warning(journal: journals.Journal) -> About:
    """What is said of a journal from a file; that it came without checksums, too, because it is kept with them."""
    said, lang = named(journal), journal.header["lang"]
    if not journal.unsummed:
        return said
    return replace(said, note=journals.UNSUMMED.render(catalogue_for(lang if lang in LANGUAGES else "en")))


def storable(id: str) -> bool:
    """Whether a database takes such a text; if not, no game has such an id."""
    return "\0" not in id and not any("\ud800" <= sign <= "\udfff" for sign in id)


def sum_of_first(line: str) -> str:
    """A checksum over the first line of a journal, the same with and without the line's own."""
    try:
        _content, total, _has_sum = journals.parsed_line(1, line, "")
    except BadJournal:
        return journals.summed("", line)
    return total


def known_file(connection: Connection, file: str) -> bool:
    return connection.execute(select(imports.c.file).where(imports.c.file == file)).first() is not None


def rows(id: str, first: int, texts: Sequence[str]) -> list[dict[str, Any]]:
    return [{"game": id, "position": first + number, "text": one} for number, one in enumerate(texts)]


def new_row(
    id: str, game: str, length: int, first: str, about: About, now: int, session: Session | None
) -> dict[str, Any]:
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
            return can_be_read(texts)  # it was written by somebody else, or it is broken
    return True


def can_be_read(texts: Sequence[str]) -> bool:
    try:
        journals.loads("".join(f"{one}\n" for one in texts))
    except BadJournal:
        return False
    return True


def listed(row: Any, short: Collection[str] = ()) -> Listed:
    """What was kept while a game was whole says nothing of one whose lines are gone: reading that one tells why."""
    fresh = row.gist is not None and row.gist_at == row.length == row.left and row.id not in short
    return Listed(row.id, bound_time(row.played), row.length, about(row), row.gist if fresh else None)


def about(row: Row[Any]) -> About:
    return About(row.name, row.note, row.own_colour, row.their_colour, row.archived)


def open_shelf(address: str | None = None) -> SqlShelf:
    """The games of this person: those of the database named, or of the data folder with its earlier journal files."""
    database = Database(address)
    shelf = SqlShelf(database)
    if database.is_sqlite and Path(str(database.url.database)).parent == home():
        shelf.bring_in(home() / "games")
    return shelf
