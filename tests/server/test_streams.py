"""Streams of live updates: one device can't use up all, and streams end when a permission is withdrawn."""

from __future__ import annotations

import asyncio
import socket
import time
from collections import Counter
from contextlib import ExitStack

import pytest
from fastapi.testclient import TestClient

from rival.engine import Engine
from rival.kernel import BadOptionError
from rival.server.app import make_app
from rival.server.auth import Authenticator
from rival.server.limits import ServerConfig
from rival.server.live import MAX_STREAMS, MAX_STREAMS_PER_ADDRESS, ChangeNotifier, stream_changes
from rival.storage import open_repository
from tests.support.event_loops import run_coroutine
from tests.support.server_process import run_configured_server

MAYOR = "rolling-heights"


def test_one_address_can_not_hold_all_streams() -> None:
    bell = ChangeNotifier()
    with ExitStack() as open_ones:
        for _number in range(MAX_STREAMS_PER_ADDRESS):
            open_ones.enter_context(bell.count_stream("one"))
        with pytest.raises(BadOptionError):
            open_ones.enter_context(bell.count_stream("one"))
        for number in range(MAX_STREAMS - MAX_STREAMS_PER_ADDRESS):
            open_ones.enter_context(bell.count_stream(f"device {number}"))
        with pytest.raises(BadOptionError):
            open_ones.enter_context(bell.count_stream("the last"))
    with bell.count_stream("one"):
        assert bell._streams_by_address == {"one": 1}
    assert not bell._streams_by_address


def test_l4_an_address_gets_a_limited_number_of_streams() -> None:
    shelf, bell = open_repository(), ChangeNotifier()
    id = Engine(shelf).begin_game(MAYOR, seed=1).id
    asked = f"GET /api/games/{id}/events HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".encode()
    with run_configured_server(ServerConfig(make_app(Engine(shelf), notifier=bell))) as place, ExitStack() as open_ones:
        devices = [
            open_ones.enter_context(socket.create_connection(place, 20))
            for _number in range(MAX_STREAMS_PER_ADDRESS + 30)
        ]
        for device in devices:
            device.sendall(asked)
        found = Counter(device.recv(12) for device in devices)
        assert found == {b"HTTP/1.1 200": MAX_STREAMS_PER_ADDRESS, b"HTTP/1.1 422": 30}
        bell.end_streams()
        for device in devices:
            device.close()
        end = time.monotonic() + 10
        while bell._streams_by_address and time.monotonic() < end:
            time.sleep(0.05)
        assert not bell._streams_by_address


def test_a_stream_above_the_limit_gives_an_error() -> None:
    shelf, bell = open_repository(), ChangeNotifier()
    id = Engine(shelf).begin_game(MAYOR, seed=1).id
    bell._streams_by_address["testclient"] = MAX_STREAMS_PER_ADDRESS
    told = TestClient(make_app(Engine(shelf), notifier=bell), base_url="http://127.0.0.1").get(
        f"/api/games/{id}/events"
    )
    assert (told.status_code, "Too many devices have games open" in told.json()["message"]) == (422, True)


def test_a_withdrawn_permission_ends_the_stream() -> None:
    shelf, bell = open_repository(), ChangeNotifier()
    id = Engine(shelf).begin_game(MAYOR, seed=1).id
    told: list[str] = []

    async def look() -> tuple[int, int] | None:
        return None if "event: moved" in told else shelf.get_version(id)

    async def heard() -> list[str]:
        async for one in stream_changes(bell, id, look):
            told.append(one.split("\n")[0])
            bell.notify(id)
        return told

    assert run_coroutine(asyncio.wait_for(heard(), 10)) == ["retry: 1000", "event: moved", "event: gone"]


@pytest.mark.parametrize("path", ["/api/games/a%00b/events", "/api/games/a%00b", "/api/games/a%00b/links"])
def test_l8_an_id_that_no_database_can_hold_is_not_there(path: str) -> None:
    shelf = open_repository()
    app = make_app(Engine(shelf), authenticator=Authenticator(shelf, "ABCD-EFGH-JKMN", "http://127.0.0.1:8181"))
    assert TestClient(app, base_url="http://127.0.0.1", client=("127.0.0.1", 5000)).get(path).status_code == 404


def test_l8_such_an_id_never_reaches_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = open_repository()
    monkeypatch.setattr(shelf, "database", None)
    id = "a\0b"
    assert [shelf.get_version(id), shelf.find_row(id), shelf.find_game(id), shelf.check_access(id, "key")] == [None] * 4
