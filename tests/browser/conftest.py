"""One browser and one server for all tests of a process; every test has its own page, which must not report errors.

A browser context that was used before has cached the files of the page. The next test with the same size and language
uses it again after its stored data is deleted. Games on the server are deleted as well.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from tests.support.page import make_context, open_page_in, run_server

LOOKS = [("phone", "en"), ("phone", "ru"), ("desktop", "en"), ("desktop", "ru")]
Open = Callable[..., Page]


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with run_server(Path(tmp_path_factory.mktemp("games"))) as found:
        yield found


class Visitor:
    """A browser context of one size, language and theme that is used again, each time without stored data."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context, self.origin = context, address.rstrip("/")
        self.waiting = context.new_page()  # a process ends with its last page
        self.waiting.goto(f"{address}icon.svg")
        self.devtools = context.new_cdp_session(self.waiting)

    def leave(self) -> None:
        for page in self.context.pages:
            if page != self.waiting:
                page.close()
        self.context.set_offline(False)
        self.context.clear_permissions()
        self.context.clear_cookies()
        self.devtools.send("Storage.clearDataForOrigin", {"origin": self.origin, "storageTypes": "all"})


@pytest.fixture(scope="session")
def away() -> dict[tuple[str, str, str], list[Visitor]]:
    """Contexts that are free to use again, by size, language and theme."""
    return defaultdict(list)


def clear_away(address: str) -> None:
    """Delete all games on the server; otherwise the start page would draw each of them in every later test."""
    for kept in ("games", "deleted"):
        with urlopen(f"{address}api/{kept}") as told:
            for game in json.load(told):
                urlopen(Request(f"{address}api/{kept}/{game['id']}", method="DELETE")).close()


@pytest.fixture
def opened(browser: Browser, address: str, away: dict[tuple[str, str, str], list[Visitor]]) -> Iterator[Open]:
    """Open pages; at the end, check that none reported an error or loaded something from another host."""
    here: list[tuple[tuple[str, str, str], Visitor]] = []
    complaints: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        told = (
            "status of 409",
            "status of 422",
            "net::ERR_FAILED",
            "net::ERR_INTERNET_DISCONNECTED",
        )  # the page tells these itself
        expected = any(one in message.text for one in told)
        if message.type == "error" and not expected:
            complaints.append(message.text)

    def asked(url: str) -> None:
        if not url.startswith((address, "data:", "blob:", "about:")):
            complaints.append(f"loaded from elsewhere: {url}")

    def open_one(
        size: str = "phone", lang: str = "en", theme: str = "light", path: str | None = "", text: int = 100
    ) -> Page:
        look = size, lang, theme
        visitor = away[look].pop() if away[look] else Visitor(make_context(browser, *look), address)
        here.append((look, visitor))
        page = open_page_in(visitor.context, lang, theme, text)
        page.on("console", heard)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: asked(request.url))
        if path is not None:
            page.goto(address + path)
        return page

    yield open_one
    for look, visitor in here:
        visitor.leave()
        away[look].append(visitor)
    clear_away(address)
    assert not complaints


@pytest.fixture(params=LOOKS, ids="-".join)
def every_page(request: pytest.FixtureRequest, opened: Open) -> Page:
    """Open the start page, in every size and language."""
    size, lang = request.param
    return opened(size, lang)


@pytest.fixture(params=[LOOKS[0], LOOKS[-1]], ids="-".join)
def page(request: pytest.FixtureRequest, opened: Open) -> Page:
    """Open the start page, in both sizes and both languages."""
    size, lang = request.param
    return opened(size, lang)
