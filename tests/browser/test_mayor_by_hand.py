"""Play against the Mayor: set-up, turns, undo, a corrected value, a reload, another language."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, Route, expect

from rival import Session, make_sample_pack
from rival.kernel import Ask, Form
from tests.browser.conftest import LOOKS, Open
from tests.support.mayor_by_hand import (
    MAIN,
    answer_plan,
    answer_question,
    begin_game,
    load_game_state,
    tap_main_button,
    tap_option,
)
from tests.support.page import play_sample_until, press_main_button, step_to_question, store_game, undo_answer


@pytest.fixture(params=[LOOKS[0], LOOKS[-1]], ids="-".join)
def page(request: pytest.FixtureRequest, opened: Open) -> Page:
    """Open an empty page, because these tests begin at a game, not at the start page."""
    size, lang = request.param
    return opened(size, lang, path=None)


def test_a_game_from_set_up_through_several_turns(every_page: Page, address: str) -> None:
    page = every_page
    begin_game(page)
    now = load_game_state(page, address)
    assert now["name"] == "Saturday"
    assert now["options"]["hard"] is True

    page.locator("main input[type=checkbox]").first.check()
    tap_main_button(page)
    for _answer in range(16):
        answer_question(page, address)
    now = load_game_state(page, address)
    assert now["position"] == 17
    assert now["table"]["round"] >= 3
    drawn = [one for one in now["table"]["districts"].values() if one]
    assert drawn
    assert all("b1" in one["yours"] and "a1" not in one["land"] for one in drawn)
    assert any(one["bonuses"].get("c1") for one in drawn)


def asks_only_for_cubes(ask: Ask) -> bool:
    """Return whether the plot is clear and the cubes are preset, so that the main button answers."""
    fields = ask.answer_type.answer_types.keys() if isinstance(ask.answer_type, Form) else ()
    return ask.key == "place" and "plot" not in fields and "out" in fields


def open_cube_question(page: Page, address: str, lang: str) -> None:
    session = play_sample_until("rolling-heights", asks_only_for_cubes, lang=lang)
    page.goto(f"{address}#/play/{store_game(page, address, session)}")
    page.locator("#question").wait_for()


@pytest.mark.parametrize(("size", "lang"), LOOKS)
def test_undo_lists_what_to_put_back_and_redo_restores_the_answer(
    opened: Open, address: str, size: str, lang: str
) -> None:
    page = opened(size, lang, path=None)
    open_cube_question(page, address, lang)
    before = load_game_state(page, address)
    tap_main_button(page)
    after = load_game_state(page, address)

    undo_answer(page)
    assert load_game_state(page, address)["table"] == before["table"]

    page.locator("button.undo").nth(1).click()
    page.locator("dialog .primary").click()
    assert load_game_state(page, address)["table"] == after["table"]


def test_looking_back_changes_nothing_but_going_back_does(page: Page, address: str) -> None:
    open_cube_question(page, address, "en")
    tap_main_button(page)
    now = load_game_state(page, address)
    page.keyboard.press("h")
    page.locator("dialog li:not(.said) button").nth(1).click()
    expect(page.locator(".past h1")).to_be_visible()
    assert load_game_state(page, address)["position"] == now["position"]
    page.get_by_role("button", name=re.compile("Undo back to this step|Отменить до этого шага")).click()
    page.locator("dialog [data-act=undo-now]:enabled").click()
    expect(page.locator("#question")).to_be_visible()
    then = load_game_state(page, address)
    assert then["position"] < now["position"]
    assert then["can_redo"]


def test_a_value_is_corrected_where_it_is_shown(page: Page, address: str) -> None:
    open_cube_question(page, address, "en")
    page.locator("header .badge").click()
    page.locator("dialog input").fill("12+3-1")
    expect(page.locator("dialog")).to_contain_text("14")
    page.locator("dialog .primary").click()
    expect(page.locator("dialog")).to_have_count(0)
    now = load_game_state(page, address)
    assert now["table"]["mayor"]["vp"] == 14
    assert now["question"]["key"] == "place"


def test_a_wrong_answer_gets_an_error_message(page: Page, address: str) -> None:
    open_cube_question(page, address, "en")
    before = load_game_state(page, address)
    page.locator("#question fieldset .fact button:not(:disabled)").first.click()
    press_main_button(page)
    expect(page.locator("#question .problem")).to_be_visible()
    assert load_game_state(page, address) == before


def wait_for_preview(page: Page) -> None:
    """Wait until the page has previewed the answer in the controls and shows the question."""
    step_to_question(page)
    page.wait_for_timeout(700)
    page.wait_for_function("performance.getEntriesByType('resource').some((one) => one.name.includes('/foresee'))")
    page.locator(f"{MAIN}:not([data-act=look]):enabled").wait_for()


def enter_plan(page: Page, address: str) -> None:
    """Enter a plan in the controls without sending it."""
    session = play_sample_until("rolling-heights", lambda ask: ask.key == "plan")
    page.goto(f"{address}#/play/{store_game(page, address, session)}")
    page.locator("#question").wait_for()
    step_to_question(page)
    answer_plan(page)


# Within the moment in which nobody is shown as busy.
ANSWER_AND_UNDO = """async () => {
  document.querySelector("footer .primary").click();
  await new Promise((done) =>
    new MutationObserver(done).observe(document.querySelector("main"), { attributeFilter: ["data-at"] }));
  document.querySelector("button.undo").click();
}"""


def test_an_answer_is_shown_before_it_is_saved_and_the_next_one_waits(page: Page, address: str) -> None:
    open_cube_question(page, address, "en")
    before = load_game_state(page, address)
    held: list[Route] = []
    page.route("**/answer*", lambda route: held.append(route))
    wait_for_preview(page)
    with page.expect_request(re.compile("/answer")):
        page.evaluate(ANSWER_AND_UNDO)  # undo waits for the answer, and is not lost
    page.wait_for_timeout(100)
    expect(page.locator("main")).to_have_attribute("data-at", str(before["at"] + 1))
    assert load_game_state(page, address)["position"] == before["position"]
    expect(page.locator("[data-act=undo-now]")).to_have_count(0)
    held[0].continue_()
    page.locator("[data-act=undo-now]:enabled").click()
    expect(page.locator("main")).to_have_attribute("data-at", str(before["at"] + 2))
    now = load_game_state(page, address)
    assert (now["position"], now["can_redo"]) == (before["position"], True)


def test_a_changed_answer_is_previewed_again(page: Page, address: str) -> None:
    enter_plan(page, address)
    wait_for_preview(page)
    page.locator("fieldset .number input").nth(1).fill("4")
    tap_main_button(page)
    said = [one for one in load_game_state(page, address)["entries"] if one["about"].get("key") == "plan"]
    assert "4" in said[-1]["text"]


def test_an_answer_that_could_not_be_saved_stays_in_the_controls(page: Page, address: str) -> None:
    enter_plan(page, address)
    before = load_game_state(page, address)
    held: list[Route] = []
    page.route("**/answer*", lambda route: held.append(route))
    wait_for_preview(page)
    press_main_button(page)
    expect(page.locator("main")).to_have_attribute("data-at", str(before["at"] + 1))
    for _tap in ("to the next question", "its answer, too soon"):
        page.evaluate("document.querySelector('footer .primary, .board button.open')?.click()")
    page.wait_for_timeout(200)
    assert len(held) == 1
    held[0].abort()
    expect(page.locator("#question .problem")).to_be_in_viewport(ratio=1)
    expect(page.locator("fieldset .number input").nth(1)).to_have_value("3")
    assert load_game_state(page, address) == before
    assert len(held) == 1  # what was meant for the question that went is not said to this one
    page.unroute("**/answer*")
    tap_main_button(page)
    assert load_game_state(page, address)["position"] == before["position"] + 1


def test_the_second_click_of_a_double_click_answers_nothing(page: Page, address: str) -> None:
    session = play_sample_until("mombasa", lambda ask: ask.key == "your-turn")
    page.goto(f"{address}#/play/{store_game(page, address, session)}")
    page.locator("#question").wait_for()
    wait_for_preview(page)
    at = int(page.locator("main").get_attribute("data-at") or 0)
    page.wait_for_timeout(1100)  # it hears again
    page.locator(MAIN).dblclick(delay=150)
    page.wait_for_timeout(500)
    expect(page.locator("main")).to_have_attribute("data-at", str(at + 1))


def test_a_reload_in_the_middle_loses_nothing(page: Page, address: str) -> None:
    open_cube_question(page, address, "en")
    before = load_game_state(page, address)
    page.reload()
    page.locator("#question").wait_for()
    assert load_game_state(page, address) == before
    step_to_question(page)
    tap_main_button(page)
    assert load_game_state(page, address)["position"] == before["position"] + 1


def test_the_language_changes_in_the_middle_of_an_answer(opened: Open, address: str) -> None:
    page = opened("phone", "en", path=None)
    session = play_sample_until("rolling-heights", lambda ask: ask.key == "plan")
    page.goto(f"{address}#/play/{store_game(page, address, session)}")
    page.locator("#question").wait_for()
    answer_plan(page)
    page.locator("h1").click()
    page.keyboard.press("l")
    expect(page.locator("#question h2")).to_have_text(re.compile("[а-я]"))
    expect(page.locator("fieldset .number input").nth(1)).to_have_value("3")
    assert page.locator("html").get_attribute("lang") == "ru"
    tap_main_button(page)


def test_playing_with_real_dice(page: Page, address: str) -> None:
    session = play_sample_until("rolling-heights", lambda ask: ask.key == "your-turn")
    session.use_dice("mine")
    session.answer({})
    page.goto(f"{address}#/play/{store_game(page, address, session)}")
    tap_option(page, ".faces button:nth-child(4)")
    entries = load_game_state(page, address)["entries"]
    assert any(one["about"].get("key") == "mayor-die" and one["about"]["answer"] == 4 for one in entries)


def test_two_pages_at_one_game_see_each_others_answers(opened: Open, address: str) -> None:
    one, other = opened("phone", "en", path=None), opened("desktop", "en", path=None)
    open_cube_question(one, address, "en")
    other.goto(one.url)
    other.locator("#question").wait_for()
    tap_main_button(one)
    now = one.locator("main").get_attribute("data-at") or ""
    expect(other.locator("main")).to_have_attribute("data-at", now)
    answer_question(other, address)
    expect(one.locator("main")).to_have_attribute("data-at", str(int(now) + 1))


def test_answering_an_old_question_shows_the_current_state(opened: Open, address: str) -> None:
    one, other = opened("phone", "en", path=None), opened("desktop", "en", path=None)
    open_cube_question(one, address, "en")
    other.route("**/events*", lambda route: route.abort())  # it does not hear of the other's answer
    other.goto(one.url)
    other.locator("#question").wait_for()
    before = load_game_state(one, address)
    step_to_question(other)
    tap_main_button(one)
    press_main_button(other)
    expect(other.get_by_role("status")).to_contain_text("on another device")
    assert other.locator("main").get_attribute("data-at") == one.locator("main").get_attribute("data-at")
    assert load_game_state(other, address)["position"] == before["position"] + 1


def test_the_journal_is_saved_and_opened_again(page: Page, address: str) -> None:
    open_cube_question(page, address, "en")
    page.locator("header button[class='icon']").last.click()
    with page.expect_download() as saved:
        page.locator("dialog .item").last.click()
    text = saved.value.path().read_text(encoding="utf-8")
    assert json.loads(text.splitlines()[0])["game"] == "rolling-heights"
    page.goto(address)
    page.locator("input[type=file]").set_input_files(saved.value.path())
    page.locator("#question").wait_for()
    assert load_game_state(page, address)["question"]["key"] == "place"


def test_a_game_is_resumed_in_one_tap_and_deleted_in_two(page: Page, address: str) -> None:
    open_cube_question(page, address, "en")
    id = load_game_state(page, address)["id"]
    page.goto(address)
    row = page.locator(f"article:has(a[href='#/play/{id}'])")
    row.locator("a").click()
    page.locator("#question").wait_for()
    page.goto(address)
    row.locator("button").click()
    page.locator("dialog .danger").click()
    expect(row).to_have_count(0)


def test_the_end_has_scores_a_winner_a_plot_and_the_journal(page: Page, address: str) -> None:
    session = play_sample_until("rolling-heights", lambda ask: ask.key == "final")
    page.goto(f"{address}#/play/{store_game(page, address, session)}")
    page.locator("#question input").first.fill("3-1")
    page.locator("#question input").last.fill("200")
    tap_main_button(page)
    step_to_question(page)
    expect(page.locator("table:not(.sources) tr")).to_have_count(2)
    expect(page.locator("#end")).to_have_text(re.compile("You win|Вы победили"))
    expect(page.locator("figure svg path").first).to_be_attached()
    expect(
        page.get_by_role("button", name=re.compile("Save the game as a file|Сохранить партию в файл"))
    ).to_be_visible()


def test_some_turns_against_the_virtual_player_of_mombasa(page: Page, address: str) -> None:
    """Your cards and tracks are tapped on the board; the virtual player's cards are entered by one tap each."""
    page.goto(
        f"{address}#/play/{store_game(page, address, play_sample_until('mombasa', lambda ask: ask.key == 'your-turn'))}"
    )
    page.locator(".board [data-view=display] button").nth(4).click()
    page.locator(".board [data-view=bonus] button").nth(2).click()
    tap_main_button(page)
    now = load_game_state(page, address)
    assert now["table"]["display"][4] is False
    assert now["table"]["bonus"][2]["holder"] == "you"
    for _answer in range(4):
        tap_main_button(page)
    step_to_question(page)
    page.locator("#question label:has-text('Pass'), #question label:has-text('Пас')").first.click()
    tap_main_button(page)
    now = load_game_state(page, address)
    assert now["question"]["key"] == "taken"
    cards = now["question"]["most"]
    assert cards >= 2
    step_to_question(page)
    for _card in range(cards - 1):
        page.locator("#question li .chip").nth(6).click()
    page.locator("#question ul button").first.click()  # a slip: taken back, and told again
    page.locator("#question li .chip").nth(6).click()
    before = page.locator("main").get_attribute("data-at")
    page.locator("#question li .chip").nth(6).click()  # the last one answers
    expect(page.locator("main")).not_to_have_attribute("data-at", before or "")
    assert "coffee-3" in load_game_state(page, address)["table"]["cards"].values()
    assert load_game_state(page, address)["question"]["key"] == "preparation"


def test_a_turn_against_vj_is_entered_by_tapping_sectors(page: Page, address: str) -> None:
    page.goto(
        f"{address}#/play/{store_game(page, address, play_sample_until('pampero', lambda ask: ask.key == 'your-turn'))}"
    )
    page.locator("#question").wait_for()
    before = load_game_state(page, address)["table"]["sectors"]["B1"]["yours"]["farms"]
    page.locator(".board .map button").filter(has_text="B1").click()
    expect(page.locator("#question li .chip.on")).to_have_count(1)
    tap_main_button(page)
    assert load_game_state(page, address)["table"]["sectors"]["B1"]["yours"]["farms"] == before + 1


def test_an_assumption_can_be_corrected_and_the_step_is_replayed(opened: Open, address: str) -> None:
    """RH-A14: “the supply has fewer of these cubes” is one tap away from the step that assumes enough cubes."""
    page = opened("phone", "en", path=None)
    session = Session.new("rolling-heights", seed=3, dice="mine", pack=make_sample_pack("rolling-heights"))
    boards = list(session.table.boards)
    for answer in (True, [1, 2, 3, 4, 5, 6], {"boards": boards}, "none", {}, 1, {"type": "park", "wood": 9}):
        session.answer(answer)
    session.answer({"plot": session.ask.fields[0].options[0].id})  # type: ignore[union-attr]
    page.goto(f"{address}#/play/{store_game(page, address, session)}")
    page.locator("#question").wait_for()
    page.locator("main .acts .head", has_text="Roll").last.click()  # the act that takes the cubes for granted
    page.locator("button.unless", has_text="supply has fewer").click()
    dialog = page.locator("dialog")
    dialog.locator("fieldset .number input").fill("1")
    dialog.locator(".primary").click()
    expect(dialog).to_have_count(0)
    now = load_game_state(page, address)
    assert now["table"]["last_round"] == 2
    assert [one["cubes"] for one in now["table"]["districts"]["1"]["buildings"].values()] == [{"wood": 1}]
    expect(page.locator("main")).to_contain_text("1 wood")


def test_boards_are_placed_and_the_starting_plan_is_tapped(page: Page, address: str) -> None:
    """RH-05, RH-07: a board for each of the six places, then the plot of your plan."""
    session = Session.new("rolling-heights", seed=3, pack=make_sample_pack("rolling-heights"))
    session.answer(True)
    page.goto(f"{address}#/play/{store_game(page, address, session)}")
    page.locator("#question").wait_for()
    for board in session.table.boards:
        page.locator(f"#question [data-id='{board}']").click()
    expect(page.locator("#question .slots .drawn")).to_have_count(6)
    expect(page.locator("#question .offered .drawn")).to_have_count(0)  # each lies in one place
    tap_main_button(page)
    now = load_game_state(page, address)
    assert now["question"]["key"] == "start"
    step_to_question(page)
    page.locator(".board .cover").nth(4).click()  # the board first, then the plot
    tap_option(page, ".board button.open")
    now = load_game_state(page, address)
    assert now["question"]["key"] == "your-turn"
    assert sum(len(one["yours"]) for one in now["table"]["districts"].values()) == 1
