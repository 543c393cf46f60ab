"""One browser and one server for all tests of a worker; every test has a page of its own that must not complain."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page

from tests.browser.at_the_page import open_page, serving

LOOKS = [("phone", "en"), ("phone", "ru"), ("desktop", "en"), ("desktop", "ru")]
Open = Callable[..., Page]


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(Path(tmp_path_factory.mktemp("games"))) as found:
        yield found


@pytest.fixture
def opened(browser: Browser, address: str) -> Iterator[Open]:
    """Opens pages; at the end none of them may have reported an error or loaded something from elsewhere."""
    pages: list[Page] = []
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
        page = open_page(browser, address, size, lang, theme, path, text)
        page.on("console", heard)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: asked(request.url))
        pages.append(page)
        return page

    yield open_one
    for page in pages:
        page.context.close()
    assert not complaints


@pytest.fixture(params=LOOKS, ids="-".join)
def every_page(request: pytest.FixtureRequest, opened: Open) -> Page:
    """The start page, in every size and language."""
    size, lang = request.param
    return opened(size, lang)


@pytest.fixture(params=[LOOKS[0], LOOKS[-1]], ids="-".join)
def page(request: pytest.FixtureRequest, opened: Open) -> Page:
    """The start page, in both sizes and both languages."""
    size, lang = request.param
    return opened(size, lang)
