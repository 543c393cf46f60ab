"""The opponent's turn on the page: the board, one act at a time, one button; a question answered on the board."""

from __future__ import annotations

import re
from functools import partial

import pytest
from playwright.sync_api import Locator, Page, expect

import rival
from rival import make_sample_pack
from rival.engine.simulation import YOUR_TURN_KEY
from rival.games.pampero.table import TOPICS
from rival.games.rolling_heights.table import BUILDING_TYPES
from rival.kernel import Ask, Session, load_opponents
from tests.browser.conftest import LOOKS, Open
from tests.support.mayor_by_hand import load_game_state
from tests.support.page import (
    go_to,
    make_sample_session,
    play_sample_until,
    press_main_button,
    step_to_question,
    store_game,
    undo_answer,
)

MAYOR = "rolling-heights"
NARROW = [(320, 568), (390, 664), (430, 932), (844, 390)]

# What reaches beyond the screen, but for what is moved in a place of its own.
TOO_WIDE = """() => document.documentElement.scrollWidth > innerWidth || document.querySelector("main").scrollWidth >
  document.querySelector("main").clientWidth"""

SCROLLS = "document.querySelector('main').scrollHeight > document.querySelector('main').clientHeight"


def step_until(page: Page, selector: str) -> None:
    """Step back act by act until something is shown."""
    for _act in range(20):
        if page.locator(selector).count():
            break
        page.keyboard.press("ArrowLeft")
        page.wait_for_timeout(100)  # milliseconds; the board follows the text
    expect(page.locator(selector).first).to_be_visible()


def open_your_turn(page: Page, address: str, game: str = MAYOR, turn: int = 3, lang: str = "en") -> None:
    turns = iter(range(100))
    session = play_sample_until(game, lambda ask: ask.key == YOUR_TURN_KEY and next(turns) == turn, lang=lang)
    page.goto(f"{address}#/play/{store_game(page, address, session)}")
    page.locator("#question").wait_for()


@pytest.mark.parametrize(("size", "lang"), LOOKS)
def test_a_turn_is_shown_step_by_step_and_can_be_paged_back(opened: Open, address: str, size: str, lang: str) -> None:
    page = opened(size, lang, path=None)
    session, sample = make_sample_session(MAYOR, 7, lang)
    while session.open_ask and not (session.open_ask.key == "place" and session.table.round > 6):
        session.answer(sample.answer(session.open_ask, session.table))  # from here on a roll moves more than is asked
    page.goto(f"{address}#/play/{store_game(page, address, session)}")
    page.locator("#question").wait_for()
    assert session.open_ask is not None
    value = {"plot": session.ask.fields[0].options[0].id} if session.ask else None
    at = int(page.locator("main").get_attribute("data-at") or 0)
    place = f"{address}api/games/{load_game_state(page, address)['id']}/answer"
    answer = page.request.post(place, data={"at": at, "value": value})
    assert answer.ok, answer.text()
    expect(page.locator("main")).not_to_have_attribute("data-at", str(at))
    expect(page.locator("main")).to_have_attribute("data-beat", "0")  # another device answered: it is played here, too
    first = page.locator("main .act h2").inner_text()
    expect(page.locator(".board .lit .lit")).to_have_count(1)  # the plot, on the board that has grown
    press_main_button(page)
    expect(page.locator("main")).not_to_have_attribute("data-beat", "0")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("main .act h2.title")).to_have_text(first)


def test_two_questions_in_a_row_are_answered_on_the_board(opened: Open, address: str) -> None:
    """Your turn is entered by tapping sectors, and so is the next question."""
    page = opened(path=None)
    session, sample = make_sample_session("pampero", 7, "en")
    turns = iter(range(100))
    while session.open_ask and not (session.open_ask.key == YOUR_TURN_KEY and next(turns) == 1):
        session.answer(sample.answer(session.open_ask, session.table))
    id = store_game(page, address, session)
    page.goto(f"{address}#/play/{id}")
    page.locator(".board .map button").first.wait_for()
    assert session.open_ask
    at = int(page.locator("main").get_attribute("data-at") or 0)
    said = {"at": at, "value": sample.answer(session.open_ask, session.table)}
    assert page.request.post(f"{address}api/games/{id}/answer", data=said).ok
    expect(page.locator("main")).to_have_attribute("data-at", str(at + 1))
    step_to_question(page)
    assert load_game_state(page, address)["question"]["key"] == "tower-sector"
    page.locator(".board .map button").first.click()
    expect(page.locator("main")).to_have_attribute("data-at", str(at + 2))


def test_reasons_open_in_place_with_rules(opened: Open, address: str) -> None:
    page = opened(path=None)
    open_your_turn(page, address)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("main .reasons")).to_have_count(0)
    page.locator("main .act li.do button.why").last.click()
    expect(page.locator("main .reasons")).to_have_count(1)  # of this line alone
    expect(page.locator("main .reasons")).to_contain_text("RH-")


def test_a_wide_screen_lists_all_acts_and_shows_how_they_were_decided(opened: Open, address: str) -> None:
    page = opened("desktop", path=None)
    session, sample = make_sample_session("mombasa", 7, "en")
    while session.open_ask and not shows_a_table(session):
        session.answer(sample.answer(session.open_ask, session.table))
    page.goto(f"{address}#/play/{store_game(page, address, session)}")
    page.locator("#question").wait_for()
    folded = page.locator("main .acts > li .head")
    assert folded.count() >= 1
    expect(page.locator("main .reasons")).to_have_count(0)  # a question has the room for itself
    page.keyboard.press("ArrowLeft")
    expect(page.locator("main .act .reasons table").first).to_be_visible()
    expect(page.locator("main .act .reasons tr.winner").first).to_be_visible()
    page.keyboard.press("w")
    page.keyboard.press("w")
    expect(page.locator("main .act .reasons")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    folded.last.click()
    expect(page.locator("main .acts ol li").first).to_be_visible()


def shows_a_table(session: Session) -> bool:
    """Return whether the last answer was followed by a move that was decided by comparing candidates."""
    entries = list(session.transcript)
    news = entries[max((i for i, entry in enumerate(entries) if entry.who in ("table", "player")), default=0) :]
    return any(line.table for entry in news for line in entry.because if entry.kind == "do")


@pytest.mark.parametrize("game", list(rival.load_opponents()))
def test_the_page_tells_the_acts_in_the_order_of_the_script(opened: Open, address: str, game: str) -> None:
    """Step through turns: their titles, and the lines of each act, are those of the script, none left out."""
    page = opened(path=None)
    session, sample = make_sample_session(game, 7, "en")
    own_turns = 0
    while session.open_ask and own_turns < 6:
        own_turns += session.open_ask.key == YOUR_TURN_KEY
        session.answer(sample.answer(session.open_ask, session.table))
    while session.open_ask and session.open_ask.key != YOUR_TURN_KEY:
        session.answer(sample.answer(session.open_ask, session.table))
    page.goto(f"{address}#/play/{store_game(page, address, session)}")
    page.locator("#question").wait_for()
    if page.locator(".earlier").count():
        page.locator(".earlier").click()
    reports = [i for i, entry in enumerate(session.transcript) if entry.metadata.get("key") == YOUR_TURN_KEY]
    start = session.transcript[reports[-1]].act
    acts = [act for act in session.acts if act.number >= (start or 0)][:-1]  # the last one asks
    heads = page.locator("main .acts > li .head")
    expect(heads.locator("b")).to_have_text([act.title for act in acts])
    for head in heads.all():
        if head.get_attribute("aria-expanded") == "false":
            head.click()
    lines = [
        entry.text
        for act in acts
        for entry in session.transcript[act.first : act.first + act.count]
        if not (act.cause and act.cause.dice and entry.who == "chance" and entry.metadata.get("kind") == "die")
    ]
    shown = page.locator("main .acts ol > li .words").all_inner_texts()
    assert [replace_special_spaces(line) for line in shown] == [replace_special_spaces(line) for line in lines]


def test_a_single_choice_answers_at_once_unless_confirmation_is_on(opened: Open, address: str) -> None:
    page = opened(path=None)
    session = play_sample_until(MAYOR, lambda ask: ask.key == "place")
    page.goto(f"{address}#/play/{store_game(page, address, session)}")
    page.locator("#question").wait_for()
    expect(page.locator("footer .passive")).to_be_visible()  # nothing under a thumb in a hurry
    before = page.locator("main").get_attribute("data-at") or ""
    page.locator(".board button.open").first.click()
    expect(page.locator("main")).not_to_have_attribute("data-at", before)

    undo_answer(page)
    page.evaluate(
        "() => { const kept = JSON.parse(localStorage.getItem('rival.settings'));"
        " localStorage.setItem('rival.settings', JSON.stringify({ ...kept, confirms: true })); }"
    )
    page.reload()
    page.locator("#question").wait_for()
    before = page.locator("main").get_attribute("data-at") or ""
    page.locator(".board button.open").last.click()
    page.wait_for_timeout(300)
    expect(page.locator("main")).to_have_attribute("data-at", before)
    press_main_button(page)
    expect(page.locator("main")).not_to_have_attribute("data-at", before)


def test_an_earlier_plan_is_suggested_as_a_card(opened: Open, address: str) -> None:
    page = opened(path=None)
    known = rival.play_demo(MAYOR, seed=3).table
    pack = load_opponents()[MAYOR].learn_pack(make_sample_pack(MAYOR), known)
    session, sample = make_sample_session(MAYOR, 7, "en", pack=pack)
    while session.open_ask and session.open_ask.key != "plan":
        session.answer(sample.answer(session.open_ask, session.table))
    page.goto(f"{address}#/play/{store_game(page, address, session)}")
    page.locator("#question").wait_for()
    cards, before = page.locator("#question section button"), page.locator("main").get_attribute("data-at") or ""
    assert session.ask
    expect(cards).to_have_count(min(len(session.ask.met), 35) + 1)  # the last is for what is new
    expect(page.locator("#question fieldset")).to_have_count(0)  # the rest is for what is new
    first = session.ask.met[0].entries["type"]
    page.locator(f"#question label:nth-child({[*BUILDING_TYPES].index(first) + 1})").click()
    alike = [one for one in session.ask.met if one.entries["type"] == first]
    expect(cards).to_have_count(len(alike) + 1)
    cards.nth(len(alike) - 1).click()
    expect(page.locator("main")).not_to_have_attribute("data-at", before)
    assert alike[-1].words.split(": ")[1] in str([one["text"] for one in load_game_state(page, address)["entries"]])


def test_all_plans_of_a_complete_box_can_be_tapped_on_a_phone(opened: Open, address: str) -> None:
    page = opened(path=None)
    page.set_viewport_size({"width": 390, "height": 664})
    whole = load_opponents()[MAYOR].complete_pack({**make_sample_pack(MAYOR), "learned": True, "plans": {}})
    session, sample = make_sample_session(MAYOR, 7, "en", pack=whole)
    while session.open_ask and session.open_ask.key != "plan":
        session.answer(sample.answer(session.open_ask, session.table))
    assert session.ask
    assert len(session.ask.met) > 30
    page.goto(f"{address}#/play/{store_game(page, address, session)}")
    page.locator("#question [data-act=new]").wait_for()
    expect(page.locator("#question section button").first).to_be_in_viewport()
    assert not page.evaluate(TOO_WIDE)
    page.locator("#question [data-act=new]").click()
    expect(page.locator("#question fieldset .number")).not_to_have_count(0)
    expect(page.locator("#question section")).to_have_count(0)


def open_taken_card(page: Page, address: str) -> tuple[str, int]:
    """Show the step in which the virtual player takes a card; return the game's id and the number of answers."""
    session, sample = make_sample_session("mombasa", 7, "en")
    while session.open_ask and not session.list_open_assumptions():
        session.answer(sample.answer(session.open_ask, session.table))
    id = store_game(page, address, session)
    page.goto(f"{address}#/play/{id}")
    page.locator("#question").wait_for()
    page.keyboard.press("ArrowLeft")
    page.locator("[data-act=along]").wait_for()
    return id, session.position


def test_corrections_offered_with_a_step_are_sent_with_the_next_tap(opened: Open, address: str) -> None:
    page = opened(path=None)
    _id, at = open_taken_card(page, address)
    page.get_by_label("coffee 3", exact=True).click()
    expect(page.locator("main")).to_have_attribute("data-position", str(at + 1))
    expect(page.locator("#question")).to_be_visible()
    assert load_game_state(page, address)["question"]["key"] == YOUR_TURN_KEY
    assert "The virtual player took: coffee 3." in [one["text"] for one in load_game_state(page, address)["entries"]]
    expect(page.locator("[data-act=along]")).to_have_count(0)


def test_offered_corrections_are_optional(opened: Open, address: str) -> None:
    page = opened(path=None)
    _id, at = open_taken_card(page, address)
    press_main_button(page)
    expect(page.locator("#question")).to_be_visible()
    expect(page.locator("main")).to_have_attribute("data-position", str(at))
    page.evaluate(
        "localStorage.setItem('rival.settings', JSON.stringify("
        "{...JSON.parse(localStorage.getItem('rival.settings')), confirms: true}))"
    )
    page.reload()
    page.locator("#question").wait_for()
    page.keyboard.press("ArrowLeft")
    page.get_by_label("share", exact=True).click()
    page.locator("dialog").get_by_label("coffee 2", exact=True).click()
    page.locator("dialog .primary").click()
    expect(page.locator("main")).to_have_attribute("data-position", str(at + 1))
    assert "The virtual player took: coffee 2." in [one["text"] for one in load_game_state(page, address)["entries"]]


def open_first_question(page: Page, address: str, key: str) -> None:
    """Show the first occurrence of this question for a VJ owner who has described nothing and counts everything."""
    session = Session.new("pampero", seed=7, lang="en", pack=load_opponents()["pampero"].make_empty_pack())
    sample = load_opponents()["pampero"].make_sample_player(7, session.options)
    while session.open_ask and session.open_ask.key != key:
        everything = session.open_ask.key == "topics"
        session.answer(list(TOPICS) if everything else sample.answer(session.open_ask, session.table))
    page.goto(f"{address}#/play/{store_game(page, address, session)}")
    step_to_question(page)
    page.locator("#question").wait_for()


def test_large_text_keeps_undo_next_to_the_button_and_a_third_for_the_board(opened: Open, address: str) -> None:
    page = opened("phone", "ru", text=200)
    page.set_viewport_size({"width": 320, "height": 640})
    open_your_turn(page, address, lang="ru")
    page.keyboard.press("ArrowLeft")
    skip = page.locator(".skip").bounding_box()
    assert skip
    assert skip["x"] + skip["width"] <= 0
    undo = page.locator("footer button.undo").first.bounding_box()
    button = page.locator("footer .primary").bounding_box()
    board = page.locator(".board").bounding_box()
    assert undo
    assert button
    assert board
    assert undo["x"] + undo["width"] <= button["x"]
    assert board["height"] >= 640 / 3 - 3
    assert not page.evaluate(TOO_WIDE)


def test_the_bonus_of_a_tile_is_asked_for_when_it_is_needed(opened: Open, address: str) -> None:
    page = opened(path=None)
    open_first_question(page, address, "tile-effects")
    asked = page.locator("#question")
    expect(asked.locator("details")).to_have_count(2)  # what each of the two tiles brings once
    asked.get_by_text("a lasting effect").first.click()
    expect(asked.locator("details")).to_have_count(3)
    asked.get_by_text("VJ builds a tower").click()
    asked.get_by_text("nothing now").first.click()
    expect(asked.locator("details")).to_have_count(1)
    asked.get_by_text("a lasting effect").first.click()
    expect(asked.locator("[role=radiogroup]").nth(1).locator(":checked")).to_have_count(0)  # it isn't told any more


def test_your_turn_shows_the_last_actions_and_the_next_step(page: Page, address: str) -> None:
    open_your_turn(page, address, lang=page.locator("html").get_attribute("lang") or "en")
    expect(page.locator("footer .primary")).to_have_text(
        re.compile("My turn is over: the Mayor|Мой ход окончен: ходит")
    )
    expect(page.locator("main .acts .head").last).to_be_visible()
    expect(page.locator("footer .primary")).to_have_count(1)


def test_swiping_moves_forward_and_back(opened: Open, address: str) -> None:
    page = opened(path=None)
    open_your_turn(page, address)
    last = page.locator("main").get_attribute("data-beat") or ""
    box = page.locator("main").bounding_box()
    assert box is not None
    middle = box["y"] + 30
    page.mouse.move(100, middle)
    page.mouse.down()
    page.mouse.move(320, middle, steps=4)
    page.mouse.up()
    expect(page.locator("main")).not_to_have_attribute("data-beat", last)


def test_a_phone_in_landscape_shows_the_board_on_the_left(opened: Open, address: str) -> None:
    page = opened(path=None)
    open_your_turn(page, address)
    page.set_viewport_size({"width": 844, "height": 390})
    board, beat = page.locator(".board").bounding_box(), page.locator("main").bounding_box()
    assert board
    assert beat
    assert board["x"] + board["width"] <= beat["x"] + 1
    assert board["width"] > 300
    assert board["height"] == 390  # the header stands above the beat
    expect(page.locator("footer .primary")).to_be_in_viewport(ratio=1)


def press_and_hold(target: Locator) -> None:
    target.click(button="right")
    target.page.wait_for_timeout(150)  # milliseconds; the tap that ends a long press is none


@pytest.mark.parametrize(("size", "where"), [("phone", "main"), ("desktop", ".board")])
def test_a_district_is_painted_on_the_board_next_to_the_question(
    opened: Open, address: str, size: str, where: str
) -> None:
    page = opened(size, path=None)
    session = play_sample_until(MAYOR, lambda ask: ask.key == "district", drawn=False)
    page.goto(f"{address}#/play/{store_game(page, address, session)}")
    step_to_question(page)
    square = page.locator("button[aria-label^='a1: ']")
    expect(square).to_have_count(1)
    expect(page.locator(where).locator(square)).to_have_attribute("aria-label", re.compile("not entered yet"))
    square.click()
    expect(square).not_to_have_attribute("aria-label", re.compile("not entered yet"))
    expect(page.locator("footer .primary")).to_contain_text("15")
    page.get_by_role("radio", name="Park").click()
    square.click()
    expect(square).to_have_attribute("aria-label", re.compile(r"\d"))


def test_a_base_is_drawn_on_the_board_next_to_the_question(opened: Open, address: str) -> None:
    page = opened("desktop", path=None)
    session = play_sample_until("mombasa", lambda ask: ask.key == "base", drawn=False)
    page.goto(f"{address}#/play/{store_game(page, address, session)}")
    step_to_question(page)
    spaces = page.locator(".board .column button")
    expect(spaces).to_have_count(1)  # it adds the first column
    spaces.click()
    expect(spaces).to_have_count(3)
    press_and_hold(spaces.first)
    page.locator(".floating .chip").filter(has=page.locator("svg")).click()
    expect(spaces).to_have_count(1)
    expect(page.locator("main .column")).to_have_count(0)


def test_the_opponents_acts_are_listed_once_above_your_turn(opened: Open, address: str) -> None:
    page = opened("phone", path=None)
    open_your_turn(page, address, turn=0)
    expect(page.locator("main .acts .head", has_text="Round 1")).to_have_count(1)
    expect(page.locator("main .act h2.title")).to_have_count(0)  # the question says whose turn it is


def test_a_tablet_limits_line_length_and_shows_whole_maps(opened: Open, address: str) -> None:
    page = opened(path=None)
    page.set_viewport_size({"width": 820, "height": 1180})
    open_your_turn(page, address)
    parts = page.locator("main > *:visible").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().toJSON())"
    )
    assert {round(one["width"]) for one in parts} == {704}
    assert {round(one["left"] + one["right"]) for one in parts} == {820}
    rounds = iter(range(1, 8))
    session = play_sample_until("mombasa", lambda ask: ask.key == "taken" and next(rounds) == 3)  # then it has expanded
    page.goto(f"{address}#/play/{store_game(page, address, session)}")
    page.locator("#question").wait_for()
    step_until(page, ".board .surface[data-zoom='1.00'] circle.lit")


def test_the_first_tab_stop_is_the_main_action(opened: Open, address: str) -> None:
    page = opened("desktop", path=None)
    open_your_turn(page, address)
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    expect(page.locator(".skip")).to_be_in_viewport(ratio=1)
    page.keyboard.press("Enter")
    expect(page.locator("footer .primary")).to_be_focused()
    before = page.locator("main").get_attribute("data-at") or ""
    page.keyboard.press("Enter")
    expect(page.locator("main")).not_to_have_attribute("data-at", before)
    expect(page.locator("main")).to_be_focused()  # the beat is read, and behind it comes what to do
    page.keyboard.press("Tab")
    expect(page.locator("footer .primary, #question :focus, .board :focus").first).to_be_focused()


def test_the_button_ignores_taps_right_after_a_change(opened: Open, address: str) -> None:
    """Your turn appears under the thumb that tapped “Done”, so the button ignores taps for a second."""
    page = opened(path=None)
    open_your_turn(page, address)
    page.keyboard.press("ArrowLeft")
    button, before = page.locator("footer .primary"), page.locator("main").get_attribute("data-at") or ""
    page.wait_for_timeout(500)
    button.click()
    for _tap in range(5):
        expect(button).to_have_text(re.compile("My turn is over"))
        page.mouse.click(195, 790)
        page.wait_for_timeout(100)
    page.wait_for_timeout(200)
    assert page.locator("main").get_attribute("data-at") == before
    page.wait_for_timeout(400)
    button.click()
    expect(page.locator("main")).not_to_have_attribute("data-at", before)


def test_large_text_shows_the_highlighted_part_and_a_key_shows_everything(opened: Open, address: str) -> None:
    page = opened(text=200, path=None)
    session = play_sample_until(MAYOR, lambda ask: ask.key == "place")
    page.goto(f"{address}#/play/{store_game(page, address, session)}")
    page.locator(".board button.open").first.wait_for()
    expect(page.locator(".board .part")).to_have_count(1)
    page.locator(".board .key").click()
    expect(page.locator(".board .part")).to_have_count(6)
    sign = page.locator("footer button.undo svg").bounding_box()
    assert sign
    assert sign["width"] >= 38  # signs grow with the text
    expect(page.locator("footer > *").first).to_be_in_viewport(ratio=1)
    assert not page.evaluate(TOO_WIDE)


@pytest.mark.parametrize("game", list(rival.load_opponents()))
def test_no_step_or_question_is_wider_than_the_screen(opened: Open, game: str) -> None:
    """Every kind of question once, with the steps before it; the width depends on the text, not on repetitions."""
    page = opened("phone", "ru", path=f"#/watch/sample.{game}.7")
    page.emulate_media(reduced_motion="reduce")
    demo = rival.play_demo(game, seed=7)
    asked: set[str] = set()
    wide: list[str] = []
    for position, (_kind, key, _value) in enumerate(demo.journal.entries):
        if key in asked:
            continue
        asked.add(key)
        page.locator("input[type=range]").fill(str(position))
        expect(page.locator("main")).to_have_attribute("data-position", str(position))
        wide += find_too_wide(page)
        page.keyboard.press("ArrowLeft")
        wide += find_too_wide(page)
    assert not wide


@pytest.mark.parametrize("game", list(rival.load_opponents()))
def test_no_question_is_wider_than_the_screen_while_it_is_answered(opened: Open, address: str, game: str) -> None:
    """The same while the controls are in use and unfolded."""
    page = opened("phone", "ru")
    page.emulate_media(reduced_motion="reduce")
    session, sample = make_sample_session(game, 7, "ru")
    asked: set[str] = set()
    wide: list[str] = []
    while session.open_ask is not None:
        if session.open_ask.key not in asked:
            asked.add(session.open_ask.key)
            go_to(page, f"{address}#/play/{store_game(page, address, session)}", "#question")
            step_to_question(page)
            wide += find_too_wide(page)
            page.evaluate("document.querySelectorAll('#question details').forEach((one) => { one.open = true; })")
            wide += find_too_wide(page)
        session.answer(sample.answer(session.open_ask, session.table))
    assert len(asked) > 4
    assert not wide


def find_too_wide(page: Page) -> list[str]:
    found = []
    for width, height in NARROW:
        page.set_viewport_size({"width": width, "height": height})
        if page.evaluate(TOO_WIDE):
            found.append(f"{width}: {page.locator('main').inner_text()[:80]}")
        expect(page.locator("footer > *").first).to_be_in_viewport(ratio=1)
    return found


def test_a_tap_on_a_plot_answers_with_the_cubes_that_are_preset(opened: Open, address: str) -> None:
    """The cubes are in a line that unfolds; wrong sums are not sent, and an earlier change is sent with the tap."""
    page = opened("phone", "en", path=None)
    session = play_sample_until(
        MAYOR,
        lambda ask: ask.key == "place" and {"plot", "out"} <= ask.answer_type.answer_types.keys(),  # type: ignore[attr-defined]
    )
    page.goto(f"{address}#/play/{store_game(page, address, session)}")
    step_to_question(page)
    expect(page.locator("footer .passive")).to_contain_text("Tap a highlighted place: ")
    at = page.locator("main").get_attribute("data-at") or ""
    page.locator("#question summary", has_text="Cubes to place").click()
    page.locator("#question fieldset button:enabled", has_text=re.compile("^−$")).first.click()
    expect(page.locator("footer .passive")).to_contain_text("2 of 3")
    page.locator(".board button.open").first.click()
    page.wait_for_timeout(300)
    expect(page.locator("main")).to_have_attribute("data-at", at)
    page.locator("#question fieldset .number button:enabled").last.click()
    page.locator(".board button.open").last.click()
    expect(page.locator("main")).not_to_have_attribute("data-at", at)


# Whether what is lit lies in the room of the board, and how large it is drawn.
LIT = """() => {
  const room = document.querySelector(".board .scene").getBoundingClientRect();
  const lit = [...document.querySelectorAll(".board .part.lit .lit")].at(-1).getBoundingClientRect();
  return [lit.top >= room.top - 2 && lit.bottom <= room.bottom + 2, Math.round(lit.width)];
}"""


@pytest.mark.parametrize(("width", "height"), NARROW)
def test_highlighted_spots_stay_visible_next_to_long_text(opened: Open, address: str, width: int, height: int) -> None:
    page = opened("phone", "ru")
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(reduced_motion="reduce")
    session, sample = make_sample_session(MAYOR, 7, "ru")
    while session.open_ask and not (session.open_ask.key == "place" and session.table.round > 1):
        session.answer(sample.answer(session.open_ask, session.table))
    page.goto(f"{address}#/play/{store_game(page, address, session)}")
    step_to_question(page)
    at = int(page.locator("main").get_attribute("data-at") or 0)
    assert session.open_ask
    said = {"at": at, "value": sample.answer(session.open_ask, session.table)}
    assert page.request.post(f"{address}api/games/{load_game_state(page, address)['id']}/answer", data=said).ok
    expect(page.locator("main")).to_have_attribute("data-beat", "0")
    expect(page.locator(".board .part.lit .lit")).not_to_have_count(0)
    page.wait_for_function(f"({LIT})()[0]")
    assert page.evaluate(LIT)[1] >= 12  # pixels


# Words of what is tapped that stand on two lines.
BROKEN = """() => [...document.querySelectorAll("main :is(button, summary, label, .what, .words)")].flatMap((one) => {
  const found = [], walk = document.createTreeWalker(one, NodeFilter.SHOW_TEXT), range = document.createRange();
  for (let text; (text = walk.nextNode()); )
    for (const { 0: word, index } of text.textContent.matchAll(/[\\p{L}\\u00ad]{2,}/gu)) {
      range.setStart(text, index), range.setEnd(text, index + word.length);
      const tops = [...range.getClientRects()].filter(({ width }) => width > 0.5).map(({ top }) => top);
      if (!word.includes("\\u00ad") && tops.some((top) => Math.abs(top - tops[0]) > 4)) found.push(word);
    }
  return found;
})"""


def is_question(key: str, ask: Ask) -> bool:
    return ask.key == key


def test_words_on_buttons_are_not_broken(opened: Open, address: str) -> None:
    page = opened("phone", "ru")
    for game, key in ((MAYOR, "place"), (MAYOR, "plan"), ("pampero", YOUR_TURN_KEY), ("mombasa", "final")):
        session = play_sample_until(game, partial(is_question, key), lang="ru", drawn=False)
        page.goto(f"{address}#/play/{store_game(page, address, session)}")
        page.locator("#question").wait_for()
        step_to_question(page)
        for width, height in ((390, 844), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(BROKEN) == [], (game, key, width)
    undo_answer(page)
    expect(page.locator(".undo")).to_have_count(2)
    for width, height in ((390, 844), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(BROKEN) == []


def test_number_steppers_are_wide_enough_for_a_finger(opened: Open, address: str) -> None:
    page = opened("phone", "ru")
    session = play_sample_until("mombasa", lambda ask: ask.key == "final", lang="ru")
    page.goto(f"{address}#/play/{store_game(page, address, session)}")
    step_to_question(page)
    sizes = page.locator("#question .step").evaluate_all("all => all.map((one) => one.getBoundingClientRect().width)")
    assert len(sizes) > 8
    assert min(sizes) >= 40


def open_place_question(page: Page, address: str) -> None:
    """Show a question that asks for a plot when the cubes for it are clear."""
    fits = {"plot"}
    session = play_sample_until(MAYOR, lambda ask: ask.key == "place" and ask.answer_type.answer_types.keys() == fits)  # type: ignore[attr-defined]
    page.goto(f"{address}#/play/{store_game(page, address, session)}")
    step_to_question(page)


def test_moves_described_by_the_question_are_ticked_after_the_answer(opened: Open, address: str) -> None:
    """The tap on the plot is enough for the plan and the cubes: they are ticked, and what is new has its number."""
    page = opened("phone", "en")
    open_place_question(page, address)
    expect(page.locator("#question h2")).to_contain_text("ownership marker and these cubes")
    at = page.locator("main").get_attribute("data-at") or ""
    page.locator(".board button.open").first.click()
    expect(page.locator("main")).not_to_have_attribute("data-at", at)
    ticked = page.locator("main :is(.act, .acts) li.do.done")
    if not ticked.filter(has_text="Put cubes").count():
        page.locator("main .acts .head", has_text="Roll").last.click()
    expect(ticked.filter(has_text="Place the plan")).to_have_count(1)
    expect(ticked.filter(has_text="Put cubes")).to_have_count(1)


def make_cube_game(lang: str, out: bool) -> Session:
    """Return a game in which the Mayor's cubes are assumed to be available; the supply of a colour may be exhausted."""
    session = Session.new(MAYOR, seed=3, dice="mine", lang=lang, pack=make_sample_pack(MAYOR))
    boards = list(session.table.boards)
    gone = {"out": ["steel"]} if out else {}
    plan = {"type": "park", "wood": 4, "glass": 5}
    for answer in (True, [1, 2, 3, 4, 5, 6], {"boards": boards}, "none", {}, 1, plan):
        session.answer(answer)
    session.answer({"plot": session.ask.fields[0].options[0].id})  # type: ignore[union-attr]
    for answer in (gone, 1):
        session.answer(answer)
    return session


def test_an_exhausted_colour_makes_the_supply_correction_one_tap_away(opened: Open, address: str) -> None:
    page = opened("phone", "en")
    page.goto(f"{address}#/play/{store_game(page, address, make_cube_game('en', out=True))}")
    page.locator("#question").wait_for()
    step_until(page, "[data-act=along]")
    expect(page.locator("main .told")).to_contain_text("1 wood, 5 glass")
    page.locator("[data-act=along]").get_by_label("glass: only 2", exact=True).click()
    expect(page.locator("main .told")).to_contain_text("1 wood, 2 glass")  # the step is told anew
    expect(page.locator("[data-act=along] .chip")).to_have_count(2)  # there may be no wood either
    page.locator("[data-act=along]").get_by_label("wood: only 0", exact=True).click()
    expect(page.locator("main .told")).to_contain_text("2 glass")
    table = load_game_state(page, address)["table"]
    assert sorted(table["out"]) == ["glass", "steel", "wood"]


def test_an_available_colour_is_corrected_in_a_dialog(opened: Open, address: str) -> None:
    page = opened("phone", "en")
    page.goto(f"{address}#/play/{store_game(page, address, make_cube_game('en', out=False))}")
    page.locator("#question").wait_for()
    step_until(page, "button.unless:has-text('supply has fewer')")
    expect(page.locator("[data-act=along]")).to_have_count(0)
    page.locator("button.unless", has_text="supply has fewer").click()
    page.locator("dialog").get_by_label("glass: only 2", exact=True).click()
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("main .told")).to_contain_text("1 wood, 2 glass")
    assert load_game_state(page, address)["table"]["out"] == ["glass"]


def test_the_plot_of_a_question_is_highlighted(opened: Open, address: str) -> None:
    page = opened("phone", "en")
    session = play_sample_until(MAYOR, lambda ask: ask.key == "cubes", seed=12)
    assert session.ask is not None
    assert session.ask.look is not None
    assert session.ask.look.shows is not None
    page.goto(f"{address}#/play/{store_game(page, address, session)}")
    step_to_question(page)
    assert f"plot {session.ask.look.shows.lit[0]}" in session.ask.text
    expect(page.locator(".board .part.lit .lit")).to_have_count(1)


def test_vjs_gains_are_entered_by_taps(opened: Open, address: str) -> None:
    page = opened("phone", "en")
    page.set_viewport_size({"width": 390, "height": 664})
    session = play_sample_until("pampero", lambda ask: ask.key == "scoring")
    page.goto(f"{address}#/play/{store_game(page, address, session)}")
    step_to_question(page)
    asked = page.locator("#question")
    expect(page.locator("footer .primary")).to_be_disabled()  # nothing added up yet is not nothing
    for amount in ("14", "7", "9"):
        asked.get_by_role("button", name=amount, exact=True).click()
    expect(asked).to_contain_text("14+7+9 = 30")
    asked.locator(".amounts button").last.click()
    expect(asked).to_contain_text("14+7 = 21")
    money = load_game_state(page, address)["table"]["vj"]["money"]
    press_main_button(page)
    expect(page.locator("main .told")).to_contain_text("Give VJ $21")
    assert load_game_state(page, address)["table"]["vj"]["money"] == money + 21


# What is said aloud, kept instead of spoken.
SAID = """window.said = []; window.speechSynthesis.speak = (one) => window.said.push(one.text);"""


def replace_special_spaces(sentence: str) -> str:
    """Return a sentence with plain spaces and hyphens; the page puts others where a line must not break."""
    return " ".join(sentence.replace("\u2011", "-").split())


def test_the_voice_reads_only_the_current_step(opened: Open, address: str) -> None:
    page = opened("phone", "en")
    page.add_init_script(SAID)
    page.evaluate("localStorage.setItem('rival.settings', JSON.stringify({lang: 'en', aloud: true}))")
    session = play_sample_until(MAYOR, lambda ask: ask.key == "place")
    page.goto("about:blank")
    page.goto(f"{address}#/play/{store_game(page, address, session)}")
    step_to_question(page)
    at = page.locator("main").get_attribute("data-at") or ""
    page.locator(".board button.open").first.click()
    expect(page.locator("main")).not_to_have_attribute("data-at", at)
    page.locator("footer [data-act=look]").wait_for()
    page.wait_for_function("window.said.length > 1")
    shown = page.locator("main .act :is(.title, .cause, .words, .result > span)").all_inner_texts()
    said = page.evaluate("window.said.at(-1)")
    for sentence in sorted(map(replace_special_spaces, shown), key=len, reverse=True):
        said = said.replace(sentence, "")
    assert not said.strip()
    press_main_button(page)
    page.wait_for_timeout(300)
    heard = page.evaluate("window.said.at(-1)")
    headings = {
        replace_special_spaces(one.inner_text())
        for one in (page.locator("#question h2"), page.locator("main h2").first)
    }
    assert any(sentence in heard for sentence in headings)
    assert "RH-" not in " ".join(page.evaluate("window.said"))


def test_looking_back_disables_controls_and_leads_forward_first(opened: Open, address: str) -> None:
    page = opened("phone", "en", path=None)
    open_your_turn(page, address)
    page.goto(f"{page.url}/then:6")
    page.locator("footer .primary").wait_for()
    before = load_game_state(page, address)
    assert not page.locator(".board button.open, .board [aria-pressed]").count()
    assert not page.locator("main :is(input, select, textarea):enabled").count()
    assert page.locator("footer :is(a, button)").first.evaluate("one => one.classList.contains('primary')")
    assert load_game_state(page, address) == before
