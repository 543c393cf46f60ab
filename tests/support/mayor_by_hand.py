"""Play a game against the Mayor on the page."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from rival import Session
from rival.kernel import take_snapshot
from tests.support.page import press_main_button, step_to_question

MAIN = "footer .primary"


def tap_main_button(page: Page) -> None:
    """Tap the main button; wait until the answer is saved and the next question is shown."""
    before = page.locator("main").get_attribute("data-at")
    step_to_question(page)
    with page.expect_response(re.compile("/answer")):
        press_main_button(page)
    expect(page.locator("main")).not_to_have_attribute("data-at", before or "")


def load_game_state(page: Page, address: str) -> dict[str, Any]:
    """Return the game's state from the server, and the table that its journal leads to."""
    found = re.search(r"#/play/([^/]+)", page.url)
    assert found
    answer: dict[str, Any] = page.request.get(f"{address}api/games/{found[1]}?lang=en").json()
    journal = page.request.get(f"{address}api/games/{found[1]}/journal").text()
    return {**answer, "table": take_snapshot(Session.load(journal).table)}


def begin_game(page: Page) -> None:
    page.locator("a[href='#/new/rolling-heights']").click()
    page.locator("input.field").fill("Saturday")
    page.locator("button.why").first.click()
    expect(page.locator(".reason").first).to_contain_text("RH-16")
    page.locator("fieldset:has-text('12') input").nth(1).check()  # the harder variant
    page.locator("footer .primary").click()
    expect(page.locator("main")).to_have_attribute("data-at", "0")


def draw_district(page: Page) -> None:
    """Draw a district by taps: water in two corners, a plot of yours, a bonus, and land for the rest."""
    expect(page.locator("footer .primary")).to_be_disabled()
    choose_brush(page, "Water|Вода")
    page.locator(".grid button[aria-label^='a1']").click()
    expect(page.locator("footer .primary")).to_contain_text("15")
    page.locator(".grid button[aria-label^='d4']").click()
    choose_brush(page, "Yours|Ваш")
    page.locator(".grid button[aria-label^='b1']").click()
    choose_brush(page, "Park|Парк")
    page.locator(".grid button[aria-label^='c1']").click()
    page.locator("[data-act=rest]", has_text=re.compile("later|позже")).click()


def choose_brush(page: Page, name: str) -> None:
    page.get_by_role("radio", name=re.compile(f"^({name})")).click()


def answer_plan(page: Page) -> None:
    page.locator("#question [role=radiogroup] label").nth(2).click()
    if page.locator("#question [data-act=new]").count():  # like none that was told before
        page.locator("#question [data-act=new]").click()
    page.locator("fieldset .number").nth(0).locator("button").last.click(click_count=2)
    page.locator("fieldset .number").nth(1).locator("input").fill("3")


def tap_option(page: Page, what: str) -> None:
    """Tap an option of a choice that is answered by the tap itself."""
    before = page.locator("main").get_attribute("data-at")
    step_to_question(page)
    with page.expect_response(re.compile("/answer")):
        page.locator(what).last.click()
    expect(page.locator("main")).not_to_have_attribute("data-at", before or "")


def answer_question(page: Page, address: str) -> None:
    """Answer the open question like a person, according to its kind."""
    question = load_game_state(page, address)["question"]
    step_to_question(page)
    match question["key"]:
        case "boards":  # those of an earlier game are known
            for _place in range(6):
                page.locator("#question [data-id='?']").click()
        case "start":
            tap_option(page, "#question label:last-of-type")
            return
        case "district":
            draw_district(page)
        case "plan":
            answer_plan(page)
        case "place" if any(field["key"] == "bonus" for field in question["fields"]):  # that is read off the table
            if any(field["key"] == "plot" for field in question["fields"]):
                page.locator(".board button.open").first.click()
        case "place" if any(field["key"] == "plot" for field in question["fields"]):
            tap_option(page, ".board button.open")  # with the cubes that are preset
            return
    tap_main_button(page)
