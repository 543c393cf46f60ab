"""Several devices on one game, through one process or two, with disconnections.

All devices end in the same state, and every listener gets every change.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from rival.engine import Engine
from rival.kernel import Session
from rival.storage import Database, SqlGameRepository
from tests.support.forked_servers import ServerForker, find_free_port, start_server_forker
from tests.support.random_clients import RandomClient, check_log, run_clients

CHANGES = 60
MAYOR = "rolling-heights"


@pytest.fixture
def servers(address: str, tmp_path: Path) -> Iterator[ServerForker]:
    with start_server_forker(address, tmp_path) as found:
        yield found


class Listener(threading.Thread):
    """A client that only listens, disconnects at times and reconnects."""

    def __init__(self, address: str, breaks: bool = True) -> None:
        super().__init__(daemon=True)
        self.address, self.breaks = address, breaks
        self.heard: list[int] = []
        self.events: list[str] = []
        self.over = threading.Event()

    def run(self) -> None:
        with httpx2.Client(timeout=5) as client:
            while not self.over.is_set():
                try:
                    with client.stream("GET", f"{self.address}/events") as stream:
                        self.listen(stream)
                except httpx2.TransportError:
                    time.sleep(0.01)

    def listen(self, stream: httpx2.Response) -> None:
        for number, line in enumerate(stream.iter_lines()):
            if line.startswith("event: "):
                self.events.append(line.removeprefix("event: "))
            if line.startswith("data: ") and line != "data: {}":
                self.heard.append(json.loads(line.removeprefix("data: "))["at"])
            if self.over.is_set() or (self.breaks and number > 40):
                return

    def wait_for(self, at: int) -> None:
        until = time.monotonic() + 20
        while time.monotonic() < until:
            if self.heard and self.heard[-1] == at:
                return
            time.sleep(0.01)
        raise AssertionError(f"waited for {at}, heard {self.heard[-5:]}")


@pytest.mark.parametrize("many", [2, 8])
def test_devices_on_two_processes_end_in_the_same_state(servers: ServerForker, many: int) -> None:
    ports = [find_free_port(), find_free_port()]
    for port in ports:
        servers.start(port)
    made = httpx2.post(f"http://127.0.0.1:{ports[0]}/api/games", json={"game": MAYOR, "seed": 5}).json()
    games = [f"http://127.0.0.1:{port}/api/games/{made['id']}" for port in ports]
    listeners = [Listener(one) for one in games]
    for one in listeners:
        one.start()
    over = threading.Event()
    devices = [RandomClient(ports, made["id"], seed, over) for seed in range(many)]
    run_clients(devices, CHANGES)
    states = [httpx2.get(one).json() for one in games for _again in range(2)]
    assert all(one == states[0] for one in states)
    for one in listeners:
        one.wait_for(states[0]["at"])
        assert one.heard == sorted(one.heard)
        one.over.set()
    session = Session.load(httpx2.get(f"{games[0]}/journal").text)
    check_log(session.journal.log, devices)
    assert len(session.journal.log) == states[0]["at"] >= CHANGES
    assert session.position == states[0]["position"]


def test_a_listener_is_notified_of_changes_by_another_process(servers: ServerForker, address: str) -> None:
    port = find_free_port()
    servers.start(port)
    elsewhere = Engine(SqlGameRepository(Database(address)))  # as the terminal does
    id = elsewhere.begin_game(MAYOR, seed=5).id
    listener = Listener(f"http://127.0.0.1:{port}/api/games/{id}", breaks=False)
    listener.start()
    listener.wait_for(0)
    began = time.monotonic()
    elsewhere.answer(id, 0, True)
    listener.wait_for(1)
    assert time.monotonic() - began < 5
    elsewhere.update_details(id, {"name": "Sunday"})
    elsewhere.delete_game(id)
    until = time.monotonic() + 10
    while listener.events[-1] != "gone" and time.monotonic() < until:
        time.sleep(0.01)
    listener.over.set()  # not before: whoever is told to stop stops at the next line, which may be that of the name
    assert listener.events[-1] == "gone"


def test_a_new_listener_first_gets_the_current_state(servers: ServerForker) -> None:
    port = find_free_port()
    servers.start(port)
    base = f"http://127.0.0.1:{port}/api/games"
    id = httpx2.post(base, json={"game": MAYOR, "seed": 5}).json()["id"]

    def first() -> dict[str, int]:
        with httpx2.Client(timeout=5) as client, client.stream("GET", f"{base}/{id}/events") as stream:
            line = next(line for line in stream.iter_lines() if line.startswith("data"))
        told: dict[str, int] = json.loads(line.removeprefix("data: "))
        return told

    before = first()
    assert before["at"] == 0
    for at in range(3):
        httpx2.post(f"{base}/{id}/dice", json={"at": at, "dice": "mine"})
    httpx2.patch(f"{base}/{id}", json={"name": "Sunday"})
    assert first() == {"at": 3, "edition": before["edition"] + 1}
    assert httpx2.get(f"{base}/nothing/events").status_code == 404
