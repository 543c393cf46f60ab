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
from rival.kernel import BadOption
from rival.server.app import make_app
from rival.server.door import Door
from rival.server.live import MOST_OF_ONE, MOST_STREAMS, Bell, events
from rival.server.patience import Settings
from rival.storage import open_shelf
from tests.support.event_loops import run
from tests.support.server_process import served

MAYOR = "rolling-heights"


def test_one_address_can_not_hold_all_streams() -> None:
    bell = Bell()
    with ExitStack() as open_ones:
        for _number in range(MOST_OF_ONE):
            open_ones.enter_context(bell.place("one"))
        with pytest.raises(BadOption):
            open_ones.enter_context(bell.place("one"))
        for number in range(MOST_STREAMS - MOST_OF_ONE):
            open_ones.enter_context(bell.place(f"device {number}"))
        with pytest.raises(BadOption):
            open_ones.enter_context(bell.place("the last"))
    with bell.place("one"):
        assert bell._of == {"one": 1}
    assert not bell._of


def test_l4_an_address_that_asks_for_many_streams_at_once_gets_so_many() -> None:
    shelf, bell = open_shelf(), Bell()
    id = Engine(shelf).begin(MAYOR, seed=1).id
    asked = f"GET /api/games/{id}/events HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".encode()
    with served(Settings(make_app(Engine(shelf), bell=bell))) as place, ExitStack() as open_ones:
        devices = [open_ones.enter_context(socket.create_connection(place, 20)) for _number in range(MOST_OF_ONE + 30)]
        for device in devices:
            device.sendall(asked)
        found = Counter(device.recv(12) for device in devices)
        assert found == {b"HTTP/1.1 200": MOST_OF_ONE, b"HTTP/1.1 422": 30}
        bell.close()
        for device in devices:
            device.close()
        end = time.monotonic() + 10
        while bell._of and time.monotonic() < end:
            time.sleep(0.05)
        assert not bell._of


def test_the_one_too_many_gets_a_sentence() -> None:
    shelf, bell = open_shelf(), Bell()
    id = Engine(shelf).begin(MAYOR, seed=1).id
    bell._of["testclient"] = MOST_OF_ONE
    told = TestClient(make_app(Engine(shelf), bell=bell), base_url="http://127.0.0.1").get(f"/api/games/{id}/events")
    assert (told.status_code, "Too many devices have games open" in told.json()["message"]) == (422, True)


def test_a_right_that_was_taken_away_ends_the_stream() -> None:
    shelf, bell = open_shelf(), Bell()
    id = Engine(shelf).begin(MAYOR, seed=1).id
    told: list[str] = []

    async def look() -> tuple[int, int] | None:
        return None if "event: moved" in told else shelf.stamp(id)

    async def heard() -> list[str]:
        async for one in events(bell, id, look):
            told.append(one.split("\n")[0])
            bell.ring(id)
        return told

    assert run(asyncio.wait_for(heard(), 10)) == ["retry: 1000", "event: moved", "event: gone"]


@pytest.mark.parametrize("path", ["/api/games/a%00b/events", "/api/games/a%00b", "/api/games/a%00b/links"])
def test_l8_an_id_that_no_database_can_hold_is_not_there(path: str) -> None:
    shelf = open_shelf()
    app = make_app(Engine(shelf), door=Door(shelf, "ABCD-EFGH-JKMN", "http://127.0.0.1:8181"))
    assert TestClient(app, base_url="http://127.0.0.1", client=("127.0.0.1", 5000)).get(path).status_code == 404


def test_l8_such_an_id_never_reaches_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = open_shelf()
    monkeypatch.setattr(shelf, "database", None)
    id = "a\0b"
    assert [shelf.stamp(id), shelf.listed(id), shelf.find(id), shelf.allowed(id, "key")] == [None] * 4
