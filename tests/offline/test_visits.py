"""A first visit, then no server: page, games and opponents are available; a new version is offered."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from tools.needed_programs import find_chromium
from tools.site import SITE, format_integrity

import rival
from tests.support.offline_games import WEB, wait_for_cached_page
from tests.support.page import ARGUMENTS, run_server
from tests.support.static_server import StaticSite, serve_site, wait_for_python


def test_the_start_page_is_shown_before_python_has_started(context: BrowserContext, site: StaticSite) -> None:
    page = context.new_page()
    page.route("**/*.wasm", lambda route: None)  # never comes
    page.goto(site.address)
    expect(page.locator("article.card")).to_have_count(len(rival.load_opponents()))
    expect(page.locator("[role=progressbar]")).to_be_visible()


ONWARDS = """
(most) => new Promise((done) => {
  const on = () => document.querySelector("footer .primary");
  const next = () => most-- && !on().disabled ? (on().click(), setTimeout(next)) : done();
  next();
})
"""


def watch_sample(page: Page, game: str) -> None:
    """Watch a whole sample game, from the first question to its end."""
    end = rival.play_demo(game, seed=7).position
    page.locator("footer .primary").wait_for()
    page.evaluate(ONWARDS, 20 * end)
    expect(page.locator("main")).to_have_attribute("data-position", str(end))
    expect(page.get_by_role("link", name="Play yourself")).to_be_visible()


def test_after_a_visit_everything_works_without_the_server(context: BrowserContext) -> None:
    with serve_site() as site:
        page = context.new_page()
        elsewhere: list[str] = []
        page.on(
            "request", lambda one: None if one.url.startswith((site.address, "blob:")) else elsewhere.append(one.url)
        )
        page.goto(site.address)
        wait_for_python(page)
        wait_for_cached_page(page)
        site.stop()
        page.goto(site.address)
        wait_for_python(page)
        expect(page.locator("article.card")).to_have_count(len(rival.load_opponents()))
        for game in rival.load_opponents():
            page.goto(f"{site.address}#/watch/sample.{game}.7")
            watch_sample(page, game)
        page.goto(f"{site.address}#/new/rolling-heights")
        page.locator("footer .primary").click()
        expect(page).to_have_url(re.compile("#/play/rolling-heights-"))
        expect(page.locator("main")).to_have_attribute("data-at", "0")
        playing = page.url
        page.reload()
        wait_for_python(page)
        expect(page.locator("main")).to_have_attribute("data-at", "0")
        page.goto(site.address)
        expect(page.locator(f"a[href='{playing[playing.index('#') :]}']").first).to_be_visible()
        assert [one for one in elsewhere if not one.startswith((site.address, "blob:"))] == []


def make_new_version(folder: Path, words: str) -> None:
    """Create a new version of the site: one file changes, and the list of files says so."""
    licence = folder / "LICENSE"
    licence.write_text(f"{licence.read_text(encoding='utf-8')}\n{words}\n", encoding="utf-8")
    service = folder / "service.js"
    text = service.read_text(encoding="utf-8")
    text = re.sub(r'"version": "[^"]*"', f'"version": "{words}"', text)
    text = re.sub(r'"LICENSE": "[^"]*"', f'"LICENSE": {json.dumps(format_integrity(licence))}', text)
    service.write_text(text, encoding="utf-8")


def test_a_new_version_is_offered_but_not_forced(context: BrowserContext, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    shutil.copytree(SITE, folder)
    with serve_site(folder) as site:
        page = context.new_page()
        page.goto(f"{site.address}#/new/rolling-heights")
        wait_for_python(page)
        page.locator("footer .primary").click()
        expect(page.locator("main")).to_have_attribute("data-at", "0")
        wait_for_cached_page(page)
        playing = page.url
        fetched: list[str] = []
        context.on("request", lambda one: fetched.append(one.url.removeprefix(site.address)))
        make_new_version(folder, "second")
        page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())")
        offer = page.get_by_text("A new version of Rival is available")
        expect(offer).to_be_visible()
        assert page.evaluate("caches.keys().then((names) => names.length)") == 2
        assert page.url == playing, "the game is left alone"
        expect(page.locator("footer .primary")).to_be_in_viewport(ratio=1)
        assert not [one for one in fetched if "python-" in one], "what is the same is not fetched again"
        page.get_by_role("button", name="Update now").click()
        expect(offer).to_have_count(0)
        expect(page.locator("main")).to_have_attribute("data-at", "0")
        assert page.url == playing
        assert page.evaluate("caches.keys()") == ["rival-second"]


def test_games_survive_closing_the_browser(browser: Browser, site: StaticSite, tmp_path: Path) -> None:
    def visit() -> BrowserContext:
        return browser.browser_type.launch_persistent_context(
            str(tmp_path / "profile"), executable_path=find_chromium(), args=ARGUMENTS
        )

    first = visit()
    page = first.new_page()
    page.goto(f"{site.address}#/new/mombasa")
    page.locator("footer .primary").click()
    expect(page).to_have_url(re.compile("#/play/mombasa-"))
    first.close()
    second = visit()
    page = second.new_page()
    page.goto(site.address)
    page.locator("a[href*='#/play/mombasa-']").first.click()
    expect(page.locator("main")).to_have_attribute("data-at", "0")
    second.close()


def test_a_browser_without_storage_shows_a_warning(context: BrowserContext, site: StaticSite) -> None:
    page = context.new_page()
    page.add_init_script("indexedDB.open = () => { throw new DOMException('no', 'SecurityError'); }")
    denied = "self.indexedDB.open = () => { throw new DOMException('no', 'SecurityError'); };"
    [worker] = site.folder.glob("assets/worker-*.js")
    page.route(
        f"**/{worker.name}",
        lambda route: route.fulfill(body=denied + worker.read_text(encoding="utf-8"), content_type="text/javascript"),
    )
    page.goto(site.address)
    expect(page.get_by_role("alert").first).to_contain_text("This browser does not let the page store data")


def test_a_host_that_forbids_webassembly_shows_a_message(context: BrowserContext, site: StaticSite) -> None:
    page = context.new_page()
    [worker] = site.folder.glob("assets/worker-*.js")
    strict = {"content-type": "text/javascript", "content-security-policy": "script-src 'self'"}
    page.route(f"**/{worker.name}", lambda route: route.fulfill(body=worker.read_bytes(), headers=strict))
    page.goto(site.address)
    expect(page.get_by_role("alert").first).to_contain_text("wasm-unsafe-eval")


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_messages_about_this_device_are_accessible(context: BrowserContext, site: StaticSite, lang: str) -> None:
    page = context.new_page()
    page.add_init_script(f"localStorage.setItem('rival.settings', '{{\"lang\":\"{lang}\"}}')")
    page.goto(site.address)
    wait_for_python(page)
    page.locator("#home button.link").click()
    expect(page.locator("dialog")).to_be_visible()
    page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished))")  # half faded in, nothing is dark
    page.evaluate((WEB / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document).then((told) => told.violations.map((one) => one.id))")
    assert found == []


def test_the_page_can_be_installed(context: BrowserContext, site: StaticSite) -> None:
    """The page meets the requirements of browsers for offering installation."""
    page = context.new_page()
    page.goto(site.address)
    manifest = page.evaluate("fetch(document.querySelector('link[rel=manifest]').href).then((one) => one.json())")
    assert {"name", "short_name", "start_url", "display", "icons", "theme_color", "background_color"} <= set(manifest)
    sizes = {one["sizes"]: one for one in manifest["icons"]}
    assert {"192x192", "512x512"} <= set(sizes)
    assert any(one.get("purpose") == "maskable" for one in manifest["icons"])
    for one in manifest["icons"]:
        status = page.evaluate("(src) => fetch(src).then((one) => one.status)", one["src"])
        assert status == 200
    devtools = context.new_cdp_session(page)
    told = devtools.send("Page.getAppManifest")
    assert told["errors"] == []
    wait_for_cached_page(page)
    errors = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [one["errorId"] for one in errors if one["errorId"] != "in-incognito"] == []


def test_a_game_moves_from_the_server_to_the_browser_and_back(context: BrowserContext, tmp_path: Path) -> None:
    with run_server(tmp_path) as address:
        page = context.new_page()
        made = page.request.post(f"{address}api/games", data={"game": "rolling-heights", "seed": 7}).json()
        page.goto(f"{address}#/play/{made['id']}/carry")
        page.get_by_role("link", name="Continue in the browser, without a server").click()
        page.get_by_role("button", name="Import", exact=True).click()
        expect(page).to_have_url(re.compile("/offline/#/play/rolling-heights-"))
        expect(page.locator("main")).to_have_attribute("data-at", "0")
        page.goto(f"{page.url}/carry")
        page.get_by_role("link", name="Send it back to the server").click()
        page.get_by_role("button", name="Import", exact=True).click()
        expect(page).to_have_url(f"{address}#/play/{made['id']}")
        assert len(page.request.get(f"{address}api/games").json()) == 1, "nothing is doubled"
