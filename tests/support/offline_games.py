"""Helpers for the page that needs no server."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

WEB = Path(__file__).parent.parent.parent / "web"


def wait_for_cached_page(page: Page) -> None:
    """Wait until the browser has cached the page."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
