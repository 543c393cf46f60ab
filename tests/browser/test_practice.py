"""Practice on the page: a person plays the player's side of the sample table, for every opponent that supports it."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

import rival
from rival.engine import Engine
from rival.engine.responses import can_be_practised
from tests.browser.conftest import Open
from tests.support.page import step_to_question

MAYOR = "rolling-heights"
SIDES = [game for game in rival.load_opponents() if can_be_practised(game)]


def make_choice(page: Page, number: int = 1) -> None:
    """Make a choice by its number and wait for the result."""
    steps = page.locator("main")
    expect(steps).to_have_attribute("data-at", re.compile(r"\d"))
    before = steps.get_attribute("data-at") or ""
    step_to_question(page)
    page.keyboard.press(str(number))
    expect(steps).not_to_have_attribute("data-at", before)


def test_the_start_page_leads_to_practice(page: Page) -> None:
    page.locator(f"a[href='#/practice/{MAYOR}']").click()
    page.wait_for_url(re.compile(rf"#/practice/{MAYOR}\.\d+$"))
    expect(page.locator(".rules li")).not_to_have_count(0)
    expect(page.get_by_text(re.compile("made up|выдуманы"))).to_be_visible()


@pytest.mark.parametrize(("size", "lang"), [("phone", "ru"), ("desktop", "en")])
@pytest.mark.parametrize("game", SIDES)
def test_some_turns_against_each_opponent_with_undo_and_a_reload(opened: Open, game: str, size: str, lang: str) -> None:
    page = opened(size, lang, path=f"#/practice/{game}.3")
    steps = page.locator("main")
    expect(steps).to_have_attribute("data-at", "0")
    for _choice in range(8):
        make_choice(page)
    page.keyboard.press("u")
    expect(steps).to_have_attribute("data-at", "7")
    text = page.locator("#question h2").inner_text()
    page.reload()
    expect(steps).to_have_attribute("data-at", "7")
    expect(page.locator("#question h2")).to_have_text(text)
    make_choice(page)
    expect(steps).to_have_attribute("data-at", "8")


@pytest.mark.parametrize(
    ("game", "choices", "tapped"),
    [
        (MAYOR, 2, ".board button.open"),  # a plot of a district
        ("mombasa", 1, ".board .cards button:not(:disabled)"),  # a card of the display
        ("pampero", 1, ".board .map button"),  # a sector
    ],
)
def test_choices_are_tapped_on_the_drawing(page: Page, game: str, choices: int, tapped: str) -> None:
    page.goto(f"{page.url.partition('#')[0]}#/practice/{game}.3")
    for _choice in range(choices):
        make_choice(page)
    step_to_question(page)
    page.locator(tapped).first.click()
    expect(page.locator("main")).to_have_attribute("data-at", str(choices + 1))


def test_the_rules_of_your_side_are_one_tap_away(page: Page) -> None:
    page.goto(f"{page.url.partition('#')[0]}#/practice/{MAYOR}.3")
    make_choice(page)
    page.locator(".bar .btn").last.click()
    expect(page.locator("dialog .rules li")).not_to_have_count(0)


def test_the_history_of_practice_is_one_tap_away(page: Page) -> None:
    page.goto(f"{page.url.partition('#')[0]}#/practice/{MAYOR}.3")
    for _choice in range(3):
        make_choice(page)
    page.locator(".bar .btn").first.click()
    expect(page.locator("dialog ol > li")).not_to_have_count(0)
    expect(page.locator("dialog ol button")).to_have_count(0)  # a practice keeps no past tables to look at


@pytest.mark.parametrize(("size", "lang"), [("phone", "en"), ("desktop", "ru")])
def test_the_end_compares_with_the_built_in_player_and_offers_a_new_game(opened: Open, size: str, lang: str) -> None:
    """The first choice is made each time until the last one, which is made on the page."""
    engine = Engine()
    moves: list[str] = []
    now = engine.load_practice_state(MAYOR, seed=3)
    while now.choice is not None:
        moves.append(str(now.choice.options[0].id))
        now = engine.load_practice_state(MAYOR, moves, seed=3)
    page = opened(size, lang)
    page.evaluate(
        "kept => sessionStorage.setItem(...kept)", [f"rival.practice.{MAYOR}.3", json.dumps({"moves": moves[:-1]})]
    )
    page.goto(f"{page.url.partition('#')[0]}#/practice/{MAYOR}.3")
    expect(page.locator("main")).to_have_attribute("data-at", str(len(moves) - 1))
    make_choice(page)
    step_to_question(page)
    expect(page.locator("#end")).to_be_visible()
    expect(page.get_by_text(re.compile("sensible"))).to_be_visible()
    expect(page.locator("main .par")).to_contain_text(re.compile("of 10|из 10"))
    page.locator("main .story > .btn").click()
    expect(page.locator("main")).to_have_attribute("data-at", "0")


def test_options_are_chosen_before_the_first_choice_and_stay(page: Page) -> None:
    page.goto(f"{page.url.partition('#')[0]}#/practice/{MAYOR}.3")
    page.locator("details.card summary").click()
    with page.expect_response("**/api/practice*") as told:  # a key before the other table is there means nothing
        page.locator("select").first.select_option("1")
    assert json.loads(told.value.request.post_data or "")["options"]["hard"] is True
    page.wait_for_timeout(300)
    page.locator("h1").click()  # away from the list, which has its own use for keys
    make_choice(page)
    page.reload()
    expect(page.locator("main")).to_have_attribute("data-at", "1")
    with page.expect_request("**/api/practice*") as sent:
        make_choice(page)
    assert json.loads(sent.value.post_data or "")["options"]["hard"] is True


def test_an_unknown_practice_game_leads_back(opened: Open) -> None:
    page = opened(path="#/practice/chess.3")
    expect(page.get_by_role("alert")).to_contain_text("chess")
    page.locator("main a").click()
    expect(page.locator("article").first).to_be_visible()
