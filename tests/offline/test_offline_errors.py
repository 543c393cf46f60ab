"""Failures of the browser's storage or of the worker: no acknowledged answer is lost, and an error message is shown."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext

import rival
from tests.support.static_server import StaticSite, WorkerClient

MAYOR = "rolling-heights"

CHANGE_STORE = """
(work) => new Promise((good, bad) => {
  const wish = indexedDB.open("rival");
  wish.onerror = () => bad(wish.error);
  wish.onsuccess = () => {
    const change = wish.result.transaction(["games", "lines", "packs"], "readwrite");
    new Function("games", "lines", "packs", work)(...["games", "lines", "packs"].map((one) => change.objectStore(one)));
    change.oncomplete = () => { wish.result.close(); good(); };
    change.onabort = () => bad(change.error);
  };
})
"""


FULL = """
const add = IDBObjectStore.prototype.add;
new BroadcastChannel("test").onmessage = ({ data }) => (self.full = data);
IDBObjectStore.prototype.add = function (...what) {
  if (self.full) throw new DOMException("full", "QuotaExceededError");
  return add.apply(this, what);
};
"""
"""Before the worker's own program: the disk is full whenever the test says so."""


@pytest.fixture(scope="module")
def place(browser: Browser, site: StaticSite) -> Iterator[BrowserContext]:
    found = browser.new_context()
    found.set_default_timeout(60_000)
    [worker] = site.folder.glob("assets/worker-*.js")
    text = FULL + worker.read_text(encoding="utf-8")
    found.route(f"**/{worker.name}", lambda route: route.fulfill(body=text, content_type="text/javascript"))
    yield found
    found.close()


@pytest.fixture(scope="module")
def home(place: BrowserContext, site: StaticSite) -> WorkerClient:
    return WorkerClient(place, site)


def begin_game(home: WorkerClient, **more: Any) -> Any:
    return home.call_worker("begin", body={"game": MAYOR, "seed": 7, **more}, lang="en").given


def send_answer(home: WorkerClient, state: Any, lang: str = "en") -> Any:
    return home.call_worker("answer", id=state["id"], body={"at": state["at"], "value": True}, lang=lang)


def test_a_killed_worker_loses_no_acknowledged_answer(home: WorkerClient) -> None:
    state = begin_game(home)
    taken = send_answer(home, state).given
    home.page.evaluate(  # and one on its way, taken or not
        "([id, at]) => { void rival.call('undo', { id, body: { at } }); rival.end(); }", [state["id"], taken["at"]]
    )
    home.start_worker()
    again = home.call_worker("state", id=state["id"], lang="en").given
    assert again["at"] in (1, 2)
    assert home.call_worker("undo", id=state["id"], body={"at": again["at"]}).kind in ("given", "refused")


def test_full_storage_refuses_an_answer_with_a_message(home: WorkerClient) -> None:
    state = begin_game(home)
    home.page.evaluate("() => { window.test = new BroadcastChannel('test'); test.postMessage(true); }")
    full = send_answer(home, state, "ru")
    assert full.kind == "not kept"
    assert "закончилось место" in full.given["message"]
    assert home.call_worker("state", id=state["id"]).given["at"] == 0, "what is not kept was not said"
    assert home.call_worker("begin", body={"game": MAYOR}).kind == "not kept"
    home.page.evaluate("() => test.postMessage(false)")
    assert send_answer(home, state).given["at"] == 1


HEAR = "() => { window.heard = []; new BroadcastChannel('rival').onmessage = (one) => heard.push(one.data); }"
UNDO = "([id]) => { window.reply = rival.call('undo', { id, body: { at: 1 } }); }"


def test_two_tabs_share_a_game(place: BrowserContext, home: WorkerClient, site: StaticSite) -> None:
    other = WorkerClient(place, site)
    state = begin_game(home)
    other.page.evaluate(HEAR)
    assert other.call_worker("state", id=state["id"]).given["at"] == 0
    assert send_answer(home, state).given["at"] == 1
    late = send_answer(other, state)
    assert (late.kind, late.given["at"]) == ("stale", 1)
    assert other.page.evaluate("() => heard") == [{"id": state["id"], "at": 1, "edition": 0}]
    for tab in (home, other):
        tab.page.evaluate(UNDO, [state["id"]])
    kinds = sorted(tab.page.evaluate("async () => (await reply).kind") for tab in (home, other))
    assert kinds == ["given", "stale"]
    assert home.call_worker("describe", id=state["id"], body={"name": "Ours"}).kind == "given"
    other.page.wait_for_function("() => heard.some((one) => one.edition > 0)")
    until = time.monotonic() + 5  # the other tab's program hears of it when its page does, not before
    while "Ours" not in [one["name"] for one in other.call_worker("games").given]:
        assert time.monotonic() < until
    assert other.call_worker("remove", id=state["id"]).kind == "given"
    assert send_answer(home, {**state, "at": 2}).kind == "not there"


@pytest.mark.parametrize(
    ("harm", "sentence"),
    [
        ("lines.delete([ID, 2]);", "is missing in this browser"),
        ("lines.put('{}', [ID, 2]);", "Line 3 of the journal is not valid"),
        ("lines.put('[' .repeat(5000), [ID, 1]);", "Line 2 of the journal is not valid"),
    ],
)
def test_a_damaged_game_shows_an_error_and_hides_no_other(home: WorkerClient, harm: str, sentence: str) -> None:
    journal = rival.play_demo(MAYOR, seed=3).journal.format_text()
    bad, good = (home.call_worker("load", body={"text": journal}).given["id"] for _number in range(2))
    home.stop_worker()
    forget = "games.get(ID).onsuccess = (e) => games.put({ ...e.target.result, gist: null });"
    home.page.evaluate(CHANGE_STORE, (forget + harm).replace("ID", f"'{bad}'"))
    home.start_worker()
    rows = {one["id"]: one["problem"] for one in home.call_worker("games", lang="en").given}
    assert sentence in rows[bad]
    assert rows[good] is None
    refused = home.call_worker("state", id=bad, lang="en")
    assert sentence in refused.given["message"]
    assert home.call_worker("journal", id=good).given == journal
    exported = home.call_worker("exported", part=1)
    assert exported.kind == "given"


def test_an_unreadable_pack_shows_an_error_message(home: WorkerClient) -> None:
    home.page.evaluate(CHANGE_STORE, f"packs.put('= no toml', '{MAYOR}');")
    home.stop_worker()
    home.start_worker()
    refused = home.call_worker("begin", body={"game": MAYOR}, lang="en")
    assert refused.kind == "refused"
    assert "TOML" in refused.given["message"]
    assert home.call_worker("begin", body={"game": MAYOR, "own_pack": False}).kind == "given"
    assert home.call_worker("forget_pack", game=MAYOR).kind == "given"


def test_a_waiting_preview_is_dropped_for_other_calls(home: WorkerClient) -> None:
    state = begin_game(home)
    kinds = home.page.evaluate(
        """async ([id]) => {
            const body = { at: 0, value: true };
            const calls = [...Array(5).fill("foresee"), "answer"].map((name) => rival.call(name, { id, body }));
            return (await Promise.all(calls)).map((one) => one.kind);
        }""",
        [state["id"]],
    )
    assert kinds[-1] == "given"
    assert kinds.count("superseded") >= 4
