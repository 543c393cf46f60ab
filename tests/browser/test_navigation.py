"""Functions around the turn: looking back, changing an earlier answer, the history."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from playwright.sync_api import Error as PlaywrightError

from rival import Session
from tests.browser.conftest import LOOKS, Open
from tests.support.accessibility import find_serious_problems
from tests.support.navigation import MAYOR, find_position, load_stored_state, store_game_in_progress
from tests.support.page import find_free_port, open_page, play_sample_until, store_game, wait_for_server


@pytest.mark.parametrize(("size", "lang"), LOOKS)
def test_looking_back_shows_the_past_and_offers_the_way_forward(
    opened: Open, address: str, size: str, lang: str
) -> None:
    page = opened(size, lang, "dark" if lang == "ru" else "light", path=None)
    id, session = store_game_in_progress(page, address, lang)
    page.goto(f"{address}#/play/{id}/then:{find_position(session, 'plan')}")
    expect(page.locator(".past h1")).to_contain_text("как было" if lang == "ru" else ", as it was")
    page.keyboard.press("Tab")
    expect(page.locator("[data-act=forward]")).to_be_focused()
    assert page.locator(".old :is(button, input, select):visible").count() == 0
    assert not find_serious_problems(page)
    page.keyboard.press("Enter")
    expect(page.locator(".past")).to_have_count(0)


@pytest.mark.parametrize(("size", "lang"), LOOKS)
@pytest.mark.parametrize("game", ["rolling-heights", "mombasa", "pampero"])
def test_the_history_lists_rounds_and_a_tap_opens_a_step(
    opened: Open, address: str, size: str, lang: str, game: str
) -> None:
    page = opened(size, lang, "light" if lang == "ru" else "dark", path=None)
    session = play_sample_until(game, lambda ask: False, lang=lang)
    id = store_game(page, address, Session.load(session.journal.format_text()))
    page.goto(f"{address}#/play/{id}/history")
    rounds = page.locator("dialog section")
    expect(rounds.last.locator("h3")).to_contain_text(str(session.opponent.get_round(session.table)))
    expect(rounds.last.locator("li").last).to_be_in_viewport()
    expect(page.locator("dialog h2")).to_be_in_viewport()
    expect(rounds.first.locator("h3")).to_contain_text("одготовка" if lang == "ru" else "et-up")
    acts = page.locator("dialog h4")
    shown = [text.replace("\u00a0", " ").replace("\u2011", "-") for text in acts.all_inner_texts()]
    assert shown[:4] == [act.title for act in session.acts[:4]]
    page.locator("dialog select").select_option(index=2)
    expect(page.locator(".thumbnail .drawn").first).to_be_attached()
    page.locator("dialog select").select_option(index=0)
    expect(rounds.first.locator("h3")).to_be_in_viewport()
    assert not re.search(r"[A-Z]{2}-[0-9A]", page.locator("dialog").inner_text()), "a rule id that nobody asked for"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if game == MAYOR:
        assert not find_serious_problems(page)
    rounds.nth(1).locator("button.step").first.click()
    expect(page.locator(".past h1")).to_be_visible()


def test_a_drawing_has_a_text_description(opened: Open, address: str) -> None:
    session = Session.new(MAYOR, seed=7)
    while session.open_ask is not None and session.open_ask.key != "district":
        session.answer(session.open_ask.default_answer if session.open_ask.key != "boards" else {})
    session.answer([". . ~", ". r2 x", "- . ."])
    assert session.transcript[-1].text != ""
    told = next(one.text for one in session.transcript if one.metadata.get("key") == "district")
    assert told.endswith("is drawn: 3 by 3 plots, 1 square of water, 1 bonus, 1 plot of yours.")


def test_rule_ids_are_shown_only_if_switched_on(opened: Open, address: str) -> None:
    page = opened("phone", "en", path=None)
    id, _session = store_game_in_progress(page, address, "en")
    page.goto(f"{address}#/play/{id}/menu")
    page.get_by_role("switch", name="Always show rule ids").or_(page.get_by_label("Always show rule ids")).first.click()
    page.goto(f"{address}#/play/{id}/history")
    expect(page.locator("dialog small").first).to_contain_text("RH-")


def test_the_captions_of_the_rule_book_are_in_the_language_of_the_reader(opened: Open, address: str) -> None:
    page = opened("desktop", "en", path="#/rules/rolling-heights")
    expect(page.locator("#RH-18 .head")).to_contain_text("The Mayor’s turn")
    assert not re.search("[а-яё]", page.locator("main").inner_text())


@pytest.mark.parametrize(("size", "lang"), [LOOKS[0], LOOKS[-1]])
def test_replacing_an_old_answer_reports_the_effect_on_later_ones(
    opened: Open, address: str, size: str, lang: str
) -> None:
    page = opened(size, lang, path=None)
    id, session = store_game_in_progress(page, address, lang)
    position = find_position(session, "plan", "wood")
    before = session.journal.active_entries[position][2]
    page.goto(f"{address}#/play/{id}/then:{position}")
    page.get_by_role("button", name="Change this answer" if lang == "en" else "Изменить этот ответ").click()
    wood = page.locator("main input[inputmode]").first
    expect(wood).to_have_value(str(before["wood"]))
    assert not find_serious_problems(page)
    wood.fill("6")
    page.locator("[data-act=change]").click()
    expect(page.locator("[role=status]")).to_contain_text("Изменено." if lang == "ru" else "Changed.")
    now = load_stored_state(page, address, id)
    journal = Session.load(page.request.get(f"{address}api/games/{id}/journal").text()).journal
    assert journal.active_entries[position][2]["wood"] == 6
    assert now["position"] > position
    page.locator("[data-act=forward]").click()
    expect(page.locator(".past")).to_have_count(0)


@pytest.mark.parametrize(("size", "lang"), LOOKS)
def test_the_start_page_says_what_this_is_and_shows_the_board_of_a_game(
    opened: Open, address: str, size: str, lang: str
) -> None:
    page = opened(size, lang, "dark" if lang == "ru" else "light", path=None)
    store_game_in_progress(page, address, lang)
    page.goto("about:blank")
    page.goto(address)
    expect(page.locator("main .card").first).to_contain_text("оробка" if lang == "ru" else "copy of the game")
    first = page.locator("article.first")
    stands = {"en": r"^Round \d+, the Mayor: VP \d+, your turn$", "ru": r"^Раунд \d+, мэр: ПО \d+, ваш ход$"}
    expect(first.locator(".where")).to_have_text(re.compile(stands[lang]))
    expect(first.locator(".board .drawn")).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(first.locator("a.btn")).to_be_focused()
    assert not find_serious_problems(page)


@pytest.mark.parametrize(("size", "lang"), LOOKS)
@pytest.mark.parametrize("game", ["rolling-heights", "mombasa", "pampero"])
def test_a_new_game_asks_for_difficulty_and_dice_and_folds_the_rulings(
    opened: Open, address: str, size: str, lang: str, game: str
) -> None:
    page = opened(size, lang, path=f"#/new/{game}")
    rulings = page.locator("details.rulings")
    expect(rulings.locator("summary")).to_contain_text("всё по умолчанию" if lang == "ru" else "all at their defaults")
    expect(rulings.locator("fieldset").first).to_be_hidden()
    count = int(rulings.locator("summary").inner_text().split()[0])
    assert count == rulings.locator("fieldset").count()
    page.keyboard.press("Tab")
    expect(page.locator("footer .primary")).to_be_focused()
    rulings.locator("summary").click()
    rulings.locator("input").nth(1).check()
    expect(rulings.locator("summary")).to_contain_text("1")
    if game == MAYOR:
        assert not find_serious_problems(page)


def test_corrections_begin_with_what_is_on_the_board(opened: Open, address: str) -> None:
    page = opened("phone", "en", path=None)
    id, _session = store_game_in_progress(page, address, "en")
    page.goto(f"{address}#/play/{id}/correct")
    rows = page.locator("dialog li")
    rows.first.wait_for()
    few = rows.count()
    every = len(page.request.get(f"{address}api/games/{id}/tracked").json())
    assert 0 < few < every
    expect(page.locator("dialog .label").first).to_have_text("On the board now")
    values = page.locator("dialog li b").all_inner_texts()
    there = [value not in ("0", "none") for value in values]
    assert there == sorted(there, reverse=True), values  # where nothing lies comes last
    page.locator("dialog input[type=search]").fill("round")
    expect(rows.first).to_contain_text(re.compile("round", re.IGNORECASE))


OPENED = """
import sys
from rival.server import run
run.find_network_host = lambda: "127.0.0.2"  # another address of this machine, in place of its network
from rival.commands.main import main
sys.argv = ["rival", "--no-browser", "--port", sys.argv[1]]
main()
"""


@pytest.mark.posix
@pytest.mark.parametrize(("size", "lang"), [LOOKS[0], LOOKS[-1]])
def test_a_switch_opens_and_closes_access_for_phones(browser: Browser, tmp_path: Path, size: str, lang: str) -> None:
    port = find_free_port()
    home = {**os.environ, "RIVAL_HOME": str(tmp_path), "RIVAL_LANG": "en"}
    server = subprocess.Popen([sys.executable, "-c", OPENED, str(port)], env=home, stdout=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}/"
    try:
        wait_for_server(address, server)
        page = open_page(browser, address, size, lang, path="#/share")
        page.locator("dialog [role=switch]").click()
        expect(page.locator("dialog input.field")).to_have_value(re.compile(f"^http://127.0.0.2:{port}/join/"))
        assert page.locator("dialog img").evaluate("one => one.complete && one.naturalWidth > 0")
        assert not find_serious_problems(page)
        phone = open_page(browser, page.locator("dialog input.field").input_value(), "phone", lang)
        expect(phone.locator("h1")).to_have_text("Rival")
        page.locator("dialog [role=switch]").click()
        expect(page.locator("dialog img")).to_have_count(0)
        with pytest.raises(PlaywrightError):
            phone.goto(f"http://127.0.0.2:{port}/")
        page.context.close()
        phone.context.close()
    finally:
        server.terminate()
        server.wait(10)


def test_an_invalid_change_gets_an_error_message(opened: Open, address: str) -> None:
    page = opened("phone", "en", path=None)
    id, session = store_game_in_progress(page, address, "en")
    before = load_stored_state(page, address, id)
    page.goto(f"{address}#/play/{id}/then:{find_position(session, 'plan')}")
    page.get_by_role("button", name="Change this answer").click()
    page.locator("main input[inputmode]").first.fill("99")
    page.locator("[data-act=change]").click()
    expect(page.locator("main [role=alert]")).to_contain_text("99")
    assert load_stored_state(page, address, id) == before


def test_undo_puts_the_answer_back_into_the_controls(opened: Open, address: str) -> None:
    page = opened("phone", "en", path=None)
    id, session = store_game_in_progress(page, address, "en")
    position = find_position(session, "plan", "wood")
    answer = session.journal.active_entries[position][2]
    state = load_stored_state(page, address, id)
    back = page.request.post(f"{address}api/games/{id}/rewind", data={"at": state["at"], "position": position})
    assert back.json()["state"]["before"] == answer
    page.goto(f"{address}#/play/{id}")
    numbers = page.locator("main input[inputmode]")
    expect(numbers.first).to_have_value(str(answer["wood"]))
