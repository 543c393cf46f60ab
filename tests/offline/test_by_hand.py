"""Play each opponent by taps without a server: undo, correct a value, and close the browser during the game.

The tests tap the same elements as those of the server's page; saved games are read from the browser.
"""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from rival import Session
from rival.browser.desk import as_json
from rival.engine import Engine
from rival.kernel import snapshot
from tests.support import mayor_by_hand as mayor
from tests.support import others_by_hand as others
from tests.support.offline_games import kept
from tests.support.page import ARGUMENTS, PHONE, chromium, press, to_the_question
from tests.support.static_server import Site, ready

LINES = """
(id) => new Promise((good) => {
  const wish = indexedDB.open("rival");
  wish.onsuccess = () => {
    const range = IDBKeyRange.bound([id, 0], [id, Infinity]);
    const found = wish.result.transaction("lines").objectStore("lines").getAll(range);
    found.onsuccess = () => { wish.result.close(); good(found.result); };
  };
})
"""


def lines(page: Page) -> list[str]:
    playing = re.search(r"#/play/([^/]+)", page.url)
    assert playing
    found: list[str] = page.evaluate(LINES, playing[1])
    return found


def state(page: Page, _address: str = "") -> dict[str, Any]:
    """Return the game that the browser has stored, and the table that its journal leads to."""
    journal = "".join(f"{line}\n" for line in lines(page))
    told: dict[str, Any] = json.loads(as_json(Engine().load(journal, "en")))
    return {**told, "id": "", "table": snapshot(Session.load(journal).table)}


def until_kept(page: Page, tap: Callable[[], None]) -> None:
    to_the_question(page)
    before = len(lines(page))
    tap()
    for _try in range(300):
        if len(lines(page)) > before:
            return expect(page.locator("main")).to_have_attribute("data-at", str(len(lines(page)) - 1))
        time.sleep(0.05)
    raise AssertionError("the answer was not kept")


def main_button(page: Page) -> None:
    until_kept(page, lambda: press(page))


def answer_at_once(page: Page, what: str) -> None:
    until_kept(page, lambda: page.locator(what).last.click())


def begin(page: Page, address: str, game: str) -> None:
    page.goto(f"{address}#/new/{game}")
    page.locator("footer .primary:enabled").click()
    expect(page.locator("main")).to_have_attribute("data-at", "0")
    main_button(page)


class Visitor:
    """A person who closes the browser at times; the server was available only at the first visit."""

    def __init__(self, browser: Browser, site: Site, profile: Path) -> None:
        self.browser, self.site, self.profile = browser, site, profile
        self.context: BrowserContext | None = None

    def opens(self, path: str = "") -> Page:
        self.context = self.browser.browser_type.launch_persistent_context(
            str(self.profile),
            executable_path=chromium(),
            args=ARGUMENTS,
            viewport=PHONE,  # type: ignore[arg-type]
            locale="en-GB",
            has_touch=True,
        )
        self.context.set_default_timeout(30_000)
        page = self.context.new_page()
        page.goto(f"{self.site.address}{path}")
        ready(page)
        return page

    def closes(self) -> None:
        if self.context is not None:
            self.context.close()
            self.context = None

    def comes_back(self, page: Page) -> Page:
        before, path = state(page), page.url.removeprefix(self.site.address)
        self.closes()
        again = self.opens(path)
        to_the_question(again)  # it goes on with the beat that was left
        again.locator("#question").wait_for()
        assert state(again) == before
        return again


@pytest.fixture(scope="module")
def visited(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Visitor:
    """Visit the page once, then stop the server."""
    site = Site()
    site.start()
    found = Visitor(browser, site, tmp_path_factory.mktemp("visited") / "profile")
    kept(found.opens())
    site.stop()
    found.closes()
    return found


@pytest.fixture
def visitor(visited: Visitor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Visitor]:
    """Return the same visitor for every test, without games."""
    for module in (mayor, others):
        for own in (state, main_button, answer_at_once):
            monkeypatch.setattr(module, own.__name__, own)
    shutil.copytree(visited.profile, tmp_path / "profile", symlinks=True)
    found = Visitor(visited.browser, visited.site, tmp_path / "profile")
    yield found
    found.closes()


def test_the_mayor(visitor: Visitor) -> None:
    page = visitor.opens()
    mayor.begin(page)
    page.locator("main input[type=checkbox]").first.check()
    main_button(page)
    for _answer in range(8):
        mayor.answer_whatever(page, "")
    page = visitor.comes_back(page)
    before = state(page)
    mayor.answer_whatever(page, "")
    others.undo(page)
    assert state(page)["table"] == before["table"]
    others.correct(page, "mayor.vp", 12)
    assert state(page)["table"]["mayor"]["vp"] == 12
    for _answer in range(6):
        mayor.answer_whatever(page, "")
    assert state(page)["position"] == before["position"] + 7


def test_the_virtual_player(visitor: Visitor) -> None:
    page = visitor.opens()
    begin(page, visitor.site.address, "mombasa")
    others.question(page).locator("summary").first.click()
    others.question(page).locator("details label").nth(2).click()
    main_button(page)
    for _answer in range(7):
        others.tell_of_mombasa(page, state(page))
    page = visitor.comes_back(page)
    before = state(page)
    others.tell_of_mombasa(page, before)
    others.undo(page)
    assert state(page)["table"] == before["table"]
    others.correct(page, "tracks.cairo", 3)
    assert state(page)["table"]["tracks"]["cairo"] == 3
    others.tell_of_mombasa(page, state(page))
    page.goto(f"{visitor.site.address}#/new/mombasa")
    expect(page.get_by_role("switch", name=re.compile("earlier"))).to_be_checked()  # what was told is in the box


def test_vj(visitor: Visitor) -> None:
    page = visitor.opens()
    begin(page, visitor.site.address, "pampero")
    for _answer in range(4):
        others.tell_of_pampero(page, state(page))
    page = visitor.comes_back(page)
    before = state(page)
    others.tell_of_pampero(page, before)
    others.undo(page)
    assert state(page)["table"] == before["table"]
    others.correct(page, "vj.energy", 4)
    assert state(page)["table"]["vj"]["energy"] == 4
    for _answer in range(3):
        others.tell_of_pampero(page, state(page))
    assert state(page)["position"] == 9
