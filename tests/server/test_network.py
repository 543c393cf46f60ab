"""Opening Rival to the network while it runs, and closing it again; other devices always need the key."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from rival.engine import Engine
from rival.server.app import make_app
from rival.server.auth import Authenticator
from rival.server.limits import ServerConfig
from rival.server.run import LocalNetwork, Server, open_socket
from rival.storage import open_repository
from tests.support.event_loops import run_coroutine

KEY = "ABCD-EFGH-JKMN"
ELSEWHERE = "127.0.0.2"
"""Another place of this machine stands for its address in the network."""


class FakeNetwork:
    """A network that only sets the address."""

    def __init__(self, authenticator: Authenticator) -> None:
        self.authenticator = authenticator

    async def open(self) -> None:
        self.authenticator.admit_devices("http://192.168.1.5:8181")

    async def close(self) -> None:
        self.authenticator.withdraw_address()


@pytest.fixture
def door() -> Authenticator:
    return Authenticator(open_repository(), KEY)


def make_device(authenticator: Authenticator, address: str, base: str) -> TestClient:
    app = make_app(Engine(authenticator.repository), authenticator=authenticator, network=FakeNetwork(authenticator))
    return TestClient(app, base_url=base, client=(address, 5000), follow_redirects=False)


def list_abilities(device: TestClient) -> set[str]:
    """Return what the server can do for a device, whether or not the offline page is built."""
    return set(device.get("/api/here").json()["can"]) - {"carry"}


def test_the_owner_opens_it_and_everybody_else_needs_the_key_from_then_on(door: Authenticator) -> None:
    home = make_device(door, "127.0.0.1", "http://127.0.0.1:8181")
    phone = make_device(door, "192.168.1.77", "http://192.168.1.5:8181")
    assert home.get("/api/here").json()["link"] is None
    assert list_abilities(home) == {"open"}
    opened = home.put("/api/network", json={"open": True}).json()
    assert opened["link"] == f"http://192.168.1.5:8181/join/{KEY}"
    assert opened["code"].startswith("data:image/svg")
    assert {"links", "open"} <= set(opened["can"])
    assert phone.get("/api/games").status_code == 401
    assert phone.get(f"/join/{KEY}").status_code == 303
    assert phone.get("/api/games").status_code == 200
    assert list_abilities(phone) == {"links"}


def test_only_the_own_machine_can_open_the_network(door: Authenticator) -> None:
    home = make_device(door, "127.0.0.1", "http://127.0.0.1:8181")
    phone = make_device(door, "192.168.1.77", "http://192.168.1.5:8181")
    proxied = make_device(door, "127.0.0.1", "http://127.0.0.1:8181")
    assert proxied.put("/api/network", json={"open": True}, headers={"x-forwarded-for": "1.2.3.4"}).status_code == 422
    assert not door.requires_key
    home.put("/api/network", json={"open": True})
    assert phone.put("/api/network", json={"open": False}).status_code == 401
    phone.get(f"/join/{KEY}")
    assert phone.put("/api/network", json={"open": False}).status_code == 422
    assert door.address
    assert home.put("/api/network", json={"open": "yes please"}).status_code == 422


def test_after_closing_connected_devices_still_need_the_key(door: Authenticator) -> None:
    home = make_device(door, "127.0.0.1", "http://127.0.0.1:8181")
    phone = make_device(door, "192.168.1.77", "http://192.168.1.5:8181")
    home.put("/api/network", json={"open": True})
    closed = home.put("/api/network", json={"open": False}).json()
    assert (closed["link"], closed["key"], closed["code"]) == (None, None, None)
    assert phone.get("/api/games").status_code == 401
    assert home.get("/api/games").status_code == 200


def test_without_a_network_there_is_no_switch() -> None:
    shelf = open_repository()
    home = TestClient(
        make_app(Engine(shelf), authenticator=Authenticator(shelf, KEY)),
        base_url="http://127.0.0.1",
        client=("127.0.0.1", 1),
    )
    assert list_abilities(home) == set()
    assert home.put("/api/network", json={"open": True}).status_code == 422


class OpenableServer:
    """A real server on this machine, and its network."""

    def __init__(self, host: str) -> None:
        self.listener = open_socket("127.0.0.1", 0)
        self.port = self.listener.getsockname()[1]
        authenticator = Authenticator(open_repository(), KEY)
        self.network = LocalNetwork(authenticator, self.port, lambda: host)
        app = make_app(Engine(authenticator.repository), authenticator=authenticator, network=self.network)
        self.server = Server(ServerConfig(app), lambda: None, lambda: None)
        self.network.server = self.server
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.listener]}, daemon=True)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.01)

    def switch(self, open: bool) -> dict[str, Any]:
        return self.ask(HTTPConnection("127.0.0.1", self.port), "PUT", "/api/network", json.dumps({"open": open}))

    def ask(
        self, there: HTTPConnection, method: str = "GET", path: str = "/api/here", body: str = ""
    ) -> dict[str, Any]:
        there.request(method, path, body or None, {"content-type": "application/json"})
        answer = there.getresponse()
        told: dict[str, Any] = json.loads(answer.read())
        assert answer.status == 200, told
        return told


@pytest.fixture
def server(tmp_path: Path) -> Iterator[OpenableServer]:
    server_process = OpenableServer(ELSEWHERE)
    yield server_process
    server_process.server.should_exit = True
    server_process.thread.join(10)


@pytest.mark.posix
def test_it_listens_in_the_network_only_while_it_is_open(server: OpenableServer) -> None:
    with pytest.raises(ConnectionRefusedError):
        server.ask(HTTPConnection(ELSEWHERE, server.port))
    for _round in range(2):
        assert server.switch(True)["link"] == f"http://{ELSEWHERE}:{server.port}/join/{KEY}"
        assert server.switch(True)["link"]  # once more changes nothing
        there = HTTPConnection(ELSEWHERE, server.port)
        assert server.ask(there)["everything"]
        assert server.switch(False)["link"] is None
        with pytest.raises((HTTPException, ConnectionError)):  # who was connected is not any more
            server.ask(there)
        with pytest.raises(ConnectionRefusedError):
            server.ask(HTTPConnection(ELSEWHERE, server.port))
        assert server.ask(HTTPConnection("127.0.0.1", server.port))["everything"]


def test_a_machine_without_a_network_reports_it() -> None:
    door = Authenticator(open_repository(), KEY)
    network = LocalNetwork(door, 1, lambda: "")
    network.server = Server(ServerConfig(make_app(Engine(door.repository))), lambda: None, lambda: None)
    with pytest.raises(ValueError, match="not connected to a network"):
        run_coroutine(network.open())
    assert not door.requires_key


def test_l5_opening_twice_at_the_same_time_leaves_no_listener_after_closing(server: OpenableServer) -> None:
    with ThreadPoolExecutor(8) as both:
        for _round in range(5):
            assert all(told["link"] for told in both.map(server.switch, [True] * 8))
            assert server.switch(False)["link"] is None
            assert len(server.server.servers) == 1


@pytest.mark.posix
def test_devices_that_connect_while_it_closes_are_disconnected_too(server: OpenableServer) -> None:
    """A connection may be accepted before the end of the listener and made after it."""
    for round in range(40):
        server.switch(True)
        with ThreadPoolExecutor(1) as closing:
            closed = closing.submit(server.switch, False)
            time.sleep(round % 8 * 0.0005)
            connections: list[socket.socket] = []
            while not closed.done() and len(connections) < 60:
                with suppress(OSError):
                    connections.append(socket.create_connection((ELSEWHERE, server.port), 5))
            closed.result()
        for connection in connections:
            with connection, suppress(ConnectionError):
                connection.sendall(b"GET /api/here HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
                assert connection.recv(1) == b""
