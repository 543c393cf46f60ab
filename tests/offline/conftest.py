"""One browser, one site and one worker for the tests that leave things as they found them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.support.page import PHONE
from tests.support.static_server import InTheBrowser, Site, served


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


@pytest.fixture(scope="session")
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    """A phone whose browser comes again and again."""
    found = browser.new_context(viewport=PHONE, locale="en-GB", has_touch=True)  # type: ignore[arg-type]
    found.set_default_timeout(30_000)
    yield found
    found.close()


@pytest.fixture(scope="session")
def worker(visitor: BrowserContext) -> Iterator[InTheBrowser]:
    """One for all tests that call it and leave nothing behind that others ask for: Python takes a while to start.

    It is at an address of its own, so that what it keeps is not that of the pages.
    """
    with served() as elsewhere:
        yield InTheBrowser(visitor, elsewhere)


@pytest.fixture
def context(visitor: BrowserContext, worker: InTheBrowser, site: Site) -> Iterator[BrowserContext]:
    """A browser that has nothing kept.

    The worker runs in the same process, so that Python's machine code is there: to make it anew for each test took
    nearly half of every start.
    """
    yield visitor
    for page in visitor.pages:
        if page != worker.page:
            page.close()
    visitor.set_offline(False)
    visitor.clear_permissions()
    visitor.clear_cookies()
    devtools = visitor.new_cdp_session(worker.page)
    devtools.send("Storage.clearDataForOrigin", {"origin": site.origin, "storageTypes": "all"})
    devtools.detach()
