"""Streams of live updates: one device can't hold them all, and a right that was taken away ends them."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack

from fastapi.testclient import TestClient

from rival.engine import Engine
from rival.server.app import make_app
from rival.server.live import MOST_OF_ONE, MOST_STREAMS, Bell, events
from rival.storage import open_shelf
from tests.loops import run

MAYOR = "rolling-heights"


def test_one_address_can_not_hold_all_streams() -> None:
    async def many() -> None:
        bell = Bell()
        with ExitStack() as open_ones:
            for _number in range(MOST_OF_ONE):
                assert bell.has_room("one")
                open_ones.enter_context(bell.listening("game", "one"))
            assert not bell.has_room("one")
            assert bell.has_room("another")
            for number in range(MOST_STREAMS - MOST_OF_ONE):
                open_ones.enter_context(bell.listening("game", f"device {number}"))
            assert not bell.has_room("the last")
        assert bell.has_room("one")
        assert bell.streams == 0
        assert not bell._of

    run(many())


def test_the_one_too_many_gets_a_sentence() -> None:
    shelf, bell = open_shelf(), Bell()
    id = Engine(shelf).begin(MAYOR, seed=1).id
    bell._of["testclient"] = MOST_OF_ONE
    told = TestClient(make_app(Engine(shelf), bell=bell), base_url="http://127.0.0.1").get(f"/api/games/{id}/events")
    assert (told.status_code, "Too many devices listen" in told.json()["message"]) == (422, True)


def test_a_right_that_was_taken_away_ends_the_stream() -> None:
    shelf, bell = open_shelf(), Bell()
    id = Engine(shelf).begin(MAYOR, seed=1).id
    told: list[str] = []

    async def heard() -> list[str]:
        async for one in events(shelf, bell, id, "one", may_look=lambda: "event: moved" not in told):
            told.append(one.split("\n")[0])
            bell.ring(id)
        return told

    assert run(asyncio.wait_for(heard(), 10)) == ["retry: 1000", "event: moved", "event: gone"]
