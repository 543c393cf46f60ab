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
from rival.engine import BusyError, Engine
from rival.engine.capabilities import SAMPLE_PREFIX
from rival.engine.engine import MAX_OPEN_GAMES, MAX_OPEN_SAMPLES, OpenGame
from rival.engine.repository import InMemoryRepository, InMemoryStoredGame
from rival.engine.responses import GameDetails
from rival.server.executor import CallExecutor
from rival.server.scheduler import MAX_QUEUE, OWNER, Caller, current_caller
from tests.support.event_loops import run_coroutine

MAYOR = "rolling-heights"


def test_a_slow_game_delays_only_itself() -> None:
    async def play() -> None:
        beside = CallExecutor({"owner": 2}, timeout=0.2)
        done = threading.Event()
        slow = asyncio.create_task(beside.run("slow", done.wait))
        await asyncio.sleep(0.05)
        crowd = [asyncio.create_task(beside.run("slow", time.monotonic)) for _reader in range(45)]
        for number in range(20):
            assert await beside.run(f"game {number}", partial(int, number)) == number
        told = await asyncio.gather(*crowd, return_exceptions=True)
        assert all(isinstance(one, BusyError) for one in told)
        done.set()
        assert await slow
        assert await beside.run("slow", lambda: 7) == 7

    run_coroutine(play())


def test_only_a_fixed_number_of_calls_run_at_once() -> None:
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
        beside = CallExecutor({"owner": 3})
        await asyncio.gather(*(beside.run(str(number), call) for number in range(20)))

    run_coroutine(play())
    assert most == [3]


# --- fair turns --------------------------------------------------------------------------------------------

GUEST, OTHER, DEVICE = Caller(False, "game-1"), Caller(False, "game-2"), Caller(True, "192.168.1.7")


async def call_as(
    sender: Caller, executor: CallExecutor, game: str | None, call: Callable[[], Any], share: Any = None
) -> Any:
    """Run a call in the name of this caller."""
    current_caller.set(sender)
    return await executor.run(game, call, share)


def list_served_callers(calls: Sequence[tuple[Caller, str | None]], share: Any = None, first: int = 1) -> list[Caller]:
    """Return the callers in the order in which a single thread serves them. The first calls are already running."""
    served: list[Caller] = []

    async def play() -> None:
        beside = CallExecutor({"owner": 1, "guests": 1, "samples": 1})
        release = threading.Event()
        tasks = []
        for number, (sender, game) in enumerate(calls):
            do = release.wait if number < first else partial(served.append, sender)
            tasks.append(asyncio.create_task(call_as(sender, beside, game, do, share)))
            await asyncio.sleep(0)
        await asyncio.sleep(0.05)
        release.set()
        await asyncio.gather(*tasks)

    run_coroutine(play())
    return served


def test_m2_the_owner_is_next_even_if_a_guest_requests_many_samples() -> None:
    served = list_served_callers([(GUEST, None)] * 64 + [(OWNER, None), (DEVICE, None)], "samples")
    assert served[:2] == [OWNER, DEVICE]
    assert served[2:] == [GUEST] * 63


def test_m2_guests_take_turns() -> None:
    assert list_served_callers([(GUEST, None)] * 5 + [(OTHER, None)] * 2) == [GUEST, OTHER, GUEST, OTHER, GUEST, GUEST]


def test_m2_the_owner_is_next_in_a_game_that_a_guest_asks_about_again_and_again() -> None:
    assert list_served_callers([(GUEST, "a game")] * 20 + [(OWNER, "a game")])[0] == OWNER


def test_m2_guests_have_threads_of_their_own() -> None:
    async def play() -> None:
        beside = CallExecutor()
        done = threading.Event()
        slow = [call_as(GUEST, beside, str(number), done.wait) for number in range(40)]
        slow += [call_as(GUEST, beside, None, done.wait, "samples") for number in range(40)]
        tasks = [asyncio.create_task(one) for one in slow]
        await asyncio.sleep(0.05)
        assert await asyncio.wait_for(beside.run("mine", lambda: 7), 5) == 7
        done.set()
        await asyncio.gather(*tasks)

    run_coroutine(play())


def test_a_caller_with_too_many_waiting_calls_is_refused_at_once() -> None:
    async def play() -> None:
        beside = CallExecutor({"guests": 1, "owner": 1})
        done = threading.Event()
        tasks = [asyncio.create_task(call_as(GUEST, beside, None, done.wait)) for _n in range(MAX_QUEUE + 1)]
        await asyncio.sleep(0.05)
        with pytest.raises(BusyError):
            await asyncio.create_task(call_as(GUEST, beside, None, done.wait))
        other = asyncio.create_task(call_as(OTHER, beside, None, done.wait))
        await asyncio.sleep(0)
        done.set()
        assert all(await asyncio.gather(other, *tasks))

    run_coroutine(play())


def test_a_cancelled_call_leaves_the_queue() -> None:
    async def play() -> None:
        beside = CallExecutor({"owner": 1}, timeout=0.1)
        done = threading.Event()
        slow = asyncio.create_task(beside.run("game", done.wait))
        await asyncio.sleep(0)
        left = asyncio.create_task(beside.run("game", int))
        await asyncio.sleep(0.02)
        left.cancel()
        with pytest.raises(BusyError):
            await beside.run(None, int)
        done.set()
        assert await slow
        assert await beside.run("game", lambda: 7) == 7
        [scheduler] = beside._schedulers.values()
        assert (scheduler.free_threads, scheduler.busy_games, scheduler.waiting) == ({"owner": 1}, set(), {"owner": {}})

    run_coroutine(play())


def test_m2_sample_games_do_not_remove_games_from_memory() -> None:
    engine = Engine()
    id = engine.begin_game(MAYOR, seed=1).id
    kept = InMemoryStoredGame(InMemoryRepository(), "", GameDetails())
    for seed in range(MAX_OPEN_GAMES + 1):
        engine._cache_game(OpenGame(f"{SAMPLE_PREFIX}{MAYOR}.{seed}", engine.load_session(id), kept))
    sample = engine.open_sample(MAYOR, seed=99).id
    assert engine.load_session(sample) is engine.load_session(sample)
    assert list(engine._open_games) == [id]
    assert len(engine._open_samples) == MAX_OPEN_SAMPLES


# --- one game ----------------------------------------------------------------------------------------------


def test_waiting_too_long_for_a_game_gives_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine()
    one, other = engine.begin_game(MAYOR, seed=1).id, engine.begin_game(MAYOR, seed=2).id
    monkeypatch.setattr("rival.engine.engine.LOCK_TIMEOUT", 0.05)
    with engine._lock_game(one):
        with pytest.raises(BusyError, match="still busy with another request"):
            engine.answer(one, 0, True)
        assert engine.answer(other, 0, True).at == 1
        assert engine.begin_game(MAYOR, seed=3).at == 0
    assert engine.answer(one, 0, True).at == 1


def test_no_two_games_share_a_lock() -> None:
    engine = Engine()
    ids = [engine.begin_game(game, seed=seed).id for game in rival.load_opponents() for seed in range(40)]
    with engine._lock_game(ids[0]):
        for id in ids[1:]:
            with engine._lock_game(id, timeout=0):
                pass
    assert len(engine._locks) == 0
