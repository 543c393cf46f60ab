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

from rival.engine import StorageError
from rival.home import get_home
from rival.kernel import BadOptionError, Name, Text, _
from rival.storage.migrations import SCHEMA_VERSIONS

WRITE_TIMEOUT = 5
"""Seconds to wait for another writer."""

CHECKPOINT_INTERVAL = 250
"""Answers after which SQLite's write-ahead log is copied into the database file."""

AUTOCHECKPOINT_PAGES = 10_000
"""Pages in that log at which SQLite itself copies them, delaying a write; about 3 pages per answer never reach this."""

DRIVERS = {
    "sqlite": "sqlite",
    "postgresql": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
}
"""Supported address schemes and the driver for each."""

MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATION_LOCK = 0x52495641
"""Key of the PostgreSQL lock that one process holds while it upgrades the schema."""


RunStatement: TypeAlias = Callable[[Executable, Mapping[str, Any]], Any]
"""Executes a statement with its values and returns the first row of the result."""


class CompiledStatement:
    """A statement that is compiled only once for a driver, not for every answer."""

    def __init__(self, statement: Executable, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect)  # type: ignore[attr-defined]
        self.text, self.order, self.constants = str(compiled), compiled.positiontup, dict(compiled.params)
        types = {name: parameter.type.dialect_impl(dialect) for name, parameter in compiled.binds.items()}
        processors = {name: type_.bind_processor(dialect) for name, type_ in types.items()}
        self.processors = {name: processor for name, processor in processors.items() if processor is not None}

    def bind_values(self, arguments: Mapping[str, Any]) -> Any:
        """Return the values in the order and form that the driver expects."""
        values = {**self.constants, **arguments}
        for name, process in self.processors.items():
            values[name] = process(values[name])
        return values if self.order is None else [values[name] for name in self.order]


ResultT = TypeVar("ResultT")


class QueuedWriter:
    """A thread that waits for its turn to write."""

    def __init__(self) -> None:
        self.wake_lock = Lock()
        self.wake_lock.acquire()


class WriteRequest(QueuedWriter, Generic[ResultT]):
    """A queued write and its result."""

    def __init__(self, operation: Callable[[RunStatement], ResultT]) -> None:
        super().__init__()
        self.operation = operation
        self.is_done = False
        self.result: ResultT | None = None
        self.error: Exception | None = None

    def execute(self, run: RunStatement) -> bool:
        """Run the write and store its result or error; return whether it succeeded."""
        try:
            self.result = self.operation(run)
        except Exception as problem:
            self.error = problem
        return self.error is None

    def set_error(self, problem: Exception) -> None:
        """Store an error, unless there is an earlier one."""
        self.error = self.error or problem

    def get_result(self) -> ResultT:
        """Return the result, or raise the stored error."""
        if self.error is not None:
            raise self.error
        return self.result  # type: ignore[return-value]


class WriteQueue:
    """A queue of writers, of which one at a time writes, in the order of arrival.

    The active writer also performs all queued writes. It then wakes the next writer and the threads whose writes are
    done.
    """

    def __init__(self) -> None:
        self._state_lock = Lock()
        self._is_busy = False
        self._queue: list[QueuedWriter] = []

    @property
    def waiting_count(self) -> int:
        """The number of queued threads."""
        return len(self._queue)

    @contextmanager
    def hold_turn(self) -> Iterator[None]:
        """Wait for this thread's turn to write, and hold the turn during the block."""
        self._wait_for_turn(QueuedWriter())
        try:
            yield
        finally:
            self._wake_next()

    def submit(self, request: WriteRequest[Any], write_all: Callable[[Sequence[WriteRequest[Any]]], None]) -> None:
        """Submit a write and wait until this thread, or another one that has the turn, has performed it."""
        self._wait_for_turn(request)
        if request.is_done:
            return
        with self._state_lock:
            requests = [request, *(writer for writer in self._queue if isinstance(writer, WriteRequest))]
            self._queue = [writer for writer in self._queue if not isinstance(writer, WriteRequest)]
        try:
            write_all(requests)
        finally:
            self._wake_next()
            for writer in requests[1:]:
                writer.wake_lock.release()

    def _wait_for_turn(self, writer: QueuedWriter) -> None:
        """Wait until this thread has the turn, or until its write is done."""
        with self._state_lock:
            if not self._is_busy:
                self._is_busy = True
                return
            self._queue.append(writer)
        if not writer.wake_lock.acquire(timeout=WRITE_TIMEOUT):
            with self._state_lock:
                if writer in self._queue:
                    self._queue.remove(writer)
                    raise PoolTimeout("another thread writes")
            writer.wake_lock.acquire()  # another thread is writing it now, so wait for the result

    def _wake_next(self) -> None:
        """Wake the next thread in the queue."""
        with self._state_lock:
            if self._queue:
                self._queue.pop(0).wake_lock.release()
            else:
                self._is_busy = False


class Database:
    """A database at an address, with its schema up to date.

    SQLite syncs the disk at the end of every transaction, so that an acknowledged change survives a power failure.
    PostgreSQL does the same by default.
    """

    def __init__(self, address: str | URL | None = None) -> None:
        self.url = resolve_database_url(address)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        try:
            self.engine = create_engine(
                self.url, **(get_sqlite_settings() if self.is_sqlite else get_postgresql_settings())
            )
        except ModuleNotFoundError as error:
            raise BadOptionError(
                _(
                    "This database needs the Python module “{module}”. Install it with: pip install "
                    "'rival-solo[postgresql]'.",
                    module=Name(error.name or str(error)),
                )
            ) from None
        self._file_identity: tuple[int, int] | None = None
        self._write_queue = WriteQueue()
        self._write_connection: Any = None
        self._compiled_statements: dict[Executable, CompiledStatement] = {}
        self._writes_since_checkpoint = 0
        self._checkpoint_lock = Lock()
        if self.is_sqlite:
            with self._translate_errors():
                create_private_file(Path(self.url.database or ""))
            event.listen(self.engine, "connect", configure_sqlite)
            event.listen(self.engine, "begin", begin_sqlite_transaction)
        try:
            self._upgrade_schema()
            self._file_identity = self._read_file_identity()
        except BaseException:
            self.engine.dispose()
            raise

    @property
    def location(self) -> str:
        """The location of the database in readable form, without its password."""
        return str(self.url.database) if self.is_sqlite else self.url.render_as_string(hide_password=True)

    @contextmanager
    def open_reader(self) -> Iterator[Connection]:
        """Open a transaction for reading."""
        self._require_same_file()
        with self._translate_errors(), self.engine.connect().execution_options(reading=True) as connection:
            yield connection

    @contextmanager
    def open_writer(self) -> Iterator[Connection]:
        """Open a transaction for writing.

        The transaction is committed at the end of the block, or rolled back after an error.
        """
        self._require_same_file()
        with self._translate_errors(), self._hold_write_turn(), self.engine.begin() as connection:
            yield connection
        self._require_same_file()  # the file may have been replaced while we wrote

    def run_write(self, operation: Callable[[RunStatement], ResultT]) -> ResultT:
        """Run ``operation`` in a transaction and return its result after the commit.

        Most of the time is spent on syncing the disk, so with SQLite the writes that arrive meanwhile are committed
        together. An error rolls back only the write that caused it. Statements are compiled once, so ``operation`` must
        use the same statement objects.
        """
        request = WriteRequest(operation)
        with self._translate_errors():
            if self.is_sqlite:
                self._write_queue.submit(request, self._write_requests)
            else:
                self._write_requests([request])
            return request.get_result()

    def _write_requests(self, requests: Sequence[WriteRequest[Any]]) -> None:
        """Perform all writes in one transaction."""
        try:
            self._require_same_file()
            with self._open_write_connection() as connection:
                cursor = connection.cursor()
                if self.is_sqlite:
                    cursor.execute("BEGIN IMMEDIATE")
                self._execute_requests(requests, cursor)
                connection.commit()
            self._require_same_file()  # the file may have been replaced while we wrote
        except Exception as problem:
            for request in requests:
                request.set_error(problem)
        finally:
            for request in requests:
                request.is_done = True
        self._writes_since_checkpoint += len(requests)
        if (
            self.is_sqlite
            and self._writes_since_checkpoint >= CHECKPOINT_INTERVAL
            and self._checkpoint_lock.acquire(blocking=False)
        ):
            self._writes_since_checkpoint = 0
            Thread(target=self._run_checkpoint, daemon=True, name="rival-tidy").start()

    def _execute_requests(self, requests: Sequence[WriteRequest[Any]], cursor: Any) -> None:
        """Run the writes.

        An error rolls back to the savepoint of its write; a single write rolls back its transaction.
        """
        run = partial(self._run_statement, cursor)
        if len(requests) == 1:
            if not requests[0].execute(run):
                cursor.connection.rollback()
            return
        for request in requests:
            cursor.execute("SAVEPOINT wish")
            if not request.execute(run):
                cursor.execute("ROLLBACK TO SAVEPOINT wish")
            cursor.execute("RELEASE SAVEPOINT wish")

    @contextmanager
    def _open_write_connection(self) -> Iterator[Any]:
        """Open a connection for writing; SQLite reuses one. Uncommitted changes are rolled back after an error."""
        cached_connection, self._write_connection = self._write_connection, None
        connection = cached_connection or self.engine.raw_connection()
        try:
            yield connection
        except BaseException:
            connection.close()
            raise
        if self.is_sqlite:
            self._write_connection = connection
        else:
            connection.close()

    def _run_checkpoint(self) -> None:
        """Copy SQLite's log into the database file; this runs in a thread, so that no answer waits for the copy."""
        try:
            with suppress(self._dbapi.Error), closing(self.engine.raw_connection()) as connection:
                connection.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)")
        finally:
            self._checkpoint_lock.release()

    def _run_statement(self, cursor: Any, statement: Executable, arguments: Mapping[str, Any]) -> Any:
        compiled = self._compiled_statements.get(statement)
        if compiled is None:
            compiled = self._compiled_statements[statement] = CompiledStatement(statement, self.engine.dialect)
        cursor.execute(compiled.text, compiled.bind_values(arguments))
        return cursor.fetchone() if cursor.description else None

    def _hold_write_turn(self) -> AbstractContextManager[None]:
        """Hold the turn to write. Only SQLite needs turns: waiting in a queue is faster than SQLite's own polling."""
        return self._write_queue.hold_turn() if self.is_sqlite else nullcontext()

    def close(self) -> None:
        """Close all connections."""
        if self._checkpoint_lock.acquire(timeout=WRITE_TIMEOUT):
            self._checkpoint_lock.release()
        connection, self._write_connection = self._write_connection, None
        if connection is not None:
            connection.close()
        self.engine.dispose()

    @property
    def _dbapi(self) -> Any:
        return self.engine.dialect.dbapi

    def _read_file_identity(self) -> tuple[int, int] | None:
        """Return the device and inode of the database file; None if there is no file."""
        if not self.is_sqlite:
            return None
        try:
            status = os.stat(str(self.url.database))
        except OSError:
            return None
        return status.st_dev, status.st_ino

    def _require_same_file(self) -> None:
        """Raise StorageError if the open database file was deleted or replaced, because the changes would be lost."""
        if self._file_identity is not None and self._read_file_identity() != self._file_identity:
            raise StorageError(
                _(
                    "The database file {place} was deleted, moved or replaced while Rival was running, "
                    "so your change was not saved. Put the file back, or restart Rival to use the file "
                    "that is there now.",
                    place=Name(self.location),
                )
            )

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        """Convert database errors in the block to StorageError, except IntegrityError."""
        try:
            yield
        except IntegrityError:
            raise  # a concurrent append; the caller handles it
        except self._dbapi.IntegrityError as error:
            raise IntegrityError(None, None, error) from None
        except (DBAPIError, self._dbapi.Error, OSError, PoolTimeout) as problem:
            raise StorageError(describe_database_error(problem, self.location)) from problem

    # --- the schema ------------------------------------------------------------------------------------

    def _upgrade_schema(self) -> None:
        """Upgrade the database schema to the newest version."""
        with self.open_reader() as connection:
            if self._read_schema_version(connection) == SCHEMA_VERSIONS[-1]:
                return
        with self.open_writer() as connection:
            if not self.is_sqlite:
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATION_LOCK})
            if (
                self._read_schema_version(connection) != SCHEMA_VERSIONS[-1]
            ):  # another process may have upgraded it while we waited
                migrate_schema(connection)

    def _read_schema_version(self, connection: Connection) -> str | None:
        """Return the schema's version; raise StorageError if a newer program has upgraded the schema."""
        if not inspect(connection).has_table("alembic_version"):
            return None
        version: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        if version is not None and version not in SCHEMA_VERSIONS:
            raise StorageError(
                _(
                    "The games in {place} were saved by a newer version of Rival (database version "
                    "{theirs}; this program supports {ours}). Nothing was changed. Install the newer "
                    "Rival to continue them.",
                    place=Name(self.location),
                    theirs=Name(version),
                    ours=Name(SCHEMA_VERSIONS[-1]),
                )
            )
        return version


def resolve_database_url(address: str | URL | None) -> URL:
    """Return the database address: the given one, RIVAL_DATABASE, or a file in the user's data folder."""
    if isinstance(address, URL):
        return address
    configured_address = address or os.environ.get("RIVAL_DATABASE")
    if not configured_address:
        return URL.create("sqlite", database=str(get_home() / "rival.db"))
    try:
        url = make_url(configured_address)
    except ArgumentError:
        url = URL.create("nothing")
    driver = DRIVERS.get(url.drivername)
    if driver is None or (driver == "sqlite" and url.database in (None, "", ":memory:")):
        raise BadOptionError(
            _(
                "This is not a valid database address. It must look like {one} or {other}.",
                one=Name("postgresql+psycopg://user:password@host/name"),
                other=Name("sqlite:////folder/file.db"),
            )
        )
    return url.set(drivername=driver)


def create_private_file(file: Path) -> None:
    """Create a database file that only its owner can read; SQLite gives its additional files the same permissions."""
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def get_sqlite_settings() -> dict[str, Any]:
    """Return the arguments of ``create_engine`` for SQLite."""
    return {"connect_args": {"timeout": WRITE_TIMEOUT, "check_same_thread": False}, "pool_size": 8, "max_overflow": 40}


def get_postgresql_settings() -> dict[str, Any]:
    """Return the arguments of ``create_engine`` for PostgreSQL."""
    wait = f"-c lock_timeout={WRITE_TIMEOUT * 1000}"
    return {
        "connect_args": {"connect_timeout": WRITE_TIMEOUT, "options": wait, "application_name": "rival"},
        "pool_pre_ping": True,
        "pool_size": 8,
        "max_overflow": 40,
        "pool_timeout": WRITE_TIMEOUT,
    }


def configure_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    """Configure a new SQLite connection."""
    connection.isolation_level = None  # begin_sqlite_transaction begins transactions, not the driver
    settings = (
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
        f"wal_autocheckpoint = {AUTOCHECKPOINT_PAGES}",
    )
    for pragma in settings:
        connection.execute(f"PRAGMA {pragma}").close()


def begin_sqlite_transaction(connection: Connection) -> None:
    """Begin a transaction. Writers lock the database at once; two writers that read before locking could both fail."""
    reading = connection.get_execution_options().get("reading", False)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")


def migrate_schema(connection: Connection) -> None:
    """Upgrade the schema to the newest version."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


# --- error messages ----------------------------------------------------------------------------------------


def describe_database_error(problem: Exception, place: str) -> Text:
    """Return the message for a database error: the problem, the location, and the remedy."""
    cause = problem.orig if isinstance(problem, DBAPIError) else problem
    where = Name(place)
    match classify_database_error(cause):
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


SQLITE_ERROR_KINDS = {
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
POSTGRESQL_ERROR_KINDS = {"53100": "full", "25006": "read-only", "55P03": "locked", "40P01": "locked"}


def classify_database_error(cause: BaseException | None) -> str:
    """Return the kind of a database error; empty if the user can't fix the error directly."""
    if isinstance(cause, sqlite3.Error):
        name = getattr(cause, "sqlite_errorname", "")
        return next((kind for start, kind in SQLITE_ERROR_KINDS.items() if name.startswith(start)), "")
    if isinstance(cause, OSError):
        return "full" if cause.errno == ENOSPC else "read-only" if cause.errno in (EACCES, EPERM, EROFS) else ""
    if isinstance(cause, PoolTimeout):
        return "locked"
    return POSTGRESQL_ERROR_KINDS.get(getattr(cause, "sqlstate", None) or "", "")
