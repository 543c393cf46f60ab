"""A full disk, a read-only folder, a lock that stays: an error message each, and no lost data."""

from __future__ import annotations

import os
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import event, text

from rival.engine import Engine
from rival.kernel import BadOption
from rival.kernel.texts import catalogue_for
from rival.storage import Database, NotKept, SqlShelf
from rival.storage.migrations import KNOWN
from tests.support.postgresql import Server

pwd = pytest.importorskip("pwd", reason="users are POSIX")
resource = pytest.importorskip("resource", reason="limits of a process are POSIX")

MAYOR = "rolling-heights"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "rival.db"


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rival.storage.database.WAIT", 0.2)


def opened(address: object) -> Engine:
    return Engine(SqlShelf(Database(f"sqlite:///{address}" if isinstance(address, Path) else str(address))))


def fill(engine: Engine, id: str, most: int) -> None:
    """Correct a value again and again; acknowledged corrections must be stored."""
    for at in range(most):
        assert engine.state(id).at == at
        engine.correct(id, at, "mayor.vp", at)


def check_that_it_goes_on(address: object, id: str) -> None:
    """Check that acknowledged answers are stored and that the next answer is accepted."""
    engine = opened(address)
    at = engine.state(id).at
    assert engine.dice(id, at, "program").at == at + 1


# --- SQLite ------------------------------------------------------------------------------------------------


def test_a_full_database_file(file: Path) -> None:
    engine = opened(file)
    id = engine.begin(MAYOR, seed=1).id
    shelf = engine.shelf
    assert isinstance(shelf, SqlShelf)
    room: list[int] = []

    @event.listens_for(shelf.database.engine, "checkout")
    def small(connection: sqlite3.Connection, *_more: object) -> None:
        [pages] = connection.execute("PRAGMA page_count").fetchone()
        room.append(pages + 3)
        connection.execute(f"PRAGMA max_page_count = {room[0]}")

    with pytest.raises(NotKept, match="is full, so your change was not saved"):
        fill(engine, id, 2000)
    check_that_it_goes_on(file, id)


@contextmanager
def files_stay_below(size: int) -> Iterator[None]:
    """Simulate a full disk by limiting the size of files."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, ignored)


def test_a_disk_that_takes_no_more(file: Path) -> None:
    engine = opened(file)
    id = engine.begin(MAYOR, seed=1).id
    size = max(one.stat().st_size for one in file.parent.iterdir())
    with files_stay_below(size + 20_000), pytest.raises(NotKept, match=r"could not be written to .* Try again"):
        fill(engine, id, 500)
    at = engine.state(id).at
    assert engine.dice(id, at, "program").at == at + 1
    check_that_it_goes_on(file, id)


@contextmanager
def without_power() -> Iterator[None]:
    """Run a block as an unprivileged user, because root may write everywhere."""
    if os.getuid() != 0:
        yield
        return
    os.seteuid(pwd.getpwnam("nobody").pw_uid)
    try:
        yield
    finally:
        os.seteuid(0)


def readable_folder(path: Path) -> None:
    """Make a folder readable for everybody and writable for nobody."""
    for folder in (path, *path.parents):
        if folder.stat().st_uid == os.getuid() and folder != Path("/tmp"):
            folder.chmod(0o555 if folder == path else 0o755)


def test_a_folder_that_can_not_be_written(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    readable_folder(folder)
    with without_power(), pytest.raises(NotKept, match=r"can't be opened or written.*RIVAL_HOME"):
        opened(folder / "rival.db")
    with without_power(), pytest.raises(NotKept, match="can't be opened or written"):
        opened(folder / "deeper" / "rival.db")
    folder.chmod(0o755)


def test_a_database_that_became_read_only(file: Path) -> None:
    engine = opened(file)
    id = engine.begin(MAYOR, seed=1).id
    engine.shelf.database.close()  # type: ignore[attr-defined]
    for one in file.parent.iterdir():
        one.chmod(0o444)
    readable_folder(file.parent)
    with without_power(), pytest.raises(NotKept, match="can't be opened or written"):
        opened(file).dice(id, 0, "mine")
    file.parent.chmod(0o755)
    check_that_it_goes_on(file, id)


def test_a_database_that_another_program_keeps_locked(file: Path) -> None:
    engine = opened(file)
    id = engine.begin(MAYOR, seed=1).id
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(NotKept, match=r"Another program has locked .*, so your change was not saved"):
        engine.dice(id, 0, "mine")
    assert engine.state(id).at == 0
    other.execute("ROLLBACK")
    assert engine.dice(id, 0, "mine").at == 1


def test_a_file_that_is_no_database(file: Path) -> None:
    file.write_text("Dear diary, today I lost against the Mayor. " * 50)
    with pytest.raises(NotKept, match="is not a Rival database"):
        opened(file)
    assert file.read_text().startswith("Dear diary")


# --- PostgreSQL --------------------------------------------------------------------------------------------


def psql(address: str) -> psycopg.Connection[tuple[object, ...]]:
    return psycopg.connect(address.replace("+psycopg", ""), autocommit=True)


def test_a_postgresql_table_that_another_program_keeps_locked(postgresql: Server) -> None:
    address = postgresql.database()
    engine = opened(address)
    id = engine.begin(MAYOR, seed=1).id
    with psql(address) as other, other.transaction():
        other.execute("LOCK TABLE games IN EXCLUSIVE MODE")
        with pytest.raises(NotKept, match=r"Another program has locked .*, so your change was not saved"):
            engine.dice(id, 0, "mine")
    check_that_it_goes_on(address, id)


def test_a_postgresql_that_takes_no_changes(postgresql: Server) -> None:
    address = postgresql.database()
    id = opened(address).begin(MAYOR, seed=1).id
    with psql(address) as other:
        other.execute("DO $$BEGIN EXECUTE 'ALTER DATABASE ' || current_database() || "
                      "' SET default_transaction_read_only = on'; END$$")  # fmt: skip
        engine = opened(address)
        with pytest.raises(NotKept, match="can't be opened or written"):
            engine.dice(id, 0, "mine")
        assert engine.state(id).at == 0


def test_a_postgresql_that_drops_its_connections(postgresql: Server) -> None:
    address = postgresql.database()
    engine = opened(address)
    id = engine.begin(MAYOR, seed=1).id
    with psql(address) as other:
        other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'rival'")
    assert engine.dice(id, 0, "mine").at == 1


def test_a_postgresql_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(NotKept, match="can't be used") as refused:
        opened(f"postgresql+psycopg://me:secret@/games?host={tmp_path}")
    assert "secret" not in str(refused.value)


# --- any ---------------------------------------------------------------------------------------------------


def test_a_database_of_a_newer_version_is_left_alone(address: str) -> None:
    engine = opened(address)
    id = engine.begin(MAYOR, seed=1).id
    shelf = engine.shelf
    assert isinstance(shelf, SqlShelf)

    def version(name: str) -> None:
        with shelf.database.writing() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = :name"), {"name": name})

    version("9999")
    with pytest.raises(NotKept, match=r"saved by a newer version of Rival .*9999.* Nothing was changed"):
        opened(address)
    version(KNOWN[-1])
    check_that_it_goes_on(address, id)


@pytest.mark.parametrize(
    "address", ["mysql://localhost/x", "nonsense", "sqlite://", "postgresql+asyncpg://x/y", "sqlite:///:memory:"]
)
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(BadOption, match="must look like"):
        Database(address)


@pytest.mark.parametrize("code", ["53100", "25006", "55P03"])
def test_every_sentence_is_spoken_in_russian(code: str) -> None:
    from sqlalchemy.exc import OperationalError

    from rival.storage.database import sentence

    class Refused(Exception):
        sqlstate = code

    told: Callable[[], str] = lambda: sentence(OperationalError("", {}, Refused()), "x").render(catalogue_for("ru"))  # noqa: E731
    assert "не сохранено" in told()
