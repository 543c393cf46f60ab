"""Calls run in threads: no game delays another one, and waiting calls occupy no thread."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest

import rival
from rival.engine import Busy, Engine
from rival.engine.engine import IN_MEMORY, SAMPLES_IN_MEMORY, Game
from rival.engine.shelves import JournalInMemory, ShelfInMemory
from rival.engine.states import SAMPLE, About, State
from rival.server.beside import Beside, encoder
from rival.server.scheduler import LONGEST_QUEUE, OWNER, Caller, caller
from tests.support.event_loops import run

MAYOR = "rolling-heights"


def test_a_game_that_takes_long_holds_up_itself_only() -> None:
    async def play() -> None:
        beside = Beside({"owner": 2}, patience=0.2)
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
        beside = Beside({"owner": 3})
        await asyncio.gather(*(beside.run(str(number), call) for number in range(20)))

    run(play())
    assert most == [3]


# --- fair turns --------------------------------------------------------------------------------------------

GUEST, OTHER, DEVICE = Caller(False, "game-1"), Caller(False, "game-2"), Caller(True, "192.168.1.7")


async def call_as(who: Caller, beside: Beside, game: str | None, call: Callable[[], Any], share: Any = None) -> Any:
    """Run a call in the name of this caller."""
    caller.set(who)
    return await beside.run(game, call, share)


def order_of(calls: Sequence[tuple[Caller, str | None]], share: Any = None, first: int = 1) -> list[Caller]:
    """Return the callers in the order in which a single thread serves them. The first calls are already running."""
    served: list[Caller] = []

    async def play() -> None:
        beside = Beside({"owner": 1, "guests": 1, "samples": 1})
        go_on = threading.Event()
        tasks = []
        for number, (who, game) in enumerate(calls):
            do = go_on.wait if number < first else partial(served.append, who)
            tasks.append(asyncio.create_task(call_as(who, beside, game, do, share)))
            await asyncio.sleep(0)
        await asyncio.sleep(0.05)
        go_on.set()
        await asyncio.gather(*tasks)

    run(play())
    return served


def test_m2_the_owner_is_next_however_many_sample_games_a_guest_wants() -> None:
    served = order_of([(GUEST, None)] * 64 + [(OWNER, None), (DEVICE, None)], "samples")
    assert served[:2] == [OWNER, DEVICE]
    assert served[2:] == [GUEST] * 63


def test_m2_guests_take_turns() -> None:
    assert order_of([(GUEST, None)] * 5 + [(OTHER, None)] * 2) == [GUEST, OTHER, GUEST, OTHER, GUEST, GUEST]


def test_m2_the_owner_is_next_in_a_game_that_a_guest_asks_about_again_and_again() -> None:
    assert order_of([(GUEST, "a game")] * 20 + [(OWNER, "a game")])[0] == OWNER


def test_m2_guests_have_threads_of_their_own() -> None:
    async def play() -> None:
        beside = Beside()
        done = threading.Event()
        slow = [call_as(GUEST, beside, str(number), done.wait) for number in range(40)]
        slow += [call_as(GUEST, beside, None, done.wait, "samples") for number in range(40)]
        tasks = [asyncio.create_task(one) for one in slow]
        await asyncio.sleep(0.05)
        assert await asyncio.wait_for(beside.run("mine", lambda: 7), 5) == 7
        done.set()
        await asyncio.gather(*tasks)

    run(play())


def test_a_caller_with_too_many_waiting_calls_is_refused_at_once() -> None:
    async def play() -> None:
        beside = Beside({"guests": 1, "owner": 1})
        done = threading.Event()
        tasks = [asyncio.create_task(call_as(GUEST, beside, None, done.wait)) for _n in range(LONGEST_QUEUE + 1)]
        await asyncio.sleep(0.05)
        with pytest.raises(Busy):
            await asyncio.create_task(call_as(GUEST, beside, None, done.wait))
        other = asyncio.create_task(call_as(OTHER, beside, None, done.wait))
        await asyncio.sleep(0)
        done.set()
        assert all(await asyncio.gather(other, *tasks))

    run(play())


def test_a_call_that_is_given_up_leaves_its_place() -> None:
    async def play() -> None:
        beside = Beside({"owner": 1}, patience=0.1)
        done = threading.Event()
        slow = asyncio.create_task(beside.run("game", done.wait))
        await asyncio.sleep(0)
        left = asyncio.create_task(beside.run("game", int))
        await asyncio.sleep(0.02)
        left.cancel()
        with pytest.raises(Busy):
            await beside.run(None, int)
        done.set()
        assert await slow
        assert await beside.run("game", lambda: 7) == 7
        [scheduler] = beside._schedulers.values()
        assert (scheduler.free, scheduler.busy_games, scheduler.waiting) == ({"owner": 1}, set(), {"owner": {}})

    run(play())


def test_m2_sample_games_push_no_game_out_of_memory() -> None:
    engine = Engine()
    id = engine.begin(MAYOR, seed=1).id
    kept = JournalInMemory(ShelfInMemory(), "", About())
    for seed in range(IN_MEMORY + 1):
        engine._remember(Game(f"{SAMPLE}{MAYOR}.{seed}", engine.session(id), kept))
    sample = engine.sample(MAYOR, seed=99).id
    assert engine.session(sample) is engine.session(sample)
    assert list(engine._open) == [id]
    assert len(engine._samples) == SAMPLES_IN_MEMORY


# --- one game ----------------------------------------------------------------------------------------------


def test_who_waits_too_long_for_a_game_gets_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine()
    one, other = engine.begin(MAYOR, seed=1).id, engine.begin(MAYOR, seed=2).id
    monkeypatch.setattr("rival.engine.engine.PATIENCE", 0.05)
    with engine._lock(one):
        with pytest.raises(Busy, match="still busy with another request"):
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
