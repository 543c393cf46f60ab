"""Fixed problems at which first-time users hesitated."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from rival.engine.simulation import YOUR_TURN_KEY
from tests.browser.conftest import Open
from tests.support.page import play_sample_until, press_main_button, store_game

MAYOR, VIRTUAL_PLAYER, VJ = "rolling-heights", "mombasa", "pampero"


def open_question(
    page: Page, address: str, game: str, key: str = YOUR_TURN_KEY, drawn: bool = True, turn: int = 0
) -> str:
    turns = iter(range(100))
    session = play_sample_until(game, lambda ask: ask.key == key and next(turns) == turn, drawn=drawn)
    id = store_game(page, address, session)
    page.goto(f"{address}#/play/{id}")
    page.locator("#question").wait_for()
    return id


def find_centre(one: Locator) -> tuple[float, float]:
    box = one.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_first_tap_on_a_step_counts(opened: Open, address: str) -> None:
    """The sums that appear must not move the step away from under the finger."""
    page = opened(path=None)
    open_question(page, address, MAYOR, turn=3)
    page.locator("header .badge").click()
    number = page.locator("dialog input[type=text], [role=dialog] input[type=text]").first
    before = int(number.input_value())
    page.touchscreen.tap(*find_centre(page.locator("dialog .step, [role=dialog] .step").last))
    expect(number).to_have_value(str(before + 1))


def test_controls_side_by_side_do_not_move(opened: Open, address: str) -> None:
    page = opened(path=None)
    open_question(page, address, VIRTUAL_PLAYER)
    seen = page.locator(".board [aria-pressed]").evaluate_all(
        "all => all.map((one) => one.ariaLabel ?? one.textContent)"
    )
    page.locator(".board [aria-pressed]").first.click()
    expect(page.locator(".board [aria-pressed=true]")).to_have_count(1)
    now = page.locator(".board [aria-pressed]").evaluate_all(
        "all => all.map((one) => one.ariaLabel ?? one.textContent)"
    )
    assert [one.split(",")[0].split(":")[0] for one in now] == [one.split(",")[0].split(":")[0] for one in seen]


def test_the_button_ends_the_turn_after_a_pass(opened: Open, address: str) -> None:
    page = opened(path=None)
    open_question(page, address, VIRTUAL_PLAYER)
    expect(page.locator("footer")).to_contain_text("the virtual player plays")
    page.locator("#question").get_by_text("pass", exact=True).click()
    expect(page.locator("footer")).to_contain_text("My turn is over: pass")


def test_an_unfinished_phrase_is_sent_with_the_answer(opened: Open, address: str) -> None:
    page = opened(path=None)
    id = open_question(page, address, VJ, "map-links", drawn=False)
    page.locator("#question .part .chip").first.click()
    page.locator("#question .part").last.locator(".chip").first.click()
    expect(page.locator("#question .chips .on")).to_have_count(1)
    with page.expect_response(re.compile("/answer")):  # it may be shown before it is kept
        press_main_button(page)
    said = page.request.get(f"{address}api/games/{id}").json()["entries"]
    told = [one["about"]["answer"] for one in said if one["about"].get("key") == "map-links"]
    assert len(told[-1]) == 1


def test_a_reload_during_a_turn_keeps_the_step(opened: Open, address: str) -> None:
    page = opened(path=None)
    open_question(page, address, VIRTUAL_PLAYER)
    press_main_button(page)
    expect(page.locator("main")).to_have_attribute("data-beat", "0")
    told = page.locator("main .told").inner_text()
    page.reload()
    expect(page.locator("main .told")).to_have_text(told, use_inner_text=True)


def test_a_reload_keeps_the_input(opened: Open, address: str) -> None:
    page = opened(path=None)
    open_question(page, address, VIRTUAL_PLAYER)
    page.locator(".board [aria-pressed]").nth(2).click()
    expect(page.locator(".board [aria-pressed=true]")).to_have_count(1)
    page.reload()
    expect(page.locator(".board [aria-pressed=true]")).to_have_count(1)


def test_why_shows_the_rule_if_there_is_no_other_reason(opened: Open, address: str) -> None:
    page = opened(path=None)
    open_question(page, address, VJ, "topics", drawn=False)
    page.locator("#question button.why").click()
    page.locator("main .reasons .cite").first.click()
    expect(page.locator("main .reasons .rule b").first).to_contain_text("PA-")
    assert len(page.locator("main .reasons").inner_text()) > 80


def test_back_from_the_box_returns_to_the_previous_page(opened: Open, address: str) -> None:
    page = opened(path=f"#/new/{MAYOR}")
    page.locator("a[href*='box']").first.click()
    page.locator("a.icon").first.click()
    expect(page).to_have_url(f"{address}#/new/{MAYOR}")


def test_phrases_entered_in_two_ways_are_sent_once(opened: Open, address: str) -> None:
    """Tapping, then writing, then tapping again enters three phrases, each once."""
    page = opened(path=None)
    open_question(page, address, VJ, "map-links", drawn=False)
    said, signs = page.locator("#question ol.chips li"), page.locator("#question .part")
    signs.first.locator(".chip").first.click()
    signs.last.locator(".chip").first.click()
    page.locator("#question summary").last.click()
    page.locator("#question input.field").fill("B1 tourism")
    expect(said).to_have_count(2)
    signs.first.locator(".chip").nth(1).click()
    expect(said).to_have_count(3)
    expect(page.locator("#question input.field")).to_have_value("")
