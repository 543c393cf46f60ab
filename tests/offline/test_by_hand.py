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
from tools.needed_programs import find_chromium

from rival import Session
from rival.browser.bridge import encode_json
from rival.engine import Engine
from rival.kernel import take_snapshot
from tests.support import mayor_by_hand as mayor
from tests.support import others_by_hand as others
from tests.support.offline_games import wait_for_cached_page
from tests.support.page import ARGUMENTS, PHONE, press_main_button, step_to_question, undo_answer
from tests.support.static_server import StaticSite, wait_for_python

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


def read_lines(page: Page) -> list[str]:
    playing = re.search(r"#/play/([^/]+)", page.url)
    assert playing
    found: list[str] = page.evaluate(LINES, playing[1])
    return found


def load_game_state(page: Page, _address: str = "") -> dict[str, Any]:
    """Return the game that the browser has stored, and the table that its journal leads to."""
    journal = "".join(f"{line}\n" for line in read_lines(page))
    told: dict[str, Any] = json.loads(encode_json(Engine().load_journal(journal, "en")))
    return {**told, "id": "", "table": take_snapshot(Session.load(journal).table)}


def tap_and_wait_until_stored(page: Page, tap: Callable[[], None]) -> None:
    step_to_question(page)
    before = len(read_lines(page))
    tap()
    for _try in range(300):
        if len(read_lines(page)) > before:
            return expect(page.locator("main")).to_have_attribute("data-at", str(len(read_lines(page)) - 1))
        time.sleep(0.05)
    raise AssertionError("the answer was not kept")


def tap_main_button(page: Page) -> None:
    tap_and_wait_until_stored(page, lambda: press_main_button(page))


def tap_option(page: Page, what: str) -> None:
    tap_and_wait_until_stored(page, lambda: page.locator(what).last.click())


def begin_game(page: Page, address: str, game: str) -> None:
    page.goto(f"{address}#/new/{game}")
    page.locator("footer .primary:enabled").click()
    expect(page.locator("main")).to_have_attribute("data-at", "0")
    tap_main_button(page)


class Visitor:
    """A person who closes the browser at times; the server was available only at the first visit."""

    def __init__(self, browser: Browser, site: StaticSite, profile: Path) -> None:
        self.browser, self.site, self.profile = browser, site, profile
        self.context: BrowserContext | None = None

    def open_page(self, path: str = "") -> Page:
        self.context = self.browser.browser_type.launch_persistent_context(
            str(self.profile),
            executable_path=find_chromium(),
            args=ARGUMENTS,
            viewport=PHONE,  # type: ignore[arg-type]
            locale="en-GB",
            has_touch=True,
        )
        self.context.set_default_timeout(30_000)
        page = self.context.new_page()
        page.goto(f"{self.site.address}{path}")
        wait_for_python(page)
        return page

    def close_browser(self) -> None:
        if self.context is not None:
            self.context.close()
            self.context = None

    def return_to_page(self, page: Page) -> Page:
        before, path = load_game_state(page), page.url.removeprefix(self.site.address)
        self.close_browser()
        again = self.open_page(path)
        step_to_question(again)  # it goes on with the beat that was left
        again.locator("#question").wait_for()
        assert load_game_state(again) == before
        return again


@pytest.fixture(scope="module")
def visited(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Visitor:
    """Visit the page once, then stop the server."""
    site = StaticSite()
    site.start()
    found = Visitor(browser, site, tmp_path_factory.mktemp("visited") / "profile")
    wait_for_cached_page(found.open_page())
    site.stop()
    found.close_browser()
    return found


@pytest.fixture
def visitor(visited: Visitor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Visitor]:
    """Return the same visitor for every test, without games."""
    monkeypatch.setattr(mayor, "load_game_state", load_game_state)
    for module in (mayor, others):
        for tap in (tap_main_button, tap_option):
            monkeypatch.setattr(module, tap.__name__, tap)
    shutil.copytree(visited.profile, tmp_path / "profile", symlinks=True)
    found = Visitor(visited.browser, visited.site, tmp_path / "profile")
    yield found
    found.close_browser()


def test_playing_the_mayor_offline(visitor: Visitor) -> None:
    page = visitor.open_page()
    mayor.begin_game(page)
    page.locator("main input[type=checkbox]").first.check()
    tap_main_button(page)
    for _answer in range(8):
        mayor.answer_question(page, "")
    page = visitor.return_to_page(page)
    before = load_game_state(page)
    mayor.answer_question(page, "")
    undo_answer(page)
    assert load_game_state(page)["table"] == before["table"]
    others.correct_value(page, "mayor.vp", 12)
    assert load_game_state(page)["table"]["mayor"]["vp"] == 12
    for _answer in range(6):
        mayor.answer_question(page, "")
    assert load_game_state(page)["position"] == before["position"] + 7


def test_playing_the_virtual_player_offline(visitor: Visitor) -> None:
    page = visitor.open_page()
    begin_game(page, visitor.site.address, "mombasa")
    others.find_question(page).locator("summary").first.click()
    others.find_question(page).locator("details label").nth(2).click()
    tap_main_button(page)
    for _answer in range(7):
        others.answer_mombasa(page, load_game_state(page))
    page = visitor.return_to_page(page)
    before = load_game_state(page)
    others.answer_mombasa(page, before)
    undo_answer(page)
    assert load_game_state(page)["table"] == before["table"]
    others.correct_value(page, "tracks.cairo", 3)
    assert load_game_state(page)["table"]["tracks"]["cairo"] == 3
    others.answer_mombasa(page, load_game_state(page))
    page.goto(f"{visitor.site.address}#/new/mombasa")
    expect(page.get_by_role("switch", name=re.compile("knows about your box"))).to_be_checked()  # it was saved


def test_playing_vj_offline(visitor: Visitor) -> None:
    page = visitor.open_page()
    begin_game(page, visitor.site.address, "pampero")
    for _answer in range(4):
        others.answer_pampero(page, load_game_state(page))
    page = visitor.return_to_page(page)
    before = load_game_state(page)
    others.answer_pampero(page, before)
    undo_answer(page)
    assert load_game_state(page)["table"] == before["table"]
    others.correct_value(page, "vj.energy", 4)
    assert load_game_state(page)["table"]["vj"]["energy"] == 4
    for _answer in range(3):
        others.answer_pampero(page, load_game_state(page))
    assert load_game_state(page)["position"] == 9
