"""One browser, one site and one worker for the tests that leave things as they found them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.at_the_page import PHONE
from tests.offline.at_home import InTheBrowser, Site, served


@pytest.fixture(scope="module", autouse=True)
def patience() -> Iterator[None]:
    """Python takes a while to start; who has a server waits as ever."""
    expect.set_options(timeout=30_000)
    yield
    expect.set_options(timeout=None)


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    with served() as found:
        yield found


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that has nothing kept, with windows as large as a phone."""
    found = browser.new_context(viewport=PHONE, locale="en-GB")  # type: ignore[arg-type]
    found.set_default_timeout(30_000)
    yield found
    found.close()


@pytest.fixture(scope="session")
def worker(browser: Browser, site: Site) -> Iterator[InTheBrowser]:
    """One for all tests that call it and leave nothing behind that others ask for: Python takes a while to start."""
    found = browser.new_context()
    found.set_default_timeout(120_000)
    yield InTheBrowser(found, site)
    found.close()
