"""Answers that arrive during a write are committed together; an error affects only its own answer."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from rival.engine import Engine, Stale
from rival.storage import Database, NotKept, SqlShelf

GAMES = 6


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    found = Database(f"sqlite:///{tmp_path}/rival.db")
    yield found
    found.close()


def all_at_once(database: Database, calls: list[Callable[[], Any]]) -> tuple[list[Future[Any]], list[int]]:
    """Make all calls during a write; return the result of each and the number of writes in each transaction."""
    batches: list[int] = []
    write = database._write

    def counted(wishes: Any) -> None:
        batches.append(len(wishes))
        write(wishes)

    database._write = counted  # type: ignore[method-assign]
    with ThreadPoolExecutor(len(calls)) as pool, database._turn.alone():
        futures = [pool.submit(call) for call in calls]
        until = time.monotonic() + 10
        while database._turn.waiting < len(calls) and time.monotonic() < until:
            time.sleep(0.005)
    return futures, batches


def test_one_of_them_writes_for_all(database: Database) -> None:
    engine = Engine(SqlShelf(database))
    ids = [engine.begin("rolling-heights", seed=n).id for n in range(GAMES)]
    futures, batches = all_at_once(database, [lambda id=id: engine.answer(id, 0, True) for id in ids])  # type: ignore[misc]
    assert [one.result().at for one in futures] == [1] * GAMES
    assert batches == [GAMES]
    assert [Engine(SqlShelf(database)).state(id).at for id in ids] == [1] * GAMES


def test_who_was_overtaken_is_told_so_and_the_others_are_kept(database: Database) -> None:
    engine, other = Engine(SqlShelf(database)), Engine(SqlShelf(database))
    ids = [engine.begin("rolling-heights", seed=n).id for n in range(GAMES)]
    for id in ids:
        engine.state(id)
    other.answer(ids[2], 0, True)
    futures, batches = all_at_once(database, [lambda id=id: engine.answer(id, 0, True) for id in ids])  # type: ignore[misc]
    with pytest.raises(Stale):
        futures[2].result()
    assert [one.result().at for n, one in enumerate(futures) if n != 2] == [1] * (GAMES - 1)
    assert batches == [GAMES]
    assert [Engine(SqlShelf(database)).state(id).at for id in ids] == [1] * GAMES


def test_what_one_began_to_write_is_taken_back_and_nothing_of_the_others(database: Database) -> None:
    with database.writing() as connection:
        connection.exec_driver_sql("CREATE TABLE seen (n INTEGER PRIMARY KEY)")

    def see(*numbers: int) -> Callable[[], None]:
        def do(run: Any) -> None:
            for n in numbers:
                run.args[0].execute("INSERT INTO seen VALUES (?)", [n])

        return lambda: database.write(do)

    futures, batches = all_at_once(database, [see(1, 2), see(3, 3), see(4)])
    assert batches == [3]
    assert [one.exception() is None for one in futures] == [True, False, True]
    assert seen(database) == [1, 2, 4]


def seen(database: Database) -> list[int]:
    with database.reading() as connection:
        return [n for (n,) in connection.exec_driver_sql("SELECT n FROM seen ORDER BY n")]


def test_if_the_disk_takes_nothing_nobody_was_kept(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine(SqlShelf(database))
    ids = [engine.begin("rolling-heights", seed=n).id for n in range(GAMES)]

    def gone() -> None:
        raise sqlite3.OperationalError("disk I/O error")

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(database, "_still_there", gone)
        futures, batches = all_at_once(
            database,
            [lambda id=id: engine.answer(id, 0, True) for id in ids],  # type: ignore[misc]
        )
    assert batches == [GAMES]
    assert all(isinstance(one.exception(), NotKept) for one in futures)
    assert [engine.state(id).at for id in ids] == [0] * GAMES
    assert [engine.answer(id, 0, True).at for id in ids] == [1] * GAMES


def test_who_waited_too_long_is_not_written_later(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rival.storage.database.WAIT", 0.05)
    engine = Engine(SqlShelf(database))
    id = engine.begin("rolling-heights", seed=1).id
    with ThreadPoolExecutor(1) as pool, database._turn.alone():
        late = pool.submit(engine.answer, id, 0, True)
        assert isinstance(late.exception(), NotKept)
    other = engine.begin("rolling-heights", seed=2).id
    assert engine.answer(other, 0, True).at == 1
    assert engine.state(id).at == 0
