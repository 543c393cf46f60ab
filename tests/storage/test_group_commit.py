"""Answers that arrive during a write are committed together; an error affects only its own answer."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from rival.engine import Engine, StaleStateError
from rival.storage import Database, SqlGameRepository, StorageError

GAMES = 6


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    found = Database(f"sqlite:///{tmp_path}/rival.db")
    yield found
    found.close()


def run_all_at_once(database: Database, calls: list[Callable[[], Any]]) -> tuple[list[Future[Any]], list[int]]:
    """Make all calls during a write; return the result of each and the number of writes in each transaction."""
    batches: list[int] = []
    write = database._write_requests

    def count_requests(requests: Any) -> None:
        batches.append(len(requests))
        write(requests)

    database._write_requests = count_requests  # type: ignore[method-assign]
    with ThreadPoolExecutor(len(calls)) as pool, database._write_queue.hold_turn():
        futures = [pool.submit(call) for call in calls]
        until = time.monotonic() + 10
        while database._write_queue.waiting_count < len(calls) and time.monotonic() < until:
            time.sleep(0.005)
    return futures, batches


def test_one_thread_commits_the_writes_of_all(database: Database) -> None:
    engine = Engine(SqlGameRepository(database))
    ids = [engine.begin_game("rolling-heights", seed=n).id for n in range(GAMES)]
    futures, batches = run_all_at_once(database, [lambda id=id: engine.answer(id, 0, True) for id in ids])  # type: ignore[misc]
    assert [one.result().at for one in futures] == [1] * GAMES
    assert batches == [GAMES]
    assert [Engine(SqlGameRepository(database)).load_state(id).at for id in ids] == [1] * GAMES


def test_a_conflict_fails_alone_and_the_other_writes_are_saved(database: Database) -> None:
    engine, other = Engine(SqlGameRepository(database)), Engine(SqlGameRepository(database))
    ids = [engine.begin_game("rolling-heights", seed=n).id for n in range(GAMES)]
    for id in ids:
        engine.load_state(id)
    other.answer(ids[2], 0, True)
    futures, batches = run_all_at_once(database, [lambda id=id: engine.answer(id, 0, True) for id in ids])  # type: ignore[misc]
    with pytest.raises(StaleStateError):
        futures[2].result()
    assert [one.result().at for n, one in enumerate(futures) if n != 2] == [1] * (GAMES - 1)
    assert batches == [GAMES]
    assert [Engine(SqlGameRepository(database)).load_state(id).at for id in ids] == [1] * GAMES


def test_a_failed_write_is_rolled_back_alone(database: Database) -> None:
    with database.open_writer() as connection:
        connection.exec_driver_sql("CREATE TABLE seen (n INTEGER PRIMARY KEY)")

    def see(*numbers: int) -> Callable[[], None]:
        def do(run: Any) -> None:
            for n in numbers:
                run.args[0].execute("INSERT INTO seen VALUES (?)", [n])

        return lambda: database.run_write(do)

    futures, batches = run_all_at_once(database, [see(1, 2), see(3, 3), see(4)])
    assert batches == [3]
    assert [one.exception() is None for one in futures] == [True, False, True]
    assert list_seen_numbers(database) == [1, 2, 4]


def list_seen_numbers(database: Database) -> list[int]:
    with database.open_reader() as connection:
        return [n for (n,) in connection.exec_driver_sql("SELECT n FROM seen ORDER BY n")]


def test_a_disk_error_fails_every_write(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine(SqlGameRepository(database))
    ids = [engine.begin_game("rolling-heights", seed=n).id for n in range(GAMES)]

    def gone() -> None:
        raise sqlite3.OperationalError("disk I/O error")

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(database, "_require_same_file", gone)
        futures, batches = run_all_at_once(
            database,
            [lambda id=id: engine.answer(id, 0, True) for id in ids],  # type: ignore[misc]
        )
    assert batches == [GAMES]
    assert all(isinstance(one.exception(), StorageError) for one in futures)
    assert [engine.load_state(id).at for id in ids] == [0] * GAMES
    assert [engine.answer(id, 0, True).at for id in ids] == [1] * GAMES


def test_a_write_that_timed_out_is_not_done_later(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rival.storage.database.WRITE_TIMEOUT", 0.05)
    engine = Engine(SqlGameRepository(database))
    id = engine.begin_game("rolling-heights", seed=1).id
    with ThreadPoolExecutor(1) as pool, database._write_queue.hold_turn():
        late = pool.submit(engine.answer, id, 0, True)
        assert isinstance(late.exception(), StorageError)
    other = engine.begin_game("rolling-heights", seed=2).id
    assert engine.answer(other, 0, True).at == 1
    assert engine.load_state(id).at == 0
