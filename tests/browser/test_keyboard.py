"""Every function can be used with the keyboard alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.support.page import play_sample_until, store_game


def tab_to(page: Page, found: str, most: int = 400) -> None:
    """Press Tab until the element has the focus, and check that the focus is visible."""
    for _press in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement.matches(wanted)", found):
            outline = page.evaluate(
                "() => [document.activeElement, document.activeElement.parentElement]"
                ".some(one => getComputedStyle(one).outlineStyle !== 'none')"
            )
            assert outline, f"{found} has the focus, but nobody sees it"
            return
    raise AssertionError(f"Tab never reaches {found}")


def press_enter_to_answer(page: Page) -> None:
    """Press Enter for every step of the turn and then for the answer."""
    steps = page.locator("main")
    before = steps.get_attribute("data-at")
    step_through_turn(page)
    page.locator("footer .primary:enabled").wait_for()
    page.keyboard.press("Enter")
    expect(steps).not_to_have_attribute("data-at", before or "")


def step_through_turn(page: Page) -> None:
    page.locator("footer .primary, footer .passive").wait_for()
    while page.locator("footer [data-act=look]").count():
        page.keyboard.press("Enter")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_game_begins_and_goes_on_without_a_mouse(opened: Open, address: str, size: str) -> None:
    page = opened(size, "en")
    page.request.delete(f"{address}api/packs/rolling-heights")  # nobody has drawn a board yet
    page.locator("a[href='#/new/rolling-heights']").wait_for()
    tab_to(page, "a[href='#/new/rolling-heights']")
    page.keyboard.press("Enter")
    page.locator("footer .primary:not(:disabled)").wait_for()
    tab_to(page, "footer .primary")
    page.keyboard.press("Enter")
    steps = page.locator("main")
    expect(steps).to_have_attribute("data-at", "0")
    page.wait_for_timeout(100)
    press_enter_to_answer(page)  # set-up is done
    press_enter_to_answer(page)  # nothing to tell of the first turn
    expect(steps).to_have_attribute("data-at", "2")
    step_through_turn(page)
    tab_to(page, ".palette .chip:nth-child(2)")
    page.keyboard.press("Space")
    tab_to(page, ".grid button")
    page.keyboard.press("Space")
    expect(page.locator(".grid button").first).to_have_attribute("aria-label", re.compile("water"))
    tab_to(page, "[data-act=rest]")
    page.keyboard.press("Enter")
    tab_to(page, "footer .primary")
    page.keyboard.press("Enter")
    expect(steps).to_have_attribute("data-at", "3")
    page.keyboard.press("u")
    page.locator("dialog[open] [data-act=undo-now]:enabled").wait_for()
    page.keyboard.press("Escape")  # everything stays
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(steps).to_have_attribute("data-at", "3")
    page.keyboard.press("u")
    tab_to(page, "[data-act=undo-now]")
    page.keyboard.press("Enter")
    expect(steps).to_have_attribute("data-at", "4")
    page.keyboard.press("r")
    expect(steps).to_have_attribute("data-at", "5")


def test_question_mark_lists_the_keys_and_escape_closes(page: Page) -> None:
    page.locator("article").first.wait_for()
    page.keyboard.press("?")
    expect(page.locator("dialog kbd").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def test_dialogs_open_by_a_key_hold_the_focus_and_close(opened: Open, address: str) -> None:
    page = opened(path=None)
    session = play_sample_until("rolling-heights", lambda ask: ask.key == "place")
    page.goto(f"{address}#/play/{store_game(page, address, session)}")
    page.locator("#question").wait_for()
    for key in "thcm":
        page.keyboard.press(key)
        page.locator("dialog").wait_for()
        for _press in range(12):
            page.keyboard.press("Tab")
            outside = "document.activeElement !== document.body && !document.activeElement.closest('dialog')"
            assert not page.evaluate(outside)
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)


def test_number_keys_choose_and_answer(opened: Open, address: str) -> None:
    page = opened("desktop", path=None)
    session = play_sample_until("rolling-heights", lambda ask: ask.key == "place")
    page.goto(f"{address}#/play/{store_game(page, address, session)}")
    page.locator("#question").wait_for()
    before = page.locator("main").get_attribute("data-at") or ""
    page.keyboard.press("1")
    expect(page.locator("main")).not_to_have_attribute("data-at", before)


def test_shortcuts_can_be_switched_off(opened: Open) -> None:
    page = opened(path="#/keys")
    page.locator("dialog input[role=switch]").uncheck()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.keyboard.press("l")
    assert page.locator("html").get_attribute("lang") == "en"
