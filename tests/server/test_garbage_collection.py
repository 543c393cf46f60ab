"""The garbage collector stops all threads, so a server runs it rarely. Games must therefore leave few cycles."""

from __future__ import annotations

import gc
import subprocess
import sys

import pytest

import rival
from rival.engine import Engine
from rival.server.run import GC_THRESHOLDS

STARTED = """
import asyncio, gc
from rival.engine import Engine
from rival.server.app import make_app
from rival.server.limits import ServerConfig
from rival.server.run import GC_THRESHOLDS, Server, open_socket
server = Server(ServerConfig(make_app(Engine())), lambda: None, lambda: None)
server.config.load()
server.lifespan = server.config.lifespan_class(server.config)
asyncio.run(server.startup([open_socket("127.0.0.1", 0)]))
assert gc.get_threshold() == GC_THRESHOLDS
assert gc.get_freeze_count() > 10_000
"""


def test_a_server_runs_the_garbage_collector_rarely() -> None:
    subprocess.run([sys.executable, "-c", STARTED], check=True, timeout=120)


def test_most_collections_cover_only_a_few_thousand_objects() -> None:
    young, middle, _old = GC_THRESHOLDS
    assert young * (middle + 1) <= 20_000


@pytest.mark.parametrize("game", sorted(rival.load_opponents()))
def test_a_finished_game_leaves_hardly_any_cycles(game: str) -> None:
    journal = rival.play_demo(game, seed=1).journal
    engine = Engine()
    gc.freeze()  # what is left of other tests is not looked at
    gc.disable()
    try:
        state = engine.begin_game(game, seed=1, pack=journal.header["pack"])
        for kind, name, value in journal.active_entries:
            if kind == "correct":
                state = engine.correct_value(state.id, state.at, name, value, since=state.length).state
            else:
                state = engine.answer(state.id, state.at, value, since=state.length)
        engine._drop_cached_game(state.id)
        assert gc.collect() < 20 * len(journal.active_entries)
    finally:
        gc.enable()
