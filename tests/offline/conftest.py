"""One browser, one site and one worker for tests that leave no data behind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.support.page import PHONE
from tests.support.static_server import StaticSite, WorkerClient, serve_site


@pytest.fixture(scope="module", autouse=True)
def patience() -> Iterator[None]:
    """Use long timeouts where Python has to start in the browser."""
    expect.set_options(timeout=30_000)
    yield
    expect.set_options(timeout=None)


@pytest.fixture(scope="session")
def site() -> Iterator[StaticSite]:
    with serve_site() as found:
        yield found


@pytest.fixture(scope="session")
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    """Return a phone whose browser stays the same for all tests."""
    found = browser.new_context(viewport=PHONE, locale="en-GB", has_touch=True)  # type: ignore[arg-type]
    found.set_default_timeout(30_000)
    yield found
    found.close()


@pytest.fixture(scope="session")
def worker(visitor: BrowserContext) -> Iterator[WorkerClient]:
    """One worker for all tests that leave no data behind, because Python takes a while to start.

    It has its own address, so that its data is separate from that of the pages.
    """
    with serve_site() as elsewhere:
        yield WorkerClient(visitor, elsewhere)


@pytest.fixture
def context(visitor: BrowserContext, worker: WorkerClient, site: StaticSite) -> Iterator[BrowserContext]:
    """Return a browser context without stored data.

    The worker runs in the same process, so that Python's compiled code is reused; compiling it for each test took
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
