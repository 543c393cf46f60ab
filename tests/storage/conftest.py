from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from rival.storage import Database, SqlGameRepository
from tests.support.postgresql import PostgresqlServer, run_postgresql


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgresqlServer]:
    if os.name != "posix":
        pytest.skip("the tests start PostgreSQL as POSIX systems do")
    with run_postgresql() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/rival.db"
    server: PostgresqlServer = request.getfixturevalue("postgresql")
    return server.create_database()


@pytest.fixture
def shelf(address: str) -> Iterator[SqlGameRepository]:
    database = Database(address)
    yield SqlGameRepository(database)
    database.close()
