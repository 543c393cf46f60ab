"""A sample game can be watched without owning the game: from set-up to the end, with an explanation of every step."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import rival
from rival.kernel import load_opponent
from tests.browser.conftest import Open

WHERE = """() => [
    document.querySelector("[data-position]").dataset.position,
    document.querySelector("main .asks, #end") !== null,
]"""
"""The position, and whether its question or the result is shown."""


def step_to_position(page: Page, position: int) -> None:
    """Press the arrow key through every step of the turn until an answer was given."""
    for _beat in range(30):
        was, at_the_end = page.evaluate(WHERE)
        page.keyboard.press("ArrowRight")
        if at_the_end and was == str(position - 1):
            break
    expect(page.locator("[data-position]")).to_have_attribute("data-position", str(position))


@pytest.mark.parametrize(("size", "lang"), [("phone", "en"), ("desktop", "ru")])
@pytest.mark.parametrize("game", list(rival.load_opponents()))
def test_a_whole_sample_game_step_by_step(opened: Open, game: str, size: str, lang: str) -> None:
    page = opened(size, lang, path=f"#/watch/sample.{game}.7")
    watched = page.locator("[data-position]")
    expect(watched).to_have_attribute("data-position", "0")
    last = rival.play_demo(game, seed=7).position
    for position in range(1, last + 1):
        step_to_position(page, position)
        assert page.locator("main h2").count() > 0, f"nothing is shown at step {position}"
    words = load_opponent(game).load_catalogue(lang)
    result = rival.play_demo(game, seed=7).result
    while page.locator("footer .primary:enabled").count():
        page.keyboard.press("ArrowRight")
    assert result is not None
    expect(page.get_by_text(result.text.render(words)).first).to_be_visible()


@pytest.mark.parametrize("game", list(rival.load_opponents()))
def test_a_sample_game_from_the_start_page_runs_by_itself(page: Page, game: str) -> None:
    page.locator(f"article:has(a[href='#/new/{game}']) button").click()
    watched = page.locator("[data-position]")
    expect(watched).to_have_attribute("data-position", "0")
    page.keyboard.press("Space")
    page.locator("fieldset label").last.click()  # the quickest pace
    expect(watched).to_have_attribute("data-position", "3", timeout=30_000)
    page.locator("button.run").click()
    expect(page.locator("button.run")).to_have_attribute("aria-pressed", "false")


def test_every_decision_of_a_sample_game_is_explained_with_rules_that_open(opened: Open) -> None:
    page = opened(path="#/watch/sample.rolling-heights.7")
    page.locator("input[type=range]").fill("4")
    expect(page.locator("[data-position]")).to_have_attribute("data-position", "4")
    page.locator("main .earlier, main .acts .head[aria-expanded=false]").last.click()
    page.locator("main li.do button.why").last.click()
    cite = page.locator(".reasons .cite").last
    cite.click()
    expect(page.locator(".reasons .rule").last).to_contain_text(cite.inner_text().split()[-1])


def test_a_sample_game_is_labelled_as_sample(page: Page) -> None:
    page.locator("article:has(a[href='#/new/rolling-heights']) button").click()
    expect(page.get_by_text(re.compile("made up|выдуманы"))).to_be_visible()


def test_the_history_of_a_sample_game_leads_to_any_step(opened: Open) -> None:
    page = opened(path="#/watch/sample.rolling-heights.7")
    steps = page.locator("main")
    expect(steps).to_have_attribute("data-position", "0")
    page.keyboard.press("h")
    page.locator("dialog li[data-at='12'] button").first.click()
    expect(page.locator("dialog")).to_have_count(0)
    expect(steps).not_to_have_attribute("data-position", "0")
