"""The garbage collector stops all threads, so a server runs it rarely. Games must therefore leave few cycles."""

from __future__ import annotations

import gc
import subprocess
import sys

import pytest

import rival
from rival.engine import Engine
from rival.server.run import SELDOM

STARTED = """
import asyncio, gc
from rival.engine import Engine
from rival.server.app import make_app
from rival.server.patience import Settings
from rival.server.run import SELDOM, Server, listening
server = Server(Settings(make_app(Engine())), lambda: None, lambda: None)
server.config.load()
server.lifespan = server.config.lifespan_class(server.config)
asyncio.run(server.startup([listening("127.0.0.1", 0)]))
assert gc.get_threshold() == SELDOM
assert gc.get_freeze_count() > 10_000
"""


def test_a_server_has_the_collector_look_seldom_and_never_at_what_was_loaded() -> None:
    subprocess.run([sys.executable, "-c", STARTED], check=True, timeout=120)


def test_no_look_but_the_rarest_is_at_more_than_some_thousands() -> None:
    young, middle, _old = SELDOM
    assert young * (middle + 1) <= 20_000


@pytest.mark.parametrize("game", sorted(rival.opponents()))
def test_a_game_that_is_played_and_left_leaves_hardly_a_cycle(game: str) -> None:
    journal = rival.demo(game, seed=1).journal
    engine = Engine()
    gc.freeze()  # what is left of other tests is not looked at
    gc.disable()
    try:
        state = engine.begin(game, seed=1, pack=journal.header["pack"])
        for kind, name, value in journal.line:
            if kind == "correct":
                state = engine.correct(state.id, state.at, name, value, since=state.length).state
            else:
                state = engine.answer(state.id, state.at, value, since=state.length)
        engine._forget(state.id)
        assert gc.collect() < 20 * len(journal.line)
    finally:
        gc.enable()
