"""The database: opening it, bringing its schema up to date, and what can go wrong with it, in sentences."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from errno import EACCES, ENOSPC, EPERM, EROFS
from functools import partial
from pathlib import Path
from threading import Lock, Thread
from typing import Any, Generic, TypeAlias, TypeVar

from sqlalchemy import URL, Connection, Dialect, Executable, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from rival.engine import NotKept
from rival.home import home
from rival.kernel import BadOption, Name, Text, _
from rival.storage.migrations import KNOWN

WAIT = 5
"""Seconds to wait for somebody else who writes."""

TIDY = 250
"""Answers after which what was written is carried over from SQLite's log into the database itself."""

PAGES = 10_000
"""Pages in that log at which whoever writes next carries them over; at about 3 pages an answer nobody has to."""

DRIVERS = {
    "sqlite": "sqlite",
    "postgresql": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
}
"""The kinds of address that are understood, and what serves them."""

MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATING = 0x52495641
"""The number of the lock that a PostgreSQL server gives to one process at a time while the schema changes."""


Run: TypeAlias = Callable[[Executable, Mapping[str, Any]], Any]
"""Carries out a statement with its values, and gives the first row of what it returns."""


class Prepared:
    """A statement as one driver takes it: put together once, not for every answer."""

    def __init__(self, statement: Executable, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect)  # type: ignore[attr-defined]
        self.text, self.order, self.always = str(compiled), compiled.positiontup, dict(compiled.params)
        kinds = {name: one.type.dialect_impl(dialect) for name, one in compiled.binds.items()}
        ways = {name: kind.bind_processor(dialect) for name, kind in kinds.items()}
        self.ways = {name: way for name, way in ways.items() if way is not None}

    def values(self, given: Mapping[str, Any]) -> Any:
        values = {**self.always, **given}
        for name, way in self.ways.items():
            values[name] = way(values[name])
        return values if self.order is None else [values[name] for name in self.order]


Found = TypeVar("Found")


class Waiting:
    """Somebody who waits for a turn, and is called."""

    def __init__(self) -> None:
        self.called = Lock()
        self.called.acquire()


class Wish(Waiting, Generic[Found]):
    """What somebody wants to be written, and what came of it."""

    def __init__(self, do: Callable[[Run], Found]) -> None:
        super().__init__()
        self.do = do
        self.done = False
        self.found: Found | None = None
        self.problem: Exception | None = None

    def fulfil(self, run: Run) -> bool:
        """Whether it could be done; what went wrong is told to whoever wished it."""
        try:
            self.found = self.do(run)
        except Exception as problem:
            self.problem = problem
        return self.problem is None

    def fail(self, problem: Exception) -> None:
        self.problem = self.problem or problem

    def outcome(self) -> Found:
        if self.problem is not None:
            raise self.problem
        return self.found  # type: ignore[return-value]


class Turn:
    """Whose turn it is to write: one at a time, in the order in which they came. Who writes takes along what the others
    wish, and calls the next one and those whose wish is done; nobody else wakes up for nothing."""

    def __init__(self) -> None:
        self._looking = Lock()
        self._taken = False
        self._queue: list[Waiting] = []

    @property
    def waiting(self) -> int:
        return len(self._queue)

    @contextmanager
    def alone(self) -> Iterator[None]:
        self._wait(Waiting())
        try:
            yield
        finally:
            self._pass_on()

    def write(self, wish: Wish[Any], write: Callable[[Sequence[Wish[Any]]], None]) -> None:
        """Until the wish is done, by whoever has the turn."""
        self._wait(wish)
        if wish.done:
            return
        with self._looking:
            wishes = [wish, *(one for one in self._queue if isinstance(one, Wish))]
            self._queue = [one for one in self._queue if not isinstance(one, Wish)]
        try:
            write(wishes)
        finally:
            self._pass_on()
            for one in wishes[1:]:
                one.called.release()

    def _wait(self, one: Waiting) -> None:
        """Until it has the turn, or what it wished is done."""
        with self._looking:
            if not self._taken:
                self._taken = True
                return
            self._queue.append(one)
        if not one.called.acquire(timeout=WAIT):
            with self._looking:
                if one in self._queue:
                    self._queue.remove(one)
                    raise PoolTimeout("another thread writes")
            one.called.acquire()  # it is being written just now: what comes of it must be known

    def _pass_on(self) -> None:
        with self._looking:
            if self._queue:
                self._queue.pop(0).called.release()
            else:
                self._taken = False


class Database:
    """A database at an address, with its schema up to date.

    SQLite waits for the disk at the end of every transaction, so what was acknowledged survives a power cut;
    PostgreSQL does so unless its owner told it otherwise.
    """

    def __init__(self, address: str | URL | None = None) -> None:
        self.url = database_url(address)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        try:
            self.engine = create_engine(self.url, **(sqlite_settings() if self.is_sqlite else postgresql_settings()))
        except ModuleNotFoundError as missing:
            raise BadOption(
                _(
                    "For this database “{module}” must be installed: pip install 'rival-solo[postgresql]'.",
                    module=Name(missing.name or str(missing)),
                )
            ) from None
        self._file: tuple[int, int] | None = None
        self._turn = Turn()
        self._own_pen: Any = None
        self._prepared: dict[Executable, Prepared] = {}
        self._written = 0
        self._tidying = Lock()
        if self.is_sqlite:
            with self._sentences():
                create_private(Path(self.url.database or ""))
            event.listen(self.engine, "connect", prepare_sqlite)
            event.listen(self.engine, "begin", begin_sqlite)
        try:
            self._upgrade()
            self._file = self._found()
        except BaseException:
            self.engine.dispose()
            raise

    @property
    def place(self) -> str:
        """Where the games are, as a person may read it."""
        return str(self.url.database) if self.is_sqlite else self.url.render_as_string(hide_password=True)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        self._still_there()
        with self._sentences(), self.engine.connect().execution_options(reading=True) as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction: kept when this ends, or as if it had never begun."""
        self._still_there()
        with self._sentences(), self._alone(), self.engine.begin() as connection:
            yield connection
        self._still_there()  # else it went into a file that nobody finds again

    def write(self, do: Callable[[Run], Found]) -> Found:
        """What ``do`` gives, kept when this ends: statements that are always the same, as those of every answer.

        The disk takes longer than all else. Whoever comes to SQLite while it is at work waits for it together with the
        others who came meanwhile: one of them writes for all, and what goes wrong with one is taken back alone.
        """
        wish = Wish(do)
        with self._sentences():
            if self.is_sqlite:
                self._turn.write(wish, self._write)
            else:
                self._write([wish])
            return wish.outcome()

    def _write(self, wishes: Sequence[Wish[Any]]) -> None:
        """One transaction for all of them."""
        try:
            self._still_there()
            with self._pen() as connection:
                cursor = connection.cursor()
                if self.is_sqlite:
                    cursor.execute("BEGIN IMMEDIATE")
                self._fulfil(wishes, cursor)
                connection.commit()
            self._still_there()  # else it went into a file that nobody finds again
        except Exception as problem:
            for wish in wishes:
                wish.fail(problem)
        finally:
            for wish in wishes:
                wish.done = True
        self._written += len(wishes)
        if self.is_sqlite and self._written >= TIDY and self._tidying.acquire(blocking=False):
            self._written = 0
            Thread(target=self._tidy, daemon=True, name="rival-tidy").start()

    def _fulfil(self, wishes: Sequence[Wish[Any]], cursor: Any) -> None:
        """What goes wrong with one of several is taken back alone; one by itself, with its transaction."""
        run = partial(self._run, cursor)
        if len(wishes) == 1:
            if not wishes[0].fulfil(run):
                cursor.connection.rollback()
            return
        for wish in wishes:
            cursor.execute("SAVEPOINT wish")
            if not wish.fulfil(run):
                cursor.execute("ROLLBACK TO SAVEPOINT wish")
            cursor.execute("RELEASE SAVEPOINT wish")

    @contextmanager
    def _pen(self) -> Iterator[Any]:
        """A connection to write with; SQLite's one writer has its own. What is not kept by the end is taken back."""
        pen, self._own_pen = self._own_pen, None
        connection = pen or self.engine.raw_connection()
        try:
            yield connection
        except BaseException:
            connection.close()
            raise
        if self.is_sqlite:
            self._own_pen = connection
        else:
            connection.close()

    def _tidy(self) -> None:
        """Carry over what was written; the disk takes its time for that, and nobody's answer waits for it."""
        try:
            with suppress(self._driver.Error), closing(self.engine.raw_connection()) as connection:
                connection.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)")
        finally:
            self._tidying.release()

    def _run(self, cursor: Any, statement: Executable, given: Mapping[str, Any]) -> Any:
        known = self._prepared.get(statement)
        if known is None:
            known = self._prepared[statement] = Prepared(statement, self.engine.dialect)
        cursor.execute(known.text, known.values(given))
        return cursor.fetchone() if cursor.description else None

    def _alone(self) -> AbstractContextManager[None]:
        """SQLite has one writer: those of this process wait in turn, rather than look again and again."""
        return self._turn.alone() if self.is_sqlite else nullcontext()

    def close(self) -> None:
        if self._tidying.acquire(timeout=WAIT):
            self._tidying.release()
        pen, self._own_pen = self._own_pen, None
        if pen is not None:
            pen.close()
        self.engine.dispose()

    @property
    def _driver(self) -> Any:
        return self.engine.dialect.dbapi

    def _found(self) -> tuple[int, int] | None:
        """Which file it is, whatever its name; None if there is none."""
        if not self.is_sqlite:
            return None
        try:
            found = os.stat(str(self.url.database))
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def _still_there(self) -> None:
        """An open file can be written after it was deleted or replaced; whoever comes next would not find it there."""
        if self._file is not None and self._found() != self._file:
            raise NotKept(
                _(
                    "{place} was deleted, moved or replaced while Rival runs: this was not kept. Put the file back "
                    "where it was, or start Rival anew to go on with the one that is there.",
                    place=Name(self.place),
                )
            )

    @contextmanager
    def _sentences(self) -> Iterator[None]:
        try:
            yield
        except IntegrityError:
            raise  # two who wrote the same line: whoever writes knows what that means
        except self._driver.IntegrityError as twice:
            raise IntegrityError(None, None, twice) from None
        except (DBAPIError, self._driver.Error, OSError, PoolTimeout) as problem:
            raise NotKept(sentence(problem, self.place)) from problem

    # --- the schema ------------------------------------------------------------------------------------

    def _upgrade(self) -> None:
        with self.reading() as connection:
            if self._version(connection) == KNOWN[-1]:
                return
        with self.writing() as connection:
            if not self.is_sqlite:
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATING})
            if self._version(connection) != KNOWN[-1]:  # unless somebody else did it while we waited
                migrate(connection)

    def _version(self, connection: Connection) -> str | None:
        """The version of the schema; a sentence if it is none that is known here."""
        if not inspect(connection).has_table("alembic_version"):
            return None
        version: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        if version is not None and version not in KNOWN:
            raise NotKept(
                _(
                    "The games in {place} were kept by a newer Rival (version {theirs} of the database; this one knows "
                    "{ours}). Nothing was changed: install the newer Rival to go on with them.",
                    place=Name(self.place),
                    theirs=Name(version),
                    ours=Name(KNOWN[-1]),
                )
            )
        return version


def database_url(address: str | URL | None) -> URL:
    """The address given, or that of RIVAL_DATABASE, or a file in the user's data folder."""
    if isinstance(address, URL):
        return address
    named = address or os.environ.get("RIVAL_DATABASE")
    if not named:
        return URL.create("sqlite", database=str(home() / "rival.db"))
    try:
        url = make_url(named)
    except ArgumentError:
        url = URL.create("nothing")
    driver = DRIVERS.get(url.drivername)
    if driver is None or (driver == "sqlite" and url.database in (None, "", ":memory:")):
        raise BadOption(
            _(
                "The address of the database must look like {one} or {other}.",
                one=Name("postgresql+psycopg://user:password@host/name"),
                other=Name("sqlite:////folder/file.db"),
            )
        )
    return url.set(drivername=driver)


def create_private(file: Path) -> None:
    """A new database is for its owner alone; the files that SQLite puts beside it follow its mode."""
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def sqlite_settings() -> dict[str, Any]:
    return {"connect_args": {"timeout": WAIT, "check_same_thread": False}, "pool_size": 8, "max_overflow": 40}


def postgresql_settings() -> dict[str, Any]:
    wait = f"-c lock_timeout={WAIT * 1000}"
    return {
        "connect_args": {"connect_timeout": WAIT, "options": wait, "application_name": "rival"},
        "pool_pre_ping": True,
        "pool_size": 8,
        "max_overflow": 40,
        "pool_timeout": WAIT,
    }


def prepare_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # transactions begin where we say so, see begin_sqlite
    settings = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", f"wal_autocheckpoint = {PAGES}")
    for pragma in settings:
        connection.execute(f"PRAGMA {pragma}").close()


def begin_sqlite(connection: Connection) -> None:
    """Whoever will write takes the lock at once: two who read first and write then would have to give up."""
    reading = connection.get_execution_options().get("reading", False)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")


def migrate(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


# --- what can go wrong -------------------------------------------------------------------------------------


def sentence(problem: Exception, place: str) -> Text:
    """What is wrong, where, and what would be right."""
    cause = problem.orig if isinstance(problem, DBAPIError) else problem
    where = Name(place)
    match trouble(cause):
        case "full":
            return _("The disk of {place} is full: this was not kept. Make room and repeat it.", place=where)
        case "faulty":
            return _(
                "The disk of {place} did not take this; it may be full or faulty. It was not kept: repeat it.",
                place=where,
            )
        case "read-only":
            return _(
                "{place} can't be opened or written: this was not kept. Allow writing there, or name another folder "
                "in RIVAL_HOME.",
                place=where,
            )
        case "locked":
            return _(
                "Another program keeps {place} locked: this was not kept. Close that program and repeat it.",
                place=where,
            )
        case "broken":
            return _(
                "{place} is damaged, or no database of Rival. It was left as it is: move it away, or put back a copy.",
                place=where,
            )
    reason = Name(str(cause).strip().partition("\n")[0].rstrip(".") or type(problem).__name__)
    return _("The database {place} can't be used: {problem}. This was not kept.", place=where, problem=reason)


SQLITE = {
    "SQLITE_FULL": "full",
    "SQLITE_IOERR": "faulty",
    "SQLITE_READONLY": "read-only",
    "SQLITE_PERM": "read-only",
    "SQLITE_CANTOPEN": "read-only",
    "SQLITE_BUSY": "locked",
    "SQLITE_LOCKED": "locked",
    "SQLITE_CORRUPT": "broken",
    "SQLITE_NOTADB": "broken",
}
POSTGRESQL = {"53100": "full", "25006": "read-only", "55P03": "locked", "40P01": "locked"}


def trouble(cause: BaseException | None) -> str:
    """The kind of a problem; empty when it is none of those that a person can mend at once."""
    if isinstance(cause, sqlite3.Error):
        name = getattr(cause, "sqlite_errorname", "")
        return next((kind for start, kind in SQLITE.items() if name.startswith(start)), "")
    if isinstance(cause, OSError):
        return "full" if cause.errno == ENOSPC else "read-only" if cause.errno in (EACCES, EPERM, EROFS) else ""
    if isinstance(cause, PoolTimeout):
        return "locked"
    return POSTGRESQL.get(getattr(cause, "sqlstate", None) or "", "")
