"""Play against the virtual player and against VJ with an owner's box, from the set-up through several turns.

The tests undo an answer, correct a value, reload the page and switch the language during the game.
"""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.support.mayor_by_hand import load_game_state, tap_main_button
from tests.support.others_by_hand import (
    answer_mombasa,
    answer_pampero,
    begin_game,
    correct_value,
    find_question,
)
from tests.support.page import play_sample_until, step_to_question, store_game, undo_answer


def check_reload(page: Page, address: str) -> None:
    before = load_game_state(page, address)
    page.reload()
    step_to_question(page)  # it goes on with the beat that was left
    page.locator("#question").wait_for()
    assert load_game_state(page, address) == before


def check_other_language(page: Page) -> None:
    was = page.locator("html").get_attribute("lang")
    heading = page.locator("#question h2").inner_text()
    page.locator("h1").click()
    page.keyboard.press("l")
    expect(page.locator("#question h2")).not_to_have_text(heading)
    assert page.locator("html").get_attribute("lang") != was


def test_mombasa_with_an_owners_box(page: Page, address: str) -> None:
    begin_game(page, address, "mombasa")
    assert load_game_state(page, address)["question"]["key"] == "deck"
    find_question(page).locator("summary").first.click()
    find_question(page).locator("details label").nth(2).click()
    tap_main_button(page)
    for _answer in range(7):
        answer_mombasa(page, load_game_state(page, address))
    now = load_game_state(page, address)
    assert now["position"] == 9
    assert now["table"]["active"]

    check_reload(page, address)
    answer_mombasa(page, now)
    undo_answer(page)
    assert load_game_state(page, address)["table"] == now["table"]
    correct_value(page, "tracks.cairo", 3)
    assert load_game_state(page, address)["table"]["tracks"]["cairo"] == 3
    check_other_language(page)
    answer_mombasa(page, load_game_state(page, address))

    page.keyboard.press("a")
    page.locator("dialog label").first.click()
    page.locator("dialog input[inputmode]").first.fill("1")
    page.locator("dialog .primary").click()
    expect(page.locator("dialog .reply")).to_be_visible()
    page.keyboard.press("Escape")

    page.goto(f"{address}#/new/mombasa")
    expect(page.get_by_role("switch", name=re.compile("knows about your box|описание вашей коробки"))).to_be_checked()
    page.locator("footer .primary:enabled").click()
    expect(page.locator("main")).to_have_attribute("data-at", "0")
    assert load_game_state(page, address)["own_pack"]


def test_a_file_too_large_for_a_box_gets_a_helpful_error(page: Page, address: str) -> None:
    page.goto(f"{address}#/new/mombasa")
    box = page.locator(".card", has=page.locator("input[type=file]"))
    box.locator("input[type=file]").set_input_files(
        {"name": "mombasa.toml", "mimeType": "text/plain", "buffer": b"#" * 900_000}
    )
    expect(box.get_by_role("alert")).to_contain_text(re.compile("800 (kB|КБ)"))


def test_pampero_with_an_owners_box(page: Page, address: str) -> None:
    begin_game(page, address, "pampero")
    for _answer in range(4):
        answer_pampero(page, load_game_state(page, address))
    now = load_game_state(page, address)
    assert now["position"] == 5
    check_reload(page, address)
    answer_pampero(page, now)
    undo_answer(page)
    assert load_game_state(page, address)["table"] == now["table"]
    check_other_language(page)
    correct_value(page, "vj.energy", 4)
    assert load_game_state(page, address)["table"]["vj"]["energy"] == 4
    for _answer in range(3):
        answer_pampero(page, load_game_state(page, address))
    assert load_game_state(page, address)["position"] == 9


def test_a_contract_is_entered_by_taps(page: Page, address: str) -> None:
    session = play_sample_until("pampero", lambda ask: ask.key == "map-contracts", lang="en")
    page.goto(f"{address}#/play/{store_game(page, address, session)}")
    find_question(page).locator("summary").click()  # it is none of those that are known
    tile = find_question(page).locator(".tile")
    tile.get_by_role("button", name="B1").click()
    tile.get_by_role("group").nth(1).get_by_role("button", name="4", exact=True).click()
    tile.get_by_role("group").nth(2).get_by_role("button", name="1", exact=True).click()
    tile.get_by_role("group").nth(3).get_by_role("button").first.click()
    tile.get_by_role("button").last.click()
    tap_main_button(page)
    lying = list(load_game_state(page, address)["table"]["contracts"].values())
    assert len(lying) == 1
    assert (lying[0]["sector"], lying[0]["energy"], lying[0]["batteries"]) == ("B1", 4, 1)
    assert len(lying[0]["symbols"]) == 1


def test_the_tiles_of_the_tower_bonus_board_are_tapped(page: Page, address: str) -> None:
    session = play_sample_until("pampero", lambda ask: ask.key == "bonus-tiles", lang="en")
    page.goto(f"{address}#/play/{store_game(page, address, session)}")
    numbers = find_question(page).locator(".numbers")
    numbers.get_by_role("button", name="7", exact=True).click()
    numbers.get_by_role("button", name="12", exact=True).click()
    columns = find_question(page).get_by_role("radio")
    columns.nth(1).click()
    expect(numbers.get_by_role("button", name="7", exact=True)).to_be_disabled()  # it lies in the first column
    numbers.get_by_role("button", name="30", exact=True).click()
    expect(columns.first).to_contain_text("7 · 12")
    tap_main_button(page)
    first, second, *others = load_game_state(page, address)["table"]["bonus"].values()
    assert (first["tiles"], second["tiles"]) == (["7", "12"], ["30"])
    assert not any(column["tiles"] for column in others)
