"""A full disk, a read-only folder, a lock that stays: an error message each, and no lost data."""

from __future__ import annotations

import os
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import event, text

from rival.engine import Engine
from rival.kernel import BadOptionError
from rival.kernel.texts import load_catalogue
from rival.storage import Database, SqlGameRepository, StorageError
from rival.storage.migrations import SCHEMA_VERSIONS
from tests.support.postgresql import PostgresqlServer

pwd = pytest.importorskip("pwd", reason="users are POSIX")
resource = pytest.importorskip("resource", reason="limits of a process are POSIX")

MAYOR = "rolling-heights"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "rival.db"


@pytest.fixture(autouse=True)
def _shorten_timeouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rival.storage.database.WRITE_TIMEOUT", 0.2)


def open_engine(address: object) -> Engine:
    return Engine(SqlGameRepository(Database(f"sqlite:///{address}" if isinstance(address, Path) else str(address))))


def correct_repeatedly(engine: Engine, id: str, most: int) -> None:
    """Correct a value again and again; acknowledged corrections must be stored."""
    for at in range(most):
        assert engine.load_state(id).at == at
        engine.correct_value(id, at, "mayor.vp", at)


def check_next_change(address: object, id: str) -> None:
    """Check that acknowledged answers are stored and that the next answer is accepted."""
    engine = open_engine(address)
    at = engine.load_state(id).at
    assert engine.use_dice(id, at, "program").at == at + 1


# --- SQLite ------------------------------------------------------------------------------------------------


def test_a_full_database_file(file: Path) -> None:
    engine = open_engine(file)
    id = engine.begin_game(MAYOR, seed=1).id
    shelf = engine.repository
    assert isinstance(shelf, SqlGameRepository)
    room: list[int] = []

    @event.listens_for(shelf.database.engine, "checkout")
    def limit_database_size(connection: sqlite3.Connection, *_more: object) -> None:
        [pages] = connection.execute("PRAGMA page_count").fetchone()
        room.append(pages + 3)
        connection.execute(f"PRAGMA max_page_count = {room[0]}")

    with pytest.raises(StorageError, match="is full, so your change was not saved"):
        correct_repeatedly(engine, id, 2000)
    check_next_change(file, id)


@contextmanager
def limit_file_size(size: int) -> Iterator[None]:
    """Simulate a full disk by limiting the size of files."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, ignored)


def test_a_full_disk(file: Path) -> None:
    engine = open_engine(file)
    id = engine.begin_game(MAYOR, seed=1).id
    size = max(one.stat().st_size for one in file.parent.iterdir())
    with limit_file_size(size + 20_000), pytest.raises(StorageError, match=r"could not be written to .* Try again"):
        correct_repeatedly(engine, id, 500)
    at = engine.load_state(id).at
    assert engine.use_dice(id, at, "program").at == at + 1
    check_next_change(file, id)


@contextmanager
def drop_privileges() -> Iterator[None]:
    """Run a block as an unprivileged user, because root may write everywhere."""
    if os.getuid() != 0:
        yield
        return
    os.seteuid(pwd.getpwnam("nobody").pw_uid)
    try:
        yield
    finally:
        os.seteuid(0)


def make_read_only(path: Path) -> None:
    """Make a folder readable for everybody and writable for nobody."""
    for folder in (path, *path.parents):
        if folder.stat().st_uid == os.getuid() and folder != Path("/tmp"):
            folder.chmod(0o555 if folder == path else 0o755)


def test_a_read_only_folder(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    make_read_only(folder)
    with drop_privileges(), pytest.raises(StorageError, match=r"can't be opened or written.*RIVAL_HOME"):
        open_engine(folder / "rival.db")
    with drop_privileges(), pytest.raises(StorageError, match="can't be opened or written"):
        open_engine(folder / "deeper" / "rival.db")
    folder.chmod(0o755)


def test_a_database_that_became_read_only(file: Path) -> None:
    engine = open_engine(file)
    id = engine.begin_game(MAYOR, seed=1).id
    engine.repository.database.close()  # type: ignore[attr-defined]
    for one in file.parent.iterdir():
        one.chmod(0o444)
    make_read_only(file.parent)
    with drop_privileges(), pytest.raises(StorageError, match="can't be opened or written"):
        open_engine(file).use_dice(id, 0, "mine")
    file.parent.chmod(0o755)
    check_next_change(file, id)


def test_a_database_locked_by_another_program(file: Path) -> None:
    engine = open_engine(file)
    id = engine.begin_game(MAYOR, seed=1).id
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StorageError, match=r"Another program has locked .*, so your change was not saved"):
        engine.use_dice(id, 0, "mine")
    assert engine.load_state(id).at == 0
    other.execute("ROLLBACK")
    assert engine.use_dice(id, 0, "mine").at == 1


def test_a_file_that_is_not_a_database(file: Path) -> None:
    file.write_text("Dear diary, today I lost against the Mayor. " * 50)
    with pytest.raises(StorageError, match="is not a Rival database"):
        open_engine(file)
    assert file.read_text().startswith("Dear diary")


# --- PostgreSQL --------------------------------------------------------------------------------------------


def run_sql(address: str) -> psycopg.Connection[tuple[object, ...]]:
    return psycopg.connect(address.replace("+psycopg", ""), autocommit=True)


def test_a_locked_postgresql_table(postgresql: PostgresqlServer) -> None:
    address = postgresql.create_database()
    engine = open_engine(address)
    id = engine.begin_game(MAYOR, seed=1).id
    with run_sql(address) as other, other.transaction():
        other.execute("LOCK TABLE games IN EXCLUSIVE MODE")
        with pytest.raises(StorageError, match=r"Another program has locked .*, so your change was not saved"):
            engine.use_dice(id, 0, "mine")
    check_next_change(address, id)


def test_a_read_only_postgresql(postgresql: PostgresqlServer) -> None:
    address = postgresql.create_database()
    id = open_engine(address).begin_game(MAYOR, seed=1).id
    with run_sql(address) as other:
        other.execute("DO $$BEGIN EXECUTE 'ALTER DATABASE ' || current_database() || "
                      "' SET default_transaction_read_only = on'; END$$")  # fmt: skip
        engine = open_engine(address)
        with pytest.raises(StorageError, match="can't be opened or written"):
            engine.use_dice(id, 0, "mine")
        assert engine.load_state(id).at == 0


def test_lost_postgresql_connections(postgresql: PostgresqlServer) -> None:
    address = postgresql.create_database()
    engine = open_engine(address)
    id = engine.begin_game(MAYOR, seed=1).id
    with run_sql(address) as other:
        other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'rival'")
    assert engine.use_dice(id, 0, "mine").at == 1


def test_a_postgresql_that_is_not_running(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="can't be used") as refused:
        open_engine(f"postgresql+psycopg://me:secret@/games?host={tmp_path}")
    assert "secret" not in str(refused.value)


# --- any ---------------------------------------------------------------------------------------------------


def test_a_database_of_a_newer_version_is_left_alone(address: str) -> None:
    engine = open_engine(address)
    id = engine.begin_game(MAYOR, seed=1).id
    shelf = engine.repository
    assert isinstance(shelf, SqlGameRepository)

    def version(name: str) -> None:
        with shelf.database.open_writer() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = :name"), {"name": name})

    version("9999")
    with pytest.raises(StorageError, match=r"saved by a newer version of Rival .*9999.* Nothing was changed"):
        open_engine(address)
    version(SCHEMA_VERSIONS[-1])
    check_next_change(address, id)


@pytest.mark.parametrize(
    "address", ["mysql://localhost/x", "nonsense", "sqlite://", "postgresql+asyncpg://x/y", "sqlite:///:memory:"]
)
def test_an_invalid_address_is_refused(address: str) -> None:
    with pytest.raises(BadOptionError, match="must look like"):
        Database(address)


@pytest.mark.parametrize("code", ["53100", "25006", "55P03"])
def test_every_error_message_is_translated_to_russian(code: str) -> None:
    from sqlalchemy.exc import OperationalError

    from rival.storage.database import describe_database_error

    class Refused(Exception):
        sqlstate = code

    message = describe_database_error(OperationalError("", {}, Refused()), "x").render(load_catalogue("ru"))
    assert "не сохранено" in message
