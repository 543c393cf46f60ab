"""Answers per second that servers accept and save, compared with the bare server and with plain inserts.

    python bench/storage.py [--seconds 6] [--games 8]

One process uses SQLite, two use PostgreSQL (started from the installed binaries, with durable writes). A client of its
own plays each game over the loopback interface; all share this machine with the servers.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

import psycopg
from tests.support.forked_servers import find_free_port, start_server_forker
from tests.support.postgresql import run_postgresql

import rival
from bench.bare import open_database, start_bare_server

GAME = "rolling-heights"
JOURNAL = rival.play_demo(GAME, seed=3).journal
JOURNAL_LINE = JOURNAL.format_text().splitlines()[1]


class PlayingClient(threading.Thread):
    """A thread that plays one game after the other and records the response times."""

    def __init__(self, port: int, until: float) -> None:
        super().__init__()
        self.port, self.until = port, until
        self.times: list[float] = []

    def run(self) -> None:
        """Play until the time is over."""
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port)
        while time.perf_counter() < self.until:
            state = self.send_request("/api/games", {"game": GAME, "seed": 3, "pack": JOURNAL.header["pack"]})
            for kind, name, value in JOURNAL.active_entries:
                began = time.perf_counter()
                if began > self.until:
                    return
                body = {"at": state["at"], "since": state["length"], "value": value}
                if kind == "correct":
                    body["path"] = name
                result = self.send_request(f"/api/games/{state['id']}/{kind}", body)
                self.times.append(time.perf_counter() - began)
                state = result.get("state", result)  # the response to a correction contains more than the state

    def send_request(self, path: str, body: object) -> dict[str, Any]:
        """Send a request and return its response."""
        self.connection.request("POST", path, json.dumps(body), {"content-type": "application/json"})
        response = self.connection.getresponse()
        result: dict[str, Any] = json.loads(response.read())
        assert response.status in (200, 201), result
        return result


def measure_servers(address: str, processes: int, games: int, seconds: float) -> tuple[float, float, float]:
    """Return answers per second, and median and 99th percentile of the response times in milliseconds."""
    ports = [find_free_port() for _number in range(processes)]
    with tempfile.TemporaryDirectory() as home, start_server_forker(address, Path(home)) as servers:
        for port in ports:
            servers.start(port)
        until = time.perf_counter() + seconds
        clients = [PlayingClient(ports[number % processes], until) for number in range(games)]
        for client in clients:
            client.start()
        for client in clients:
            client.join()
    return summarize_clients(clients, seconds)


def measure_bare_server(games: int, seconds: float) -> tuple[float, float, float]:
    """Measure the bare server in the same way: one durable insert for each answer."""
    with start_bare_server() as server:
        port = int(server.host.rpartition(":")[2])
        until = time.perf_counter() + seconds
        clients = [PlayingClient(port, until) for _number in range(games)]
        for client in clients:
            client.start()
        for client in clients:
            client.join()
    return summarize_clients(clients, seconds)


def summarize_clients(clients: list[PlayingClient], seconds: float) -> tuple[float, float, float]:
    """Return rate, median and 99th percentile of all clients."""
    times = sorted(took for client in clients for took in client.times)
    return len(times) / seconds, 1000 * times[len(times) // 2], 1000 * times[int(len(times) * 0.99)]


def measure_inserts(insert: Callable[[int], None], seconds: float) -> float:
    """Return plain inserts per second, each in its own transaction."""
    until = time.perf_counter() + seconds
    for number in count():
        if time.perf_counter() > until:
            return number / seconds
        insert(number)
    raise AssertionError


def measure_sqlite(folder: Path, seconds: float) -> float:
    """Return plain inserts per second in SQLite."""
    connection = open_database(str(folder / "raw.db"))
    return measure_inserts(
        lambda n: discard_result(connection.execute("INSERT INTO lines VALUES ('g', ?, ?)", (n, JOURNAL_LINE))), seconds
    )


def measure_postgresql(address: str, seconds: float) -> float:
    """Return plain inserts per second in PostgreSQL."""
    with psycopg.connect(address.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute("CREATE TABLE raw (game TEXT, position INTEGER, text TEXT, PRIMARY KEY (game, position))")
        return measure_inserts(
            lambda n: discard_result(connection.execute("INSERT INTO raw VALUES ('g', %s, %s)", (n, JOURNAL_LINE))),
            seconds,
        )


def discard_result(_result: object) -> None:
    """Discard the result of an insert."""


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--games", type=int, default=8, help="games in play at once")
    arguments = parser.parse_args()
    print(
        f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; "
        f"{arguments.games} games in play, {arguments.seconds:g} s"
    )
    print(f"{'':24}{'answers/s':>10}{'median ms':>11}{'99th ms':>9}{'raw inserts/s':>15}{'ratio':>7}")
    with tempfile.TemporaryDirectory() as folder:
        rate = measure_sqlite(Path(folder), arguments.seconds / 3)
        print_row("bare stack on SQLite", measure_bare_server(arguments.games, arguments.seconds), rate)
        print_row(
            "SQLite, 1 process",
            measure_servers(f"sqlite:///{folder}/rival.db", 1, arguments.games, arguments.seconds),
            rate,
        )
    with run_postgresql(durable=True) as server:
        rate = measure_postgresql(server.create_database(), arguments.seconds / 3)
        print_row(
            "PostgreSQL, 2 processes",
            measure_servers(server.create_database(), 2, arguments.games, arguments.seconds),
            rate,
        )


def print_row(name: str, measured: tuple[float, float, float], raw: float) -> None:
    """Print one row of the results table."""
    answers, median, slowest = measured
    print(f"{name:24}{answers:10.0f}{median:11.1f}{slowest:9.1f}{raw:15.0f}{answers / raw:7.2f}")


if __name__ == "__main__":
    main()
