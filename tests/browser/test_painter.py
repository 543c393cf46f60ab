"""The painter of a grid: the same brushes in a game and in the box, at the size of a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.support.page import play_sample_until, store_game

PART = "#/box/rolling-heights/board 1 A"


def open_painter(opened: Open, address: str, in_game: bool, lang: str = "en", text: int = 100) -> Page:
    """Open the painter in a game whose district is asked for, or in an empty box, on a small phone."""
    page = opened("phone", lang, path=None, text=text)
    page.set_viewport_size({"width": 390, "height": 664})
    page.request.delete(f"{address}api/packs/rolling-heights")
    if in_game:
        session = play_sample_until("rolling-heights", lambda ask: ask.key == "district", drawn=False, lang=lang)
        page.goto(f"{address}#/play/{store_game(page, address, session)}")
    else:
        page.goto(f"{address}{PART}")
    page.locator(".palette").wait_for()
    return page


def read_square(page: Page, name: str) -> str:
    return page.get_by_role("button", name=f"{name}: ").get_attribute("aria-label") or ""


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("in_game", [True, False], ids=["game", "box"])
def test_all_brushes_stand_beside_the_grid(opened: Open, address: str, in_game: bool, lang: str) -> None:
    page = open_painter(opened, address, in_game, lang)
    grid = page.locator("[data-painter]").bounding_box()
    brushes = page.get_by_role("radio")
    assert grid
    assert brushes.count() == (9 if in_game else 8)
    for index in range(brushes.count()):
        box = brushes.nth(index).bounding_box()
        assert box
        assert box["x"] >= grid["x"] + grid["width"], "every brush is to the right of the grid"
        assert min(box["width"], box["height"]) > 43.9  # layouts round to fractions of a pixel
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_brush_paints_by_tap_and_by_drag_and_the_rest_is_filled(opened: Open, address: str) -> None:
    page = open_painter(opened, address, in_game=False)
    page.get_by_role("radio", name="Water").tap()
    page.get_by_role("button", name="a1: ").tap()
    assert read_square(page, "a1") == "a1: water"
    page.get_by_role("button", name="a1: ").tap()
    assert read_square(page, "a1") == "a1: not entered yet"
    first, last = (page.get_by_role("button", name=f"{name}: ").bounding_box() for name in ("a2", "d2"))
    assert first
    assert last
    page.mouse.move(first["x"] + 20, first["y"] + 20)
    page.mouse.down()
    page.mouse.move(last["x"] + 20, last["y"] + 20, steps=12)
    page.mouse.up()
    assert [read_square(page, f"{column}2") for column in "abcd"] == [f"{column}2: water" for column in "abcd"]
    page.get_by_role("radio", name="Residential").tap()
    page.get_by_role("button", name="residential 3", exact=True).tap()
    page.get_by_role("button", name="b3: ").tap()
    assert read_square(page, "b3") == "b3: residential 3"
    page.get_by_role("button", name="The rest is plain land (11)").tap()
    assert read_square(page, "d4") == "d4: plain land"
    expect(page.get_by_role("button", name=re.compile("^The rest"))).to_have_count(0)


def test_plots_learned_in_a_game_show_that_their_bonus_is_unknown(opened: Open, address: str) -> None:
    page = open_painter(opened, address, in_game=False)
    data = {"part": "board 1 A", "value": [". ~", "- r2"]}
    assert page.request.post(f"{address}api/box/rolling-heights/tell", data=data).ok
    page.reload()
    page.get_by_role("button", name="The rest has no bonus (1)").tap()
    assert read_square(page, "a1") == "a1: plain land"
    page.request.delete(f"{address}api/packs/rolling-heights")
