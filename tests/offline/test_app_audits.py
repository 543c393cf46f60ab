"""Requirements of tools that audit web apps: every page is accessible, and the app can be installed."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.support.offline_games import WEB, wait_for_cached_page
from tests.support.page import PHONE, go_to
from tests.support.static_server import StaticSite, wait_for_python

AXE = (WEB / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
DAY = 24 * 3600
PAGES = {
    "#/read": "dialog",
    "#/deleted": "dialog",
    "#/settings": "dialog",
    "#/records": "h1",
    "#/box": "h1",
    "#/new/mombasa": "footer .primary",
    "#/box/rolling-heights": "h1",
    "#/rules/pampero": "h1",
    "#/practice/rolling-heights": "h1",
    "#/watch/sample.mombasa.7": "h1",
    "#/take/nothing": "[role=alert]",
    "#/": "article.card",
}


def find_violations(page: Page) -> list[str]:
    page.evaluate(AXE)
    page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished.catch(() => null)))")
    found: list[str] = page.evaluate(
        "axe.run(document).then((told) => told.violations.map((one) => `${one.id}: ${one.nodes[0].html}`))"
    )
    return found


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_page_is_accessible(context: BrowserContext, site: StaticSite, theme: Literal["light", "dark"]) -> None:
    lang = "ru" if theme == "dark" else "en"
    page = context.new_page()
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    page.add_init_script(f'localStorage.setItem(\'rival.settings\', \'{{"lang":"{lang}","theme":"{theme}"}}\')')
    told = {}
    page.goto(site.address)
    wait_for_python(page)
    for path, there in PAGES.items():
        go_to(page, f"{site.address}{path}", there)
        told[path] = find_violations(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], path
    page.goto(f"{site.address}#/new/rolling-heights")
    page.locator("footer .primary").click()
    expect(page.locator("main")).to_have_attribute("data-at", "0")
    told["play"] = find_violations(page)
    page.goto(f"{page.url}/carry")
    page.locator("dialog .btn.plain:has-text('код'), dialog .btn.plain:has-text('codes')").click()
    expect(page.locator("svg[data-code]")).to_be_visible()
    told["codes"] = find_violations(page)
    assert {path: found for path, found in told.items() if found} == {}


def test_the_service_worker_serves_the_page_offline(context: BrowserContext, site: StaticSite) -> None:
    page = context.new_page()
    page.goto(site.address)
    wait_for_cached_page(page)
    page.reload()
    assert page.evaluate("navigator.serviceWorker.controller?.scriptURL") == f"{site.address}service.js"
    manifest = page.evaluate("fetch(document.querySelector('link[rel=manifest]').href).then((one) => one.json())")
    assert manifest["display"] == "standalone"
    assert page.evaluate("document.querySelector('meta[name=theme-color]').content") == manifest["theme_color"]
    assert "width=device-width" in page.evaluate("document.querySelector('meta[name=viewport]').content")
    touch = page.evaluate("document.querySelector('link[rel=apple-touch-icon]').href")
    context.set_offline(True)
    for path in (manifest["start_url"], touch, *(one["src"] for one in manifest["icons"])):
        assert page.evaluate("(path) => fetch(path).then((one) => one.status)", path) == 200
    answer = page.goto(f"{site.address}{manifest['start_url'].removeprefix('./')}")
    assert answer is not None
    assert (answer.status, answer.from_service_worker) == (200, True)
    for icon in manifest["icons"]:
        if icon["type"] != "image/png":
            continue
        drawn = page.evaluate(
            "async (src) => { const one = new Image(); one.src = src; await one.decode();"
            " return `${one.naturalWidth}x${one.naturalHeight}`; }",
            icon["src"],
        )
        assert drawn == icon["sizes"]


OLDER = """
(seconds) => new Promise((good) => {
  const wish = indexedDB.open("rival");
  wish.onsuccess = () => {
    const change = wish.result.transaction("games", "readwrite");
    change.objectStore("games").openCursor().onsuccess = ({ target: { result: one } }) => {
      if (!one) return;
      one.update({ ...one.value, created: one.value.created - seconds });
      one.continue();
    };
    change.oncomplete = () => { wish.result.close(); good(); };
  };
})
"""


def test_a_reminder_to_back_up_games_appears(context: BrowserContext, site: StaticSite, tmp_path: Path) -> None:
    page = context.new_page()
    page.goto(f"{site.address}#/new/rolling-heights")
    page.locator("footer .primary").click()
    expect(page.locator("main")).to_have_attribute("data-at", "0")
    playing = page.url
    reminder = page.locator("#home").get_by_role("button", name="Save all games")
    for days, reminded in ((0, 0), (13, 0), (2, 1)):
        page.evaluate(OLDER, days * DAY)
        go_to(page, f"{site.address}#/records", "h1")
        go_to(page, f"{site.address}#/", "a[href*='#/play/']")
        page.evaluate(OLDER, 0)  # behind whoever looks at the games now
        expect(reminder).to_have_count(reminded)
    with page.expect_download() as coming:
        reminder.click()
    expect(reminder).to_have_count(0)
    file = tmp_path / "rival-games.zip"
    coming.value.save_as(file)
    page.reload()
    wait_for_python(page)
    expect(reminder).to_have_count(0)
    # And the file: the games in it are known here, and new in a browser that has none.
    page.locator("input[accept*='.zip']").set_input_files(file)
    expect(page).to_have_url(playing)
    other = context.browser.new_context() if context.browser else context
    elsewhere = other.new_page()
    elsewhere.goto(site.address)
    for _twice in range(2):
        wait_for_python(elsewhere)
        elsewhere.locator("input[accept*='.zip']").set_input_files(file)
        expect(elsewhere.locator("main")).to_have_attribute("data-at", "0")
        elsewhere.goto(f"{site.address}#/")
        expect(elsewhere.locator("a[href*='#/play/']")).to_have_count(1)
    other.close()
