"""The worker plays the same games as CPython, with identical journals, transcripts and states in both languages."""

from __future__ import annotations

import pytest

import rival
from rival.browser.desk import as_json
from rival.engine import Engine
from rival.kernel.texts import LANGUAGES
from tests.support.static_server import InTheBrowser

SEEDS = range(20)


@pytest.mark.parametrize("game", list(rival.opponents()))
def test_twenty_games_are_the_same_to_the_last_byte(worker: InTheBrowser, game: str) -> None:
    engine = Engine()
    for seed in SEEDS:
        for lang in LANGUAGES:
            here = as_json(engine.sample(game, seed, lang))
            there = worker.call("sample", said={"game": game, "seed": seed}, lang=lang)
            assert there.kind == "given"
            assert there.text == here, f"seed {seed}, {lang}"
        id = f"sample.{game}.{seed}"
        assert worker.call("journal", id=id).given == engine.journal(id)
