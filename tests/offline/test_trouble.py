"""Failures of the browser's storage or of the worker: no acknowledged answer is lost, and an error message is shown."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext

import rival
from tests.support.static_server import InTheBrowser, Site

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
def place(browser: Browser, site: Site) -> Iterator[BrowserContext]:
    found = browser.new_context()
    found.set_default_timeout(60_000)
    [worker] = site.folder.glob("assets/worker-*.js")
    text = FULL + worker.read_text(encoding="utf-8")
    found.route(f"**/{worker.name}", lambda route: route.fulfill(body=text, content_type="text/javascript"))
    yield found
    found.close()


@pytest.fixture(scope="module")
def home(place: BrowserContext, site: Site) -> InTheBrowser:
    return InTheBrowser(place, site)


def begun(home: InTheBrowser, **more: Any) -> Any:
    return home.call("begin", said={"game": MAYOR, "seed": 7, **more}, lang="en").given


def answer(home: InTheBrowser, state: Any, lang: str = "en") -> Any:
    return home.call("answer", id=state["id"], said={"at": state["at"], "value": True}, lang=lang)


def test_a_worker_that_is_killed_loses_nothing_that_was_taken(home: InTheBrowser) -> None:
    state = begun(home)
    taken = answer(home, state).given
    home.page.evaluate(  # and one on its way, taken or not
        "([id, at]) => { void rival.call('undo', { id, said: { at } }); rival.end(); }", [state["id"], taken["at"]]
    )
    home.start()
    again = home.call("state", id=state["id"], lang="en").given
    assert again["at"] in (1, 2)
    assert home.call("undo", id=state["id"], said={"at": again["at"]}).kind in ("given", "refused")


def test_a_full_disk_takes_nothing_and_says_so(home: InTheBrowser) -> None:
    state = begun(home)
    home.page.evaluate("() => { window.test = new BroadcastChannel('test'); test.postMessage(true); }")
    full = answer(home, state, "ru")
    assert full.kind == "not kept"
    assert "закончилось место" in full.given["message"]
    assert home.call("state", id=state["id"]).given["at"] == 0, "what is not kept was not said"
    assert home.call("begin", said={"game": MAYOR}).kind == "not kept"
    home.page.evaluate("() => test.postMessage(false)")
    assert answer(home, state).given["at"] == 1


HEAR = "() => { window.heard = []; new BroadcastChannel('rival').onmessage = (one) => heard.push(one.data); }"
UNDO = "([id]) => { window.reply = rival.call('undo', { id, said: { at: 1 } }); }"


def test_two_tabs_take_turns_and_hear_of_each_other(place: BrowserContext, home: InTheBrowser, site: Site) -> None:
    other = InTheBrowser(place, site)
    state = begun(home)
    other.page.evaluate(HEAR)
    assert other.call("state", id=state["id"]).given["at"] == 0
    assert answer(home, state).given["at"] == 1
    late = answer(other, state)
    assert (late.kind, late.given["at"]) == ("stale", 1)
    assert other.page.evaluate("() => heard") == [{"id": state["id"], "at": 1, "edition": 0}]
    for tab in (home, other):
        tab.page.evaluate(UNDO, [state["id"]])
    kinds = sorted(tab.page.evaluate("async () => (await reply).kind") for tab in (home, other))
    assert kinds == ["given", "stale"]
    assert home.call("describe", id=state["id"], said={"name": "Ours"}).kind == "given"
    other.page.wait_for_function("() => heard.some((one) => one.edition > 0)")
    until = time.monotonic() + 5  # the other tab's program hears of it when its page does, not before
    while "Ours" not in [one["name"] for one in other.call("games").given]:
        assert time.monotonic() < until
    assert other.call("remove", id=state["id"]).kind == "given"
    assert answer(home, {**state, "at": 2}).kind == "not there"


@pytest.mark.parametrize(
    ("harm", "sentence"),
    [
        ("lines.delete([ID, 2]);", "is missing in this browser"),
        ("lines.put('{}', [ID, 2]);", "Line 3 of the journal can't be used"),
        ("lines.put('[' .repeat(5000), [ID, 1]);", "Line 2 of the journal can't be used"),
    ],
)
def test_a_damaged_game_says_so_and_leaves_the_others_alone(home: InTheBrowser, harm: str, sentence: str) -> None:
    journal = rival.demo(MAYOR, seed=3).journal.dumps()
    bad, good = (home.call("load", said={"text": journal}).given["id"] for _number in range(2))
    home.end()
    forget = "games.get(ID).onsuccess = (e) => games.put({ ...e.target.result, gist: null });"
    home.page.evaluate(CHANGE_STORE, (forget + harm).replace("ID", f"'{bad}'"))
    home.start()
    rows = {one["id"]: one["problem"] for one in home.call("games", lang="en").given}
    assert sentence in rows[bad]
    assert rows[good] is None
    refused = home.call("state", id=bad, lang="en")
    assert sentence in refused.given["message"]
    assert home.call("journal", id=good).given == journal
    exported = home.call("exported", part=1)
    assert exported.kind == "given"


def test_a_pack_that_cannot_be_read_is_a_sentence(home: InTheBrowser) -> None:
    home.page.evaluate(CHANGE_STORE, f"packs.put('= no toml', '{MAYOR}');")
    home.end()
    home.start()
    refused = home.call("begin", said={"game": MAYOR}, lang="en")
    assert refused.kind == "refused"
    assert "TOML" in refused.given["message"]
    assert home.call("begin", said={"game": MAYOR, "own_pack": False}).kind == "given"
    assert home.call("forget_pack", game=MAYOR).kind == "given"


def test_a_look_ahead_is_dropped_for_what_is_really_wanted(home: InTheBrowser) -> None:
    state = begun(home)
    kinds = home.page.evaluate(
        """async ([id]) => {
            const said = { at: 0, value: true };
            const calls = [...Array(5).fill("foresee"), "answer"].map((name) => rival.call(name, { id, said }));
            return (await Promise.all(calls)).map((one) => one.kind);
        }""",
        [state["id"]],
    )
    assert kinds[-1] == "given"
    assert kinds.count("superseded") >= 4
