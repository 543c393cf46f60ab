"""The worker plays the same games as CPython, with identical journals, transcripts and states in both languages."""

from __future__ import annotations

import pytest

import rival
from rival.browser.bridge import encode_json
from rival.engine import Engine
from rival.kernel.texts import LANGUAGES
from tests.support.static_server import WorkerClient

SEEDS = range(20)


@pytest.mark.parametrize("game", list(rival.load_opponents()))
def test_twenty_games_are_identical_in_both_pythons(worker: WorkerClient, game: str) -> None:
    engine = Engine()
    for seed in SEEDS:
        for lang in LANGUAGES:
            here = encode_json(engine.open_sample(game, seed, lang))
            there = worker.call_worker("sample", body={"game": game, "seed": seed}, lang=lang)
            assert there.kind == "given"
            assert there.text == here, f"seed {seed}, {lang}"
        id = f"sample.{game}.{seed}"
        assert worker.call_worker("journal", id=id).given == engine.export_journal(id)
