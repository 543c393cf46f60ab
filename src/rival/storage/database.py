"""The database: connections, transactions, schema upgrades, and error messages."""

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
"""Seconds to wait for another writer."""

TIDY = 250
"""Answers after which SQLite's write-ahead log is copied into the database file."""

PAGES = 10_000
"""Pages in that log at which SQLite itself copies them, delaying a write; about 3 pages per answer never reach this."""

DRIVERS = {
    "sqlite": "sqlite",
    "postgresql": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
}
"""Supported address schemes and the driver for each."""

MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATING = 0x52495641
"""Key of the PostgreSQL lock that one process holds while it upgrades the schema."""


Run: TypeAlias = Callable[[Executable, Mapping[str, Any]], Any]
"""Executes a statement with its values and returns the first row of the result."""


class Prepared:
    """A statement compiled once for one driver, so that it need not be compiled for every answer."""

    def __init__(self, statement: Executable, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect)  # type: ignore[attr-defined]
        self.text, self.order, self.always = str(compiled), compiled.positiontup, dict(compiled.params)
        kinds = {name: one.type.dialect_impl(dialect) for name, one in compiled.binds.items()}
        ways = {name: kind.bind_processor(dialect) for name, kind in kinds.items()}
        self.ways = {name: way for name, way in ways.items() if way is not None}

    def values(self, given: Mapping[str, Any]) -> Any:
        """Return the values in the order and form that the driver expects."""
        values = {**self.always, **given}
        for name, way in self.ways.items():
            values[name] = way(values[name])
        return values if self.order is None else [values[name] for name in self.order]


Found = TypeVar("Found")


class Waiting:
    """A thread that waits for its turn to write."""

    def __init__(self) -> None:
        self.called = Lock()
        self.called.acquire()


class Wish(Waiting, Generic[Found]):
    """A queued write and its result."""

    def __init__(self, do: Callable[[Run], Found]) -> None:
        super().__init__()
        self.do = do
        self.done = False
        self.found: Found | None = None
        self.problem: Exception | None = None

    def fulfil(self, run: Run) -> bool:
        """Run the write and store its result or error; return whether it succeeded."""
        try:
            self.found = self.do(run)
        except Exception as problem:
            self.problem = problem
        return self.problem is None

    def fail(self, problem: Exception) -> None:
        """Store an error, unless there is an earlier one."""
        self.problem = self.problem or problem

    def outcome(self) -> Found:
        """Return the result, or raise the stored error."""
        if self.problem is not None:
            raise self.problem
        return self.found  # type: ignore[return-value]


class Turn:
    """A queue of writers: one writes at a time, in the order of arrival.

    The active writer also performs all queued writes, then wakes the next writer and the threads whose writes are
    done.
    """

    def __init__(self) -> None:
        self._looking = Lock()
        self._taken = False
        self._queue: list[Waiting] = []

    @property
    def waiting(self) -> int:
        """The number of queued threads."""
        return len(self._queue)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Wait for the turn and hold it during the block."""
        self._wait(Waiting())
        try:
            yield
        finally:
            self._pass_on()

    def write(self, wish: Wish[Any], write: Callable[[Sequence[Wish[Any]]], None]) -> None:
        """Wait until the write is done, by this thread or by another one that has the turn."""
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
        """Wait until this thread has the turn, or until its write is done."""
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
            one.called.acquire()  # another thread is writing it now, so wait for the result

    def _pass_on(self) -> None:
        with self._looking:
            if self._queue:
                self._queue.pop(0).called.release()
            else:
                self._taken = False


class Database:
    """A database at an address, with its schema up to date.

    SQLite syncs the disk at the end of every transaction, so an acknowledged change survives a power failure;
    PostgreSQL does so by default.
    """

    def __init__(self, address: str | URL | None = None) -> None:
        self.url = database_url(address)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        try:
            self.engine = create_engine(self.url, **(sqlite_settings() if self.is_sqlite else postgresql_settings()))
        except ModuleNotFoundError as missing:
            raise BadOption(
                _(
                    "This database needs the Python module “{module}”. Install it with: pip install "
                    "'rival-solo[postgresql]'.",
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
        """The location of the database in readable form, without its password."""
        return str(self.url.database) if self.is_sqlite else self.url.render_as_string(hide_password=True)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a transaction for reading."""
        self._still_there()
        with self._sentences(), self.engine.connect().execution_options(reading=True) as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a transaction for writing: it is committed at the end of the block, or rolled back after an error."""
        self._still_there()
        with self._sentences(), self._alone(), self.engine.begin() as connection:
            yield connection
        self._still_there()  # the file may have been replaced while we wrote

    def write(self, do: Callable[[Run], Found]) -> Found:
        """Run ``do`` in a transaction and return its result after the commit.

        Syncing the disk takes most of the time, so with SQLite the writes that arrive meanwhile are committed
        together; an error rolls back only its own write. Statements are compiled once, so ``do`` must use the same
        statement objects.
        """
        wish = Wish(do)
        with self._sentences():
            if self.is_sqlite:
                self._turn.write(wish, self._write)
            else:
                self._write([wish])
            return wish.outcome()

    def _write(self, wishes: Sequence[Wish[Any]]) -> None:
        """Perform all writes in one transaction."""
        try:
            self._still_there()
            with self._pen() as connection:
                cursor = connection.cursor()
                if self.is_sqlite:
                    cursor.execute("BEGIN IMMEDIATE")
                self._fulfil(wishes, cursor)
                connection.commit()
            self._still_there()  # the file may have been replaced while we wrote
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
        """Run the writes; an error rolls back to the savepoint of its write, or the transaction of a single write."""
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
        """Open a connection for writing; SQLite reuses one. Uncommitted changes are rolled back after an error."""
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
        """Copy SQLite's log into the database file, in a thread, so that no answer waits for it."""
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
        """Hold the turn to write; only SQLite needs it, and waiting in a queue is faster than its own polling."""
        return self._turn.alone() if self.is_sqlite else nullcontext()

    def close(self) -> None:
        """Close all connections."""
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
        """Return the device and inode of the database file; None if there is no file."""
        if not self.is_sqlite:
            return None
        try:
            found = os.stat(str(self.url.database))
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def _still_there(self) -> None:
        """Raise NotKept if the open database file was deleted or replaced, so that later readers would miss changes."""
        if self._file is not None and self._found() != self._file:
            raise NotKept(
                _(
                    "The database file {place} was deleted, moved or replaced while Rival was running, "
                    "so your change was not saved. Put the file back, or restart Rival to use the file "
                    "that is there now.",
                    place=Name(self.place),
                )
            )

    @contextmanager
    def _sentences(self) -> Iterator[None]:
        try:
            yield
        except IntegrityError:
            raise  # a concurrent append; the caller handles it
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
            if self._version(connection) != KNOWN[-1]:  # another process may have upgraded it while we waited
                migrate(connection)

    def _version(self, connection: Connection) -> str | None:
        """Return the version of the schema; raise NotKept for a version of a newer program."""
        if not inspect(connection).has_table("alembic_version"):
            return None
        version: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        if version is not None and version not in KNOWN:
            raise NotKept(
                _(
                    "The games in {place} were saved by a newer version of Rival (database version "
                    "{theirs}; this program supports {ours}). Nothing was changed. Install the newer "
                    "Rival to continue them.",
                    place=Name(self.place),
                    theirs=Name(version),
                    ours=Name(KNOWN[-1]),
                )
            )
        return version


def database_url(address: str | URL | None) -> URL:
    """Return the address given, or RIVAL_DATABASE, or that of a file in the user's data folder."""
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
                "This is not a valid database address. It must look like {one} or {other}.",
                one=Name("postgresql+psycopg://user:password@host/name"),
                other=Name("sqlite:////folder/file.db"),
            )
        )
    return url.set(drivername=driver)


def create_private(file: Path) -> None:
    """Create a database file that only its owner can read; SQLite's additional files get the same mode."""
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def sqlite_settings() -> dict[str, Any]:
    """Return the arguments of ``create_engine`` for SQLite."""
    return {"connect_args": {"timeout": WAIT, "check_same_thread": False}, "pool_size": 8, "max_overflow": 40}


def postgresql_settings() -> dict[str, Any]:
    """Return the arguments of ``create_engine`` for PostgreSQL."""
    wait = f"-c lock_timeout={WAIT * 1000}"
    return {
        "connect_args": {"connect_timeout": WAIT, "options": wait, "application_name": "rival"},
        "pool_pre_ping": True,
        "pool_size": 8,
        "max_overflow": 40,
        "pool_timeout": WAIT,
    }


def prepare_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    """Configure a new SQLite connection."""
    connection.isolation_level = None  # begin_sqlite begins transactions, not the driver
    settings = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", f"wal_autocheckpoint = {PAGES}")
    for pragma in settings:
        connection.execute(f"PRAGMA {pragma}").close()


def begin_sqlite(connection: Connection) -> None:
    """Begin a transaction; a writer locks at once, because two that first read and then write would fail."""
    reading = connection.get_execution_options().get("reading", False)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")


def migrate(connection: Connection) -> None:
    """Upgrade the schema to the newest version."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


# --- error messages ----------------------------------------------------------------------------------------


def sentence(problem: Exception, place: str) -> Text:
    """Return a message for a database error: the problem, the place, and the remedy."""
    cause = problem.orig if isinstance(problem, DBAPIError) else problem
    where = Name(place)
    match trouble(cause):
        case "full":
            return _(
                "The disk with {place} is full, so your change was not saved. Free some space and try again.",
                place=where,
            )
        case "faulty":
            return _(
                "Your change could not be written to {place}. The disk may be full or faulty. Try again.",
                place=where,
            )
        case "read-only":
            return _(
                "{place} can't be opened or written, so your change was not saved. Allow writing "
                "there, or set RIVAL_HOME to another folder.",
                place=where,
            )
        case "locked":
            return _(
                "Another program has locked {place}, so your change was not saved. Close that program and try again.",
                place=where,
            )
        case "broken":
            return _(
                "{place} is damaged or is not a Rival database. The file was not changed. Move it "
                "elsewhere, or restore a backup.",
                place=where,
            )
    reason = Name(str(cause).strip().partition("\n")[0].rstrip(".") or type(problem).__name__)
    return _("The database {place} can't be used: {problem}. Your change was not saved.", place=where, problem=reason)


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
    """Return the kind of an error; empty if the user can't fix it directly."""
    if isinstance(cause, sqlite3.Error):
        name = getattr(cause, "sqlite_errorname", "")
        return next((kind for start, kind in SQLITE.items() if name.startswith(start)), "")
    if isinstance(cause, OSError):
        return "full" if cause.errno == ENOSPC else "read-only" if cause.errno in (EACCES, EPERM, EROFS) else ""
    if isinstance(cause, PoolTimeout):
        return "locked"
    return POSTGRESQL.get(getattr(cause, "sqlstate", None) or "", "")
