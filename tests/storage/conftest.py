from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from rival.storage import Database, SqlShelf
from tests.support.postgresql import NoPostgresql, Server, running_server


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Server]:
    if os.name != "posix":
        pytest.skip("the tests start PostgreSQL as POSIX systems do")
    try:
        with running_server() as server:
            yield server
    except NoPostgresql as problem:
        pytest.fail(str(problem))


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/rival.db"
    server: Server = request.getfixturevalue("postgresql")
    return server.database()


@pytest.fixture
def shelf(address: str) -> Iterator[SqlShelf]:
    database = Database(address)
    yield SqlShelf(database)
    database.close()
