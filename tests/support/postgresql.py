"""A temporary PostgreSQL server for the tests, from the installed programs."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg
from tools.needed_programs import find_postgresql, find_unprivileged_user, get_unprivileged_prefix


class PostgresqlServer:
    """A running server; ``database`` creates an empty database and returns its address."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.numbers = count(1)

    def create_database(self) -> str:
        name = f"games_{next(self.numbers)}"
        with psycopg.connect(f"host={self.folder} user=postgres dbname=postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return f"postgresql+psycopg://postgres@/{name}?host={self.folder}"


@contextmanager
def run_postgresql(durable: bool = False) -> Iterator[PostgresqlServer]:
    """Run a temporary server; only with ``durable`` does it sync the disk."""
    initdb, control = find_postgresql("initdb"), find_postgresql("pg_ctl")
    folder = Path(tempfile.mkdtemp(prefix="rival-pg-", dir="/tmp"))  # short: it holds a socket
    if os.getuid() == 0:
        os.chown(folder, find_unprivileged_user().pw_uid, find_unprivileged_user().pw_gid)
    data = folder / "data"
    settings = f"-c listen_addresses= -c unix_socket_directories={folder} -c max_connections=200"
    settings += "" if durable else " -c fsync=off -c synchronous_commit=off -c full_page_writes=off"
    try:
        run_command([initdb, "-D", str(data), "-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-sync", "--locale=C"])
        run_command([control, "-D", str(data), "-w", "-l", str(folder / "log"), "-o", settings, "start"])
        try:
            yield PostgresqlServer(folder)
        finally:
            run_command([control, "-D", str(data), "-w", "-m", "immediate", "stop"])
    finally:
        shutil.rmtree(folder)


def run_command(command: list[str]) -> None:
    done = subprocess.run(
        [*get_unprivileged_prefix(), *command], cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    if done.returncode:
        raise RuntimeError(f"{command[0]} failed: {done.stderr.decode(errors='replace').strip()}")
