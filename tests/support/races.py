"""Helpers of tests in which several devices use one game at the same time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from rival.engine import Engine
from rival.kernel import Session
from rival.storage import Database, SqlGameRepository


@contextmanager
def make_engines(address: str, many: int) -> Iterator[list[Engine]]:
    """Create independent engines on one database, as in several processes."""
    databases = [Database(address) for _number in range(many)]
    yield [Engine(SqlGameRepository(one)) for one in databases]
    for one in databases:
        one.close()


def make_longer_copy(text: str, seed: int) -> str:
    """Return the journal as it was continued in another installation."""
    session = Session.load(text)
    for step in range(3):
        session.correct("mayor.vp", 20 + (seed + step) % 20)
    return session.journal.format_text()


def run_together(*calls: Callable[[], Any]) -> list[Any]:
    """Return the results of calls that start at the same time."""
    ready = threading.Barrier(len(calls))

    def wait_and_call(made: Callable[[], Any]) -> Any:
        ready.wait()
        return made()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(wait_and_call, calls))
