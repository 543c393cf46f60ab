"""A test server and the system's Chromium, for the browser tests and the screenshots."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from tools.needed_programs import find_chromium

from rival import Session, make_sample_pack
from rival.kernel import Ask, Json
from rival.kernel.opponent import SamplePlayer, find_assumption_policy

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 800}
SIZES = {"phone": PHONE, "desktop": DESKTOP}
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@contextmanager
def run_chromium(*more: str) -> Iterator[Browser]:
    """Start Chromium with additional arguments."""
    path = find_chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*ARGUMENTS, *more])
        yield browser
        browser.close()


def find_free_port() -> int:
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        return int(place.getsockname()[1])


@contextmanager
def run_server(
    home: Path,
    port: int | None = None,
    behind_a_key: bool = False,
    python: str = sys.executable,
    path: str | None = None,
) -> Iterator[str]:
    """Start a server with its own data folder and yield its address.

    ``behind_a_key``: it asks every device for a key, also this machine. ``python`` and ``path`` choose another
    interpreter and PATH.
    """
    port = port or find_free_port()
    asking = ["--address", f"http://127.0.0.1:{port}"] if behind_a_key else []
    server = subprocess.Popen(
        [python, "-m", "rival", "--no-browser", "--port", str(port), *asking],
        env={**os.environ, "RIVAL_HOME": str(home), "RIVAL_LANG": "en", "PATH": path or os.environ["PATH"]},
        stdout=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{port}/"
    try:
        wait_for_server(address, server)
        yield address
    finally:
        server.terminate()
        server.wait(10)


def wait_for_server(address: str, server: subprocess.Popen[bytes]) -> None:
    for _attempt in range(1200):
        if server.poll() is not None:
            raise RuntimeError(f"The server ended with code {server.returncode} before it answered.")
        try:
            with urlopen(address + "api/opponents"):
                return
        except HTTPError:
            return  # it answers, though not to everybody
        except URLError:
            time.sleep(0.05)
    raise RuntimeError(f"No server answered at {address} within a minute.")


def open_page(
    browser: Browser, address: str, size: str, lang: str, theme: str = "light", path: str | None = "", text: int = 100
) -> Page:
    """Open the page in a browser without stored data, in a language and theme; without ``path`` it stays empty."""
    page = open_page_in(make_context(browser, size, lang, theme), lang, theme, text)
    if path is not None:
        page.goto(address + path)
    return page


def make_context(browser: Browser, size: str, lang: str, theme: str) -> BrowserContext:
    """Create a browser context without stored data; the Russian one prefers reduced motion, so that both are tested."""
    return browser.new_context(
        viewport=SIZES[size],  # type: ignore[arg-type]
        locale="ru-RU" if lang == "ru" else "en-GB",
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce" if lang == "ru" else "no-preference",
        has_touch=size == "phone",
        device_scale_factor=2 if size == "phone" else 1,
    )


def open_page_in(context: BrowserContext, lang: str, theme: str, text: int) -> Page:
    page = context.new_page()
    page.set_default_timeout(10_000)
    chosen = f'{{"lang":"{lang}","theme":"{theme}","text":{text}}}'
    page.add_init_script(
        f"if (location.protocol === 'http:' && !localStorage.getItem('rival.settings'))"
        f" localStorage.setItem('rival.settings', '{chosen}');"
    )
    return page


def go_to(page: Page, address: str, there: str) -> None:
    """Go to another address of the page without reloading it, and wait for an element that was not there before."""
    page.evaluate("document.querySelectorAll('body *').forEach((one) => { one.dataset.before = ''; })")
    page.goto(address)
    page.locator(f"{there}:not([data-before]):visible").first.wait_for()


def step_to_question(page: Page) -> None:
    """Step through a turn to its question, or to the end of the game."""
    page.locator("footer").wait_for()
    page.evaluate(
        """async () => {
            for (let beats = 0; beats < 40; beats++) {
                const button = document.querySelector("footer [data-act=look]");
                if (!button) return;
                button.click();
                await new Promise(requestAnimationFrame);
            }
        }"""
    )
    expect(page.locator("footer [data-act=look]")).to_have_count(0)


def press_main_button(page: Page) -> None:
    """Press the main button as soon as it reacts; it ignores taps for a moment after a change."""
    page.locator("footer .primary:enabled").wait_for()
    page.evaluate("document.querySelector('footer .primary').click()")


def undo_answer(page: Page) -> None:
    """Tick the pieces to put back, if there are any, and undo one answer."""
    before = page.locator("main").get_attribute("data-at") or ""
    page.locator("button.undo").first.click()
    undo_now = page.locator("dialog [data-act=undo-now]:enabled")
    undo_now.wait_for()
    if page.locator("dialog input[type=checkbox]").count():
        page.locator("dialog input[type=checkbox]").first.check()
    undo_now.click()
    expect(page.locator("main")).not_to_have_attribute("data-at", before)
    expect(page.locator("dialog")).to_have_count(0)


def play_sample_until(
    game: str, until: Callable[[Ask], bool], seed: int = 7, lang: str = "en", drawn: bool = True
) -> Session:
    """Play a game on the sample table up to the first question for which ``until`` is true."""
    session, sample = make_sample_session(game, seed, lang, drawn)
    while session.open_ask is not None and not until(session.open_ask):
        session.answer(sample.answer(session.open_ask, session.table))
    return session


def make_sample_session(
    game: str, seed: int, lang: str, drawn: bool = True, pack: Json = None
) -> tuple[Session, SamplePlayer]:
    """Create a game and its sample table, optionally with a pack."""
    session = Session.new(game, seed=seed, lang=lang, pack=pack or (make_sample_pack(game) if drawn else None))
    sample = session.opponent.make_sample_player(seed, session.options)
    session.assumption_policy = find_assumption_policy(sample)
    return session, sample


def store_game(page: Page, address: str, session: Session) -> str:
    """Store a game on the server and return its id."""
    answer = page.request.post(address + "api/journals", data={"text": session.journal.format_text()})
    assert answer.ok, answer.text()
    return str(answer.json()["id"])
