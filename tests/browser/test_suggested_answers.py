"""Suggested answers: a word similar to a known one, and free text, are accepted by one tap."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.support.mayor_by_hand import load_game_state, tap_main_button
from tests.support.others_by_hand import begin_game, find_question
from tests.support.page import play_sample_until, press_main_button, store_game, undo_answer


def accept_suggestion(page: Page) -> None:
    with page.expect_response(re.compile("/answer")):
        page.locator("#question [data-act=agree]").click()


def test_custom_text_and_misspellings_are_confirmed_by_one_tap(page: Page, address: str) -> None:
    begin_game(page, address, "pampero")
    asked = find_question(page)
    own = {"en": "lighthouses", "ru": "маяки"}[page.locator("html").get_attribute("lang") or ""]
    for slot, words in enumerate((own, "chain tokns", "towers")):
        asked.locator(".fact").nth(slot).locator("input").fill(words)
        asked.locator(".fact").nth(slot).locator(".add").click()
    with page.expect_response(re.compile("/answer")):
        press_main_button(page)
    problem = page.locator("#question .problem")
    expect(problem).to_contain_text(own)
    expect(page.locator("main")).to_have_attribute("data-at", "1")
    accept_suggestion(page)
    expect(problem).to_contain_text("chain tokns")
    accept_suggestion(page)
    expect(page.locator("main")).to_have_attribute("data-at", "2")
    expect(problem).to_have_count(0)
    assert own in str(load_game_state(page, address)["table"])


def test_an_error_without_a_suggestion_has_no_confirm_button(page: Page, address: str) -> None:
    begin_game(page, address, "pampero")
    asked = find_question(page)
    for slot in range(3):
        asked.locator(".fact").nth(slot).locator("input").fill('other("')
        asked.locator(".fact").nth(slot).locator(".add").click()
    with page.expect_response(re.compile("/answer")):
        press_main_button(page)
    expect(page.locator("#question .problem")).to_be_visible()
    expect(page.locator("[data-act=agree]")).to_have_count(0)


def test_the_comparison_with_samples_is_shown_only_when_switched_on(page: Page, address: str) -> None:
    rolls = iter(range(1000))
    session = play_sample_until(
        "rolling-heights", lambda ask: ask.key == "your-turn" and next(rolls) == 12, drawn=False
    )
    page.goto(f"{address}#/play/{store_game(page, address, session)}")
    page.locator("#question").wait_for()
    assert not load_game_state(page, address)["sample"]
    told = page.request.get(f"{address}api/games/{load_game_state(page, address)['id']}/par").json()["text"]
    line = page.locator("main p.mute", has_text=re.compile("sample|пример"))
    assert told
    expect(line).to_have_count(0)
    expect(page.locator("main .par")).to_have_count(0)

    page.keyboard.press("m")
    page.get_by_role("switch", name=re.compile("sample games|примерами партий")).click()
    page.keyboard.press("Escape")
    expect(line).to_have_count(1)
    expect(page.locator("main .par, main button.did", has_text=re.compile("sample|пример"))).to_have_count(0)
    tap_main_button(page)
    expect(line).to_have_count(0)  # not in the turn of the opponent
    undo_answer(page)
    expect(line).to_have_count(1)

    page.keyboard.press("m")
    page.get_by_role("switch", name=re.compile("sample games|примерами партий")).click()
    page.keyboard.press("Escape")
    expect(line).to_have_count(0)
