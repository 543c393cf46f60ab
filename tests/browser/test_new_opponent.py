"""The opponent that ``rival new`` creates is drawn on the page and played by taps like any other."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from rival.lab.new_opponent import create_opponent
from tests.support.mayor_by_hand import tap_main_button
from tests.support.page import open_page, run_server, step_to_question

PIP = [sys.executable, "-m", "pip", "install", "--quiet", "--no-build-isolation", "--no-deps", "--target"]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a server on which the new opponent is installed."""
    place = tmp_path_factory.mktemp("new")
    create_opponent("five-stalls", place / "mine")
    subprocess.run([*PIP, str(place / "installed"), str(place / "mine")], check=True, capture_output=True)
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PYTHONPATH", str(place / "installed"))
        with run_server(place / "home") as found:
            yield found


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_new_opponents_stalls_are_drawn_and_tapped(browser: Browser, address: str, size: str) -> None:
    page = open_page(browser, address, size, "en", path="#/new/five-stalls")
    page.locator("footer .primary").click()
    tap_main_button(page)  # set up
    step_to_question(page)
    stalls = page.locator(".board").get_by_role("group", name="The stalls")
    expect(stalls.locator("svg use[href='#five-stalls.token']")).to_have_count(5)
    stalls.get_by_role("button", name="stall b: 6 tokens").click()
    page.get_by_role("button", name="How many tokens: one more").click()
    tap_main_button(page)
    expect(page.get_by_text("Take 1 token from stall b; you have 1.")).to_be_visible()
    expect(page.get_by_role("img", name="stall b: 5 tokens", exact=True).first).to_be_visible()
    page.context.close()
