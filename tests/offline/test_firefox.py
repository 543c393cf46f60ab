"""The page without a server in Firefox: a visit, a game by taps, whole games, and a visit after the server stopped."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import rival
from rival.browser.desk import as_json
from rival.engine import Engine
from rival.kernel.texts import LANGUAGES
from tests.support import firefox
from tests.support.firefox import Firefox
from tests.support.static_server import WORKER, Site, served
from tests.support.worker_game import PLAYED

pytestmark = pytest.mark.skipif(firefox.found() is None, reason=firefox.MISSING)

AT = "document.querySelector('main')?.dataset.at"
READY = "!document.querySelector('[role=progressbar]')"
KEPT = "window.kept || void navigator.serviceWorker.ready.then(() => (window.kept = true))"


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with served() as found:
        yield found


@pytest.fixture(scope="module")
def fox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    with firefox.running(tmp_path_factory.mktemp("firefox") / "profile") as found:
        yield found


def tap(fox: Firefox, what: str) -> None:
    fox.until("(document.querySelector(what) ?? { click: () => 0 }).click() === undefined", what=what)


def test_a_visit_a_game_by_taps_and_no_server_any_more(fox: Firefox, site: Site) -> None:
    fox.open(site.address)
    assert fox.until("document.querySelectorAll('article.card').length") == len(rival.opponents())
    fox.until(READY, 90)
    fox.until(KEPT)
    tap(fox, "a[href='#/new/rolling-heights']")
    tap(fox, "footer .primary:not([disabled])")
    fox.until(f"{AT} === '0'")
    tap(fox, "footer .primary:not([disabled])")
    fox.until(f"{AT} === '1'")
    site.stop()
    fox.reload()
    fox.until(f"{AT} === '1'", 90)
    tap(fox, "main button.undo")
    fox.until(f"{AT} === '2'")
    fox.open(site.address)
    fox.until("document.querySelector(\"a[href^='#/play/rolling-heights-']\")")
    fox.until(READY, 90)  # who leaves a page that is still busy may find the store taken
    site.start()


@pytest.fixture(scope="module")
def worker(fox: Firefox, site: Site) -> Firefox:
    fox.open(f"{site.address}icon.svg")
    fox.run(f"({WORKER})({json.dumps(site.files())}).then(() => (window.there = true))")
    fox.until("window.there", 90)
    return fox


def called(fox: Firefox, what: str, patience: float = 120) -> Any:
    """Return the value of a promise, or the reason why it failed."""
    fox.run(
        f"window.came = null; ({what}).then((one) => (window.came = [one]), (bad) => (window.came = [bad.message]))"
    )
    return fox.until("window.came", patience)[0]


@pytest.mark.parametrize("game", list(rival.opponents()))
def test_a_whole_game_is_kept_answer_by_answer(worker: Firefox, game: str) -> None:
    journal = rival.demo(game, seed=7).journal
    entries = [list(entry) for entry in journal.line if entry[0] in ("answer", "correct")]
    took = called(worker, f"({PLAYED})({json.dumps([game, 7, journal.header['pack'], entries])})")
    assert len(took) == len(entries), took


@pytest.mark.parametrize("game", list(rival.opponents()))
def test_a_whole_game_is_the_same_to_the_last_byte(worker: Firefox, game: str) -> None:
    engine = Engine()
    for lang in LANGUAGES:
        asked = json.dumps({"said": {"game": game, "seed": 3}, "lang": lang})
        there = called(worker, f"rival.call('sample', {asked})")
        assert there["text"] == as_json(engine.sample(game, 3, lang))
    id = f"sample.{game}.3"
    there = called(worker, f"rival.call('journal', {json.dumps({'id': id})})")
    assert json.loads(there["text"]) == engine.journal(id)
