"""Changing earlier input: an old answer, several steps back, a corrected value."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import LOOKS, Open
from tests.support.accessibility import find_serious_problems
from tests.support.navigation import find_position, load_stored_state, store_game_in_progress
from tests.support.page import play_sample_until, step_to_question, store_game

SHEET = "dialog[open]"
BOTH = [LOOKS[0], LOOKS[-1]]


def store_game_after_pass(page: Page, address: str, lang: str) -> tuple[str, int]:
    """Store a game of Mombasa three answers after a pass; return its id and the position of the pass."""
    session = play_sample_until("mombasa", lambda ask: False, lang=lang)
    passed = [
        n for n, entry in enumerate(session.journal.active_entries) if entry[1:] == ("your-turn", {"then": "pass"})
    ]
    return store_game(page, address, session.branch(passed[1] + 4)), passed[1]


def check_fits_screen(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize(("size", "lang"), BOTH)
def test_r16_an_old_answer_is_replaced_and_the_former_course_restored(
    opened: Open, address: str, size: str, lang: str
) -> None:
    page = opened(size, lang, "dark" if lang == "ru" else "light", path=None)
    id, position = store_game_after_pass(page, address, lang)
    before = load_stored_state(page, address, id)
    page.goto(f"{address}#/play/{id}/then:{position}")
    page.locator("[data-act=change-this]").click()
    page.locator(".asks input[type=radio]:not(:checked)").first.check(force=True)
    page.locator("[data-act=change]").click()
    sheet = page.locator(SHEET)
    expect(sheet.locator("h2")).to_have_text(
        "3 later answers would be dropped" if lang == "en" else "Будут отброшены 3 следующих ответа"
    )
    expect(sheet.locator("p").first).to_contain_text(
        "the game now asks a different question there" if lang == "en" else "теперь в этом месте другой вопрос"
    )
    assert check_fits_screen(page)
    assert not find_serious_problems(page)
    sheet.locator("[data-act=keep]").click()
    expect(sheet).to_have_count(0)
    assert load_stored_state(page, address, id) == before
    page.locator("[data-act=change]").click()
    drop = page.locator("[data-act=drop]")
    expect(drop).to_have_text("Change it and drop 3 answers" if lang == "en" else "Изменить и отбросить 3 ответа")
    drop.click()
    expect(page.locator("main [role=status]")).to_be_visible()
    close_corrections(page)
    now = load_stored_state(page, address, id)
    assert (now["position"], now["former"]) == (position + 1, 4)
    page.locator("[data-act=forward]").click()
    page.goto(f"{address}#/play/{id}/history")
    former = page.locator(f"{SHEET} [data-act=former]")
    expect(former).to_have_text(re.compile(r"4\sdropped answers$" if lang == "en" else r"4\sотброшенных ответа$"))
    assert check_fits_screen(page)
    former.click()
    expect(page.locator(f"{SHEET} [data-act=former]")).to_have_count(0)
    close_corrections(page)
    again = load_stored_state(page, address, id)
    assert (again["position"], again["entries"]) == (before["position"], before["entries"])


def close_corrections(page: Page) -> None:
    """Close the list of corrections on the table, if there is one."""
    page.wait_for_timeout(300)
    if page.locator("[data-act=repaired]").count():
        page.locator("[data-act=repaired]").click()
    expect(page.locator(SHEET)).to_have_count(0)


@pytest.mark.parametrize(("size", "lang"), BOTH)
def test_r18_going_back_several_steps_gives_one_list_of_corrections(
    opened: Open, address: str, size: str, lang: str
) -> None:
    page = opened(size, lang, path=None)
    id, session = store_game_in_progress(page, address, lang)
    page.goto(f"{address}#/play/{id}")
    step_to_question(page)
    page.locator("button.undo").first.click()
    sheet = page.locator(SHEET)
    undo_now = page.locator("[data-act=undo-now]")
    expect(undo_now).to_have_text("Undo 1 step" if lang == "en" else "Отменить 1 шаг")
    page.locator("[data-act=keep-all]").click()
    expect(sheet).to_have_count(0)
    assert load_stored_state(page, address, id)["position"] == session.position, "nothing was undone"
    page.locator("button.undo").first.click()
    steps = 2
    while session.journal.active_entries[session.position - steps][1] != "your-turn":
        steps += 1
    while sheet.locator("input[type=radio]").count() < steps:
        sheet.get_by_role("button", name=re.compile("^(Further back|Ещё раньше)")).click()
    tick = sheet.locator(".checks input").first
    tick.check()
    sheet.locator("input[type=radio]").nth(steps - 1).check()
    expect(undo_now).to_contain_text(str(steps))
    expect(sheet.locator(".undone")).to_have_count(steps)
    headings = ["Put this back", "Leave these pieces on the table"]
    if lang == "ru":
        headings = ["Верните на место", "Оставьте эти компоненты на столе"]
    expect(sheet.locator("h3")).to_have_text(headings)
    expect(sheet.locator(".checks li")).not_to_have_count(0)
    expect(sheet.locator(".reported li")).not_to_have_count(0)
    assert check_fits_screen(page)
    assert not find_serious_problems(page)
    assert load_stored_state(page, address, id)["position"] == session.position, "nothing is undone yet"
    undo_now.click()
    expect(sheet).to_have_count(0)
    assert load_stored_state(page, address, id)["position"] == session.position - steps


@pytest.mark.parametrize(("size", "lang"), BOTH)
def test_a_correction_replays_its_act_and_lists_table_corrections(
    opened: Open, address: str, size: str, lang: str
) -> None:
    """C3: the wild tokens are corrected after the scoring that counted them."""
    page = opened(size, lang, path=None)
    session = play_sample_until("rolling-heights", lambda ask: ask.key == "final", lang=lang)
    id = store_game(page, address, session)
    wild = session.table.mayor.wild
    page.goto(f"{address}#/play/{id}/correct:mayor.wild")
    page.locator(f"{SHEET} input[inputmode]").fill(str(wild + 1))
    page.locator(f"{SHEET} footer .primary").click()
    sheet = page.locator(SHEET).last  # that of the correction goes at once
    expect(sheet.locator("h2")).to_have_text("Update the table" if lang == "en" else "Поправьте на столе")
    expect(sheet.locator(".checks li")).to_have_count(1)
    page.locator("[data-act=repaired]").click()
    seen = []  # the act is told again; it may be the one that asks
    while page.locator("footer [data-act=look]").count():
        seen.append(page.locator("main").inner_text())
        page.locator("footer [data-act=look]").click()
        page.wait_for_timeout(350)
    assert any(str(wild + 1) in one for one in [*seen, page.locator("main").inner_text()])


@pytest.mark.parametrize(("size", "lang"), BOTH)
def test_r17_a_placement_in_the_history_leads_to_its_answer(opened: Open, address: str, size: str, lang: str) -> None:
    page = opened(size, lang, "dark" if lang == "en" else "light", path=None)
    id, session = store_game_in_progress(page, address, lang)
    position = find_position(session, "plan", "wood")
    led = next(one.text for one in session.transcript if one.position == position and one.metadata.get("key") == "plan")
    page.goto(f"{address}#/play/{id}/history")
    moves = page.locator(f'li[data-at="{position + 1}"]:not(.said) button.step').first
    moves.click()
    change = page.locator("[data-act=change-led]")
    expect(change).to_contain_text(led[:20])
    expect(page.locator("[data-act=change-this]")).to_have_count(0)
    assert check_fits_screen(page)
    assert not find_serious_problems(page)
    change.click()
    expect(page.locator(f'#steps[data-position="{position}"] .asks')).to_be_visible()
    wood = page.locator("main input[inputmode]").first
    expect(wood).to_have_value(str(session.journal.active_entries[position][2]["wood"]))
    page.goto(f"{address}#/play/{id}/history")
    answer = page.locator(f'li.said[data-at="{position}"] button.step')
    expect(answer).to_have_accessible_name(re.compile("Change this answer|Изменить этот ответ"))
    answer.click()
    expect(page.locator(f'#steps[data-position="{position}"] .asks')).to_be_visible()
    expect(wood).to_have_value(str(session.journal.active_entries[position][2]["wood"]))


def test_c9_a_correction_saved_in_the_box_can_be_undone_there(opened: Open, address: str) -> None:
    page = opened("phone", "en", path=None)
    session = play_sample_until("mombasa", lambda ask: ask.key == "your-turn", drawn=False)
    id = store_game(page, address, session)
    for name in ("Lamp", "Lantern"):
        page.goto(f"{address}#/play/{id}/correct:bonus.2.name")
        page.locator(f"{SHEET} :is(input, textarea)").first.fill(name)
        page.locator(f"{SHEET} footer .primary").click()
        expect(page.locator(SHEET)).to_have_count(0)
    expect(page.locator("div.outcome")).to_contain_text("Also saved in your box: the bonus spaces.")
    assert not find_serious_problems(page)
    page.locator("[data-act=undo-box]").click()
    expect(page.locator("div.outcome")).to_have_text("The change in your box was undone.")
    box = page.request.get(f"{address}api/box/mombasa").json()
    assert box["history"][0]["did"] == "kept"


@pytest.mark.parametrize(("size", "lang"), BOTH)
def test_correctable_values_are_shown_as_text(opened: Open, address: str, size: str, lang: str) -> None:
    page = opened(size, lang, path=None)
    session = play_sample_until("mombasa", lambda ask: False, lang=lang)
    id = store_game(page, address, session.branch(session.position - 6))
    page.goto(f"{address}#/play/{id}/correct")
    page.locator(f"{SHEET} input[type=search]").fill("a" if lang == "en" else "а")
    expect(page.locator(f"{SHEET} li b").first).to_be_attached()
    values = page.locator(f"{SHEET} li b").all_inner_texts()
    assert not [value for value in values if "object" in value]
    assert max(map(len, values)) < 160
    assert check_fits_screen(page)
