"""One game never makes another wait, and whoever waits takes up no thread."""

from __future__ import annotations

import asyncio
import threading
import time
from functools import partial

import pytest

import rival
from rival.engine import Busy, Engine
from rival.engine.states import State
from rival.server.beside import Beside, encoder
from tests.loops import run

MAYOR = "rolling-heights"


def test_a_game_that_takes_long_holds_up_itself_only() -> None:
    async def play() -> None:
        beside = Beside(at_once=2, patience=0.2)
        done = threading.Event()
        slow = asyncio.create_task(beside.run("slow", done.wait))
        await asyncio.sleep(0.05)
        crowd = [asyncio.create_task(beside.run("slow", time.monotonic)) for _reader in range(45)]
        for number in range(20):
            assert await beside.run(f"game {number}", partial(int, number)) == number
        told = await asyncio.gather(*crowd, return_exceptions=True)
        assert all(isinstance(one, Busy) for one in told)
        done.set()
        assert await slow
        assert await beside.run("slow", lambda: 7) == 7

    run(play())


def test_so_many_calls_run_at_once_and_no_more() -> None:
    running, most = [0], [0]
    guard = threading.Lock()

    def call() -> None:
        with guard:
            running[0] += 1
            most[0] = max(most[0], running[0])
        time.sleep(0.01)
        with guard:
            running[0] -= 1

    async def play() -> None:
        beside = Beside(at_once=3)
        await asyncio.gather(*(beside.run(str(number), call) for number in range(20)))

    run(play())
    assert most == [3]


def test_who_waits_too_long_for_a_game_gets_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine()
    one, other = engine.begin(MAYOR, seed=1).id, engine.begin(MAYOR, seed=2).id
    monkeypatch.setattr("rival.engine.engine.PATIENCE", 0.05)
    with engine._lock(one):
        with pytest.raises(Busy, match="takes long"):
            engine.answer(one, 0, True)
        assert engine.answer(other, 0, True).at == 1
        assert engine.begin(MAYOR, seed=3).at == 0
    assert engine.answer(one, 0, True).at == 1


def test_no_two_games_share_a_lock() -> None:
    engine = Engine()
    ids = [engine.begin(game, seed=seed).id for game in rival.opponents() for seed in range(40)]
    with engine._lock(ids[0]):
        for id in ids[1:]:
            with engine._lock(id, patience=0):
                pass
    assert len(engine._locks) == 0


def test_what_was_foreseen_is_put_into_bytes_once() -> None:
    engine = Engine()
    begun = engine.begin(MAYOR, seed=7)
    in_bytes = encoder(State)
    foreseen = in_bytes(engine.foresee(begun.id, begun.at, True, since=begun.length))
    answered = engine.answer(begun.id, begun.at, True, since=begun.length)
    assert in_bytes(answered) is foreseen
    engine.describe(begun.id, {"name": "Tuesday"})
    assert b"Tuesday" in in_bytes(engine.state(begun.id))
