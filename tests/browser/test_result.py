"""The result of a game: its sources, its course by rounds, in the colours of the sides."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.support.page import play_sample_until, store_game


@pytest.mark.parametrize(("size", "lang"), [("phone", "ru"), ("desktop", "en")])
def test_the_result_shows_sources_rounds_and_colours(opened: Open, address: str, size: str, lang: str) -> None:
    page = opened(size, lang, path=None)
    session = play_sample_until("mombasa", lambda ask: False, lang=lang)
    id = store_game(page, address, session)
    page.request.patch(f"{address}api/games/{id}", data={"own_colour": "yellow", "their_colour": "green"})
    page.goto(f"{address}#/play/{id}")
    sources = page.locator("table.sources tbody tr")
    expect(sources.first).to_be_visible()
    assert session.result
    points = [int(row.locator("td").inner_text()) for row in sources.all()]
    assert sum(points) == session.result.scores["you"]
    expect(page.locator(".bar span")).to_have_css("background-color", "rgb(227, 189, 47)")
    course = page.locator("section", has=page.locator("#course")).locator("svg").first
    rounds = course.locator("text[text-anchor=middle]")
    assert rounds.all_text_contents() == [str(n) for n in range(1, 8)]
    expect(course).to_contain_text(re.compile("Round|Раунд"))


def test_the_sources_fit_on_a_small_screen_with_large_text(opened: Open, address: str) -> None:
    page = opened("phone", "ru", path=None, text=200)
    page.set_viewport_size({"width": 320, "height": 640})
    session = play_sample_until("mombasa", lambda ask: False, lang="ru")
    page.goto(f"{address}#/play/{store_game(page, address, session)}")
    table = page.locator("table.sources")
    table.wait_for()
    box = table.bounding_box()
    assert box
    assert box["x"] + box["width"] <= 320
