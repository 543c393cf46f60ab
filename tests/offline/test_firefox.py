"""The page without a server in Firefox: a visit, a game by taps, whole games, and a visit after the server stopped."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import rival
from rival.browser.bridge import encode_json
from rival.engine import Engine
from rival.kernel.texts import LANGUAGES
from tests.support import firefox
from tests.support.firefox import Firefox
from tests.support.static_server import WORKER, StaticSite, serve_site
from tests.support.worker_game import PLAYED

AT = "document.querySelector('main')?.dataset.at"
READY = "!document.querySelector('[role=progressbar]')"
KEPT = "window.kept || void navigator.serviceWorker.ready.then(() => (window.kept = true))"


@pytest.fixture(scope="module")
def site() -> Iterator[StaticSite]:
    with serve_site() as found:
        yield found


@pytest.fixture(scope="module")
def fox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    with firefox.run_firefox(tmp_path_factory.mktemp("firefox") / "profile") as found:
        yield found


def tap_element(fox: Firefox, what: str) -> None:
    fox.wait_for_value("(document.querySelector(what) ?? { click: () => 0 }).click() === undefined", what=what)


def test_firefox_plays_offline_after_one_visit(fox: Firefox, site: StaticSite) -> None:
    fox.open(site.address)
    assert fox.wait_for_value("document.querySelectorAll('article.card').length") == len(rival.load_opponents())
    fox.wait_for_value(READY, 90)
    fox.wait_for_value(KEPT)
    tap_element(fox, "a[href='#/new/rolling-heights']")
    tap_element(fox, "footer .primary:not([disabled])")
    fox.wait_for_value(f"{AT} === '0'")
    tap_element(fox, "footer .primary:not([disabled])")
    fox.wait_for_value(f"{AT} === '1'")
    site.stop()
    fox.reload()
    fox.wait_for_value(f"{AT} === '1'", 90)
    tap_element(fox, "footer button.undo")
    tap_element(fox, "dialog [data-act=undo-now]:not([disabled])")
    fox.wait_for_value(f"{AT} === '2'")
    fox.open(site.address)
    fox.wait_for_value("document.querySelector(\"a[href^='#/play/rolling-heights-']\")")
    fox.wait_for_value(READY, 90)  # who leaves a page that is still busy may find the store taken
    site.start()


@pytest.fixture(scope="module")
def worker(fox: Firefox, site: StaticSite) -> Firefox:
    fox.open(f"{site.address}icon.svg")
    fox.run_script(f"({WORKER})({json.dumps(site.list_worker_files())}).then(() => (window.there = true))")
    fox.wait_for_value("window.there", 90)
    return fox


def await_promise(fox: Firefox, what: str, patience: float = 120) -> Any:
    """Return the value of a promise, or the reason why it failed."""
    fox.run_script(
        f"window.came = null; ({what}).then((one) => (window.came = [one]), (bad) => (window.came = [bad.message]))"
    )
    return fox.wait_for_value("window.came", patience)[0]


@pytest.mark.parametrize("game", list(rival.load_opponents()))
def test_firefox_saves_a_whole_game_answer_by_answer(worker: Firefox, game: str) -> None:
    journal = rival.play_demo(game, seed=7).journal
    entries = [list(entry) for entry in journal.active_entries if entry[0] in ("answer", "correct")]
    took = await_promise(worker, f"({PLAYED})({json.dumps([game, 7, journal.header['pack'], entries])})")
    assert len(took) == len(entries), took


@pytest.mark.parametrize("game", list(rival.load_opponents()))
def test_a_game_in_firefox_is_identical_to_cpython(worker: Firefox, game: str) -> None:
    engine = Engine()
    for lang in LANGUAGES:
        asked = json.dumps({"body": {"game": game, "seed": 3}, "lang": lang})
        there = await_promise(worker, f"rival.call('sample', {asked})")
        assert there["text"] == encode_json(engine.open_sample(game, 3, lang))
    id = f"sample.{game}.3"
    there = await_promise(worker, f"rival.call('journal', {json.dumps({'id': id})})")
    assert json.loads(there["text"]) == engine.export_journal(id)
