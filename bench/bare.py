"""A bare server for comparison: the libraries that Rival uses, without Rival; every answer is one durable insert.

Rival's server is compared with it in the same run, so that the results are comparable even on a busy machine. Inserts
use the database driver or SQLAlchemy: ``python bench/bare.py PORT FILE driver|sqlalchemy``.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from socket import create_connection, socket
from threading import Lock
from typing import Any, NamedTuple, TypeAlias

import uvicorn
from fastapi import FastAPI
from pydantic import BaseModel
from sqlalchemy import Column, MetaData, Table, Text, create_engine, event

TABLE = "CREATE TABLE lines (game TEXT, position INTEGER, text TEXT, PRIMARY KEY (game, position)) WITHOUT ROWID"


class RunningServer(NamedTuple):
    """A running server: its address and its process."""

    host: str
    process: int

    def read_processor_seconds(self) -> float:
        """Return the processor seconds that the server has used so far."""
        parts = Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
        return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def start_bare_server(driver: str = "driver") -> Iterator[RunningServer]:
    """Start the bare server in another process."""
    with socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen([sys.executable, __file__, str(port), f"{folder}/bare.db", driver])
        try:
            wait_for(port)
            yield RunningServer(f"127.0.0.1:{port}", process.pid)
        finally:
            process.terminate()
            process.wait()


def wait_for(port: int) -> None:
    """Wait until a server accepts connections; raise TimeoutError after a minute."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        with suppress(OSError), create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.02)
    raise TimeoutError(f"nothing answers on port {port}")


Insert: TypeAlias = Callable[[str, int, str], None]


def open_database(file: str) -> sqlite3.Connection:
    """Open a database that waits for the disk at the end of every insert, as Rival's does."""
    connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    for statement in ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", TABLE):
        connection.execute(statement)
    return connection


def make_driver_insert(file: str) -> Insert:
    """Return a function that inserts with the database driver."""
    connection, writer = open_database(file), Lock()

    def insert(game: str, position: int, text: str) -> None:
        with writer:
            connection.execute("INSERT INTO lines VALUES (?, ?, ?)", (game, position, text))

    return insert


def make_sqlalchemy_insert(file: str) -> Insert:
    """Return a function that inserts with SQLAlchemy."""
    open_database(file).close()
    engine, writer = create_engine(f"sqlite:///{file}"), Lock()
    event.listen(engine, "connect", lambda raw_connection, _record: raw_connection.execute("PRAGMA synchronous = FULL"))
    lines = Table("lines", MetaData(), *(Column(name, Text) for name in ("game", "position", "text")))

    def insert(game: str, position: int, text: str) -> None:
        with writer, engine.begin() as connection:
            connection.execute(lines.insert(), {"game": game, "position": position, "text": text})

    return insert


INSERTS: dict[str, Callable[[str], Insert]] = {"driver": make_driver_insert, "sqlalchemy": make_sqlalchemy_insert}


class AnswerBody(BaseModel):
    """The body of a request with an answer."""

    at: int
    since: int = 0
    value: Any = None
    path: str | None = None


def serve(port: int, insert: Insert) -> None:
    """Serve until the process is ended."""
    numbers = count()
    app = FastAPI()

    @app.post("/api/games", status_code=201)
    def begin_game() -> dict[str, Any]:
        return {"id": f"g{next(numbers)}", "at": 0, "length": 0}

    @app.post("/api/games/{id}/{kind}")
    def save_answer(id: str, kind: str, said: AnswerBody) -> dict[str, Any]:
        insert(id, said.at, said.model_dump_json())
        return {"id": id, "at": said.at + 1, "length": 0}

    uvicorn.run(app, port=port, log_level="warning", access_log=False, http="httptools", ws="none")


if __name__ == "__main__":
    serve(int(sys.argv[1]), INSERTS[sys.argv[3]](sys.argv[2]))
