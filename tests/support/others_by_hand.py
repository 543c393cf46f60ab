"""Play a game against the virtual player or VJ on the page."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.support.mayor_by_hand import tap_main_button, tap_option
from tests.support.page import step_to_question


def begin_game(page: Page, address: str, game: str) -> None:
    page.request.delete(f"{address}api/packs/{game}")
    page.goto(f"{address}#/new/{game}")
    page.locator("footer .primary:enabled").click()
    expect(page.locator("main")).to_have_attribute("data-at", "0")
    tap_main_button(page)  # the check list of the set-up


def find_question(page: Page) -> Locator:
    """Return the open question, scrolled into view."""
    step_to_question(page)
    asked = page.locator("#question")
    asked.wait_for()
    return asked


def correct_value(page: Page, path: str, value: int) -> None:
    id = re.search(r"#/play/([^/]+)", page.url)
    assert id
    page.goto(f"{page.url.split('#')[0]}#/play/{id[1]}/correct:{path}")
    page.locator("dialog input").first.fill(str(value))
    page.locator("dialog .primary").click()
    expect(page.locator("dialog")).to_have_count(0)


def answer_mombasa(page: Page, now: dict[str, Any]) -> None:
    """Answer the open question of Mombasa like a person."""
    asked = find_question(page)
    match now["question"]["key"]:
        case "card" if now["question"]["kind"] == "choice":
            tap_option(page, f"#question li:nth-child({now['position'] % 4 + 1}) .chip:first-of-type")
            return
        case "card" | "taken":
            for _card in range(now["question"]["most"] or 1):
                asked.locator("li .chip").nth(now["position"] % 4).click()
        case "your-turn" if now["position"] > 9:
            asked.locator("label:has-text('Pass'), label:has-text('Пас')").first.click()
        case "your-turn":
            page.locator(".board [data-view=display] button").last.click()
    tap_main_button(page)


def answer_pampero(page: Page, now: dict[str, Any]) -> None:
    asked = find_question(page)
    match now["question"]["key"]:
        case "cards":
            asked.locator(".fact").first.locator(".chips button").first.click()
            for slot, words in ((1, 'other("lighthouses")'), (2, 'other("windmills")')):
                asked.locator(".fact").nth(slot).locator("input").fill(words)
                asked.locator(".fact").nth(slot).locator(".add").click()
        case "topics":  # what is not counted is asked for when it matters
            while (chosen := asked.locator("[aria-pressed=true]")).count():
                chosen.first.click()
        case "start":
            for group in asked.get_by_role("radiogroup").all():
                group.locator("label").first.click()
            asked.locator(".fact:has(.what .mute) input[inputmode]").fill("0")  # VJ's money, which nobody knows
        case "your-turn":  # what is not counted is not told
            asked.locator("details summary").first.click()
        case "card-section" | "pieces":  # what is read together stands in one form
            for n, field in enumerate(now["question"]["fields"]):
                if field["required"] and field["kind"] == "phrases":
                    asked.locator(".fact").nth(n).locator(".chips button").first.click()
                elif field["required"]:
                    asked.locator(".fact").nth(n).locator("input").first.fill("9")
        case _ if now["question"]["kind"] == "choice":
            tap_option(page, "#question label, .board button.open, .board .map button")
            return
        case _ if now["question"]["kind"] in ("phrases", "several") and now["question"]["least"]:
            asked.locator(".chips button").first.click()
    tap_main_button(page)
