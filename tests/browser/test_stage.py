"""The opponent's turn on the page: the board, one step at a time, one button; a question answered on the board."""

from __future__ import annotations

import re
from functools import partial

import pytest
from playwright.sync_api import Locator, Page, expect

import rival
from rival import sample_pack
from rival.engine.sampling import YOUR_TURN
from rival.games.pampero.table import TOPICS
from rival.games.rolling_heights.table import TYPES
from rival.kernel import Ask, Session, opponents
from tests.browser.conftest import LOOKS, Open
from tests.support.mayor_by_hand import state
from tests.support.page import load_game, on_the_sample, played, press, to_the_question, turn_to

MAYOR = "rolling-heights"
NARROW = [(320, 568), (390, 664), (430, 932), (844, 390)]

# What reaches beyond the screen, but for what is moved in a place of its own.
TOO_WIDE = """() => document.documentElement.scrollWidth > innerWidth || document.querySelector("main").scrollWidth >
  document.querySelector("main").clientWidth"""

SCROLLS = "document.querySelector('main').scrollHeight > document.querySelector('main').clientHeight"


def at_your_turn(page: Page, address: str, game: str = MAYOR, turn: int = 3, lang: str = "en") -> None:
    turns = iter(range(100))
    session = played(game, lambda ask: ask.key == YOUR_TURN and next(turns) == turn, lang=lang)
    page.goto(f"{address}#/play/{load_game(page, address, session)}")
    page.locator("#question").wait_for()


@pytest.mark.parametrize(("size", "lang"), LOOKS)
def test_a_turn_is_shown_beat_by_beat_and_one_can_go_back_to_any(
    opened: Open, address: str, size: str, lang: str
) -> None:
    page = opened(size, lang, path=None)
    session = played(MAYOR, lambda ask: ask.key == "place", lang=lang)
    page.goto(f"{address}#/play/{load_game(page, address, session)}")
    page.locator("#question").wait_for()
    assert session.open is not None
    value = {"plot": session.ask.fields[0].options[0].id} if session.ask else None
    at = int(page.locator("main").get_attribute("data-at") or 0)
    place = f"{address}api/games/{state(page, address)['id']}/answer"
    answer = page.request.post(place, data={"at": at, "value": value})
    assert answer.ok, answer.text()
    expect(page.locator("main")).not_to_have_attribute("data-at", str(at))
    expect(page.locator("main")).to_have_attribute("data-beat", "0")  # another device answered: it is played here, too
    expect(page.locator("main h2")).to_have_count(1)
    first = page.locator("main h2").inner_text()
    expect(page.locator(".board .lit .lit")).to_have_count(1)  # the plot, on the board that has grown
    press(page)
    expect(page.locator("main")).not_to_have_attribute("data-beat", "0")
    page.locator("main nav button").first.click()
    expect(page.locator("main h2")).to_have_text(first)


def test_one_question_on_the_board_after_the_other(opened: Open, address: str) -> None:
    """Your turn is entered by tapping sectors, and so is the next question."""
    page = opened(path=None)
    session, sample = on_the_sample("pampero", 7, "en")
    turns = iter(range(100))
    while session.open and not (session.open.key == YOUR_TURN and next(turns) == 1):
        session.answer(sample.answer(session.open, session.table))
    id = load_game(page, address, session)
    page.goto(f"{address}#/play/{id}")
    page.locator(".board .map button").first.wait_for()
    assert session.open
    at = int(page.locator("main").get_attribute("data-at") or 0)
    said = {"at": at, "value": sample.answer(session.open, session.table)}
    assert page.request.post(f"{address}api/games/{id}/answer", data=said).ok
    expect(page.locator("main")).to_have_attribute("data-at", str(at + 1))
    to_the_question(page)
    assert state(page, address)["question"]["key"] == "tower-sector"
    page.locator(".board .map button").first.click()
    expect(page.locator("main")).to_have_attribute("data-at", str(at + 2))


def test_why_opens_in_place_with_rules(opened: Open, address: str) -> None:
    page = opened(path=None)
    at_your_turn(page, address)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("main .reasons")).to_have_count(0)
    page.locator("main button.why").click()
    expect(page.locator("main .reasons .cite").first).to_be_visible()


def test_where_there_is_room_the_turn_is_listed_and_why_is_answered_unasked(opened: Open, address: str) -> None:
    page = opened("desktop", path=None)
    at_your_turn(page, address)
    listed = page.locator("main ul.beats button")
    beats = listed.count()
    assert beats >= 1
    expect(page.locator("main .reasons")).to_have_count(0)  # a question has the room for itself
    listed.first.click()
    expect(page.locator("main")).to_have_attribute("data-beat", "0")
    expect(listed).to_have_count(beats)  # those still to come
    expect(page.locator("main .reasons .cite").first).to_be_visible()
    page.keyboard.press("w")
    expect(page.locator("main .reasons")).to_have_count(0)
    listed.last.click()
    expect(page.locator("#question")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("main ul.beats button")).to_have_count(0)


def test_a_choice_of_one_answers_at_the_tap_and_waits_for_who_wishes_so(opened: Open, address: str) -> None:
    page = opened(path=None)
    session = played(MAYOR, lambda ask: ask.key == "place")
    page.goto(f"{address}#/play/{load_game(page, address, session)}")
    page.locator("#question").wait_for()
    expect(page.locator("footer .passive")).to_be_visible()  # nothing under a thumb in a hurry
    before = page.locator("main").get_attribute("data-at") or ""
    page.locator(".board button.open").first.click()
    expect(page.locator("main")).not_to_have_attribute("data-at", before)

    page.keyboard.press("u")
    if page.locator("dialog").count():
        page.locator("dialog .primary").click()
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
    press(page)
    expect(page.locator("main")).not_to_have_attribute("data-at", before)


def test_a_plan_that_was_told_before_is_told_again_by_its_card(opened: Open, address: str) -> None:
    page = opened(path=None)
    known = rival.demo(MAYOR, seed=3).table
    pack = opponents()[MAYOR].learned(sample_pack(MAYOR), known)
    session, sample = on_the_sample(MAYOR, 7, "en", pack=pack)
    while session.open and session.open.key != "plan":
        session.answer(sample.answer(session.open, session.table))
    page.goto(f"{address}#/play/{load_game(page, address, session)}")
    page.locator("#question").wait_for()
    cards, before = page.locator("#question section button"), page.locator("main").get_attribute("data-at") or ""
    assert session.ask
    expect(cards).to_have_count(min(len(session.ask.met), 35) + 1)  # the last is for what is new
    expect(page.locator("#question fieldset")).to_have_count(0)  # the rest is for what is new
    first = session.ask.met[0].entries["type"]
    page.locator(f"#question label:nth-child({[*TYPES].index(first) + 1})").click()
    alike = [one for one in session.ask.met if one.entries["type"] == first]
    expect(cards).to_have_count(len(alike) + 1)
    cards.nth(len(alike) - 1).click()
    expect(page.locator("main")).not_to_have_attribute("data-at", before)
    assert alike[-1].words.split(": ")[1] in str([one["text"] for one in state(page, address)["entries"]])


def test_all_plans_of_a_box_that_was_told_whole_fit_a_phone_and_a_new_one_is_told_behind_them(
    opened: Open, address: str
) -> None:
    page = opened(path=None)
    page.set_viewport_size({"width": 390, "height": 664})
    whole = opponents()[MAYOR].complete_pack({**sample_pack(MAYOR), "learned": True, "plans": {}})
    session, sample = on_the_sample(MAYOR, 7, "en", pack=whole)
    while session.open and session.open.key != "plan":
        session.answer(sample.answer(session.open, session.table))
    assert session.ask
    assert len(session.ask.met) > 30
    page.goto(f"{address}#/play/{load_game(page, address, session)}")
    page.locator("#question [data-act=new]").wait_for()
    assert not page.evaluate(
        "(({ scrollHeight: all, clientHeight: seen }) => all - seen)(document.querySelector('main'))"
    )
    page.locator("#question [data-act=new]").click()
    expect(page.locator("#question fieldset .number")).not_to_have_count(0)
    expect(page.locator("#question section")).to_have_count(0)


def at_a_card_taken(page: Page, address: str) -> tuple[str, int]:
    """Show the step in which the virtual player takes a card; return the game's id and the number of answers."""
    session, sample = on_the_sample("mombasa", 7, "en")
    while session.open and not session.objections():
        session.answer(sample.answer(session.open, session.table))
    id = load_game(page, address, session)
    page.goto(f"{address}#/play/{id}")
    page.locator("#question").wait_for()
    page.keyboard.press("ArrowLeft")
    page.locator("[data-act=along]").wait_for()
    return id, session.at


def test_what_is_best_told_along_with_a_step_is_told_by_the_tap_that_goes_on(opened: Open, address: str) -> None:
    page = opened(path=None)
    _id, at = at_a_card_taken(page, address)
    page.get_by_label("coffee 3", exact=True).click()
    expect(page.locator("main")).to_have_attribute("data-position", str(at + 1))
    expect(page.locator("#question")).to_be_visible()
    assert state(page, address)["question"]["key"] == YOUR_TURN
    assert "The virtual player took: coffee 3." in [one["text"] for one in state(page, address)["entries"]]
    expect(page.locator("[data-act=along]")).to_have_count(0)


def test_nobody_must_tell_it_and_who_confirms_sends_it(opened: Open, address: str) -> None:
    page = opened(path=None)
    _id, at = at_a_card_taken(page, address)
    press(page)
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
    assert "The virtual player took: coffee 2." in [one["text"] for one in state(page, address)["entries"]]


def at_first(page: Page, address: str, key: str) -> None:
    """Show the first occurrence of this question for a VJ owner who has described nothing and counts everything."""
    session = Session.new("pampero", seed=7, lang="en", pack=opponents()["pampero"].unread_pack())
    sample = opponents()["pampero"].sample(7, session.options)
    while session.open and session.open.key != key:
        everything = session.open.key == "topics"
        session.answer(list(TOPICS) if everything else sample.answer(session.open, session.table))
    page.goto(f"{address}#/play/{load_game(page, address, session)}")
    to_the_question(page)
    page.locator("#question").wait_for()


def test_the_sites_of_the_sectors_are_a_table_that_fits_a_phone(opened: Open, address: str) -> None:
    page = opened(path=None)
    page.set_viewport_size({"width": 390, "height": 664})
    at_first(page, address, "sites")
    rows = page.locator("#question tbody tr")
    expect(rows).to_have_count(6)
    expect(rows.first.locator("input")).to_have_count(3)
    assert not page.evaluate(
        "(({ scrollHeight: all, clientHeight: seen }) => all - seen)(document.querySelector('main'))"
    )
    for width, height in NARROW:
        page.set_viewport_size({"width": width, "height": height})
        assert not page.evaluate(TOO_WIDE), width
    expect(rows.first.locator("input").first).to_have_value("")  # what was never told is no fact
    rows.first.get_by_role("button").nth(1).click()
    expect(rows.first.locator("input").first).to_have_value("1")


def test_the_sites_fit_a_phone_in_every_language(opened: Open, address: str) -> None:
    page = opened("phone", "ru")
    at_first(page, address, "sites")
    for width, height in NARROW:
        page.set_viewport_size({"width": width, "height": height})
        assert not page.evaluate(TOO_WIDE), width


def test_at_twice_the_text_nothing_covers_the_way_back_and_the_dots(opened: Open, address: str) -> None:
    page = opened("phone", "ru", text=200)
    at_your_turn(page, address, lang="ru")
    page.keyboard.press("ArrowLeft")
    skip = page.locator(".skip").bounding_box()
    assert skip
    assert skip["x"] + skip["width"] <= 0
    why = page.locator("main button.why").bounding_box()
    dots = page.locator("main nav").bounding_box()
    assert why
    assert dots
    assert dots["x"] + dots["width"] <= why["x"]


def test_what_a_tile_gives_is_asked_once_it_gives_something(opened: Open, address: str) -> None:
    page = opened(path=None)
    at_first(page, address, "tile-effects")
    asked = page.locator("#question")
    expect(asked.locator("details")).to_have_count(0)
    asked.get_by_text("a lasting effect").first.click()
    expect(asked.locator("details")).to_have_count(2)
    asked.get_by_text("VJ builds a tower").click()
    asked.get_by_text("nothing now").first.click()
    expect(asked.locator("details")).to_have_count(0)
    asked.get_by_text("a lasting effect").first.click()
    expect(asked.locator("[role=radiogroup]").nth(1).locator(":checked")).to_have_count(0)  # it isn't told any more


def test_your_turn_says_what_was_done_and_what_happens_next(page: Page, address: str) -> None:
    at_your_turn(page, address, lang=page.locator("html").get_attribute("lang") or "en")
    expect(page.locator("footer .primary")).to_have_text(
        re.compile("My turn is over: the Mayor|Мой ход окончен: ходит")
    )
    expect(page.locator("main .did").first).to_be_visible()


def test_a_swipe_goes_on_and_back(opened: Open, address: str) -> None:
    page = opened(path=None)
    at_your_turn(page, address)
    last = page.locator("main").get_attribute("data-beat") or ""
    box = page.locator("main").bounding_box()
    assert box is not None
    middle = box["y"] + 30
    page.mouse.move(100, middle)
    page.mouse.down()
    page.mouse.move(320, middle, steps=4)
    page.mouse.up()
    expect(page.locator("main")).not_to_have_attribute("data-beat", last)


def test_on_its_side_a_phone_has_the_board_at_the_left(opened: Open, address: str) -> None:
    page = opened(path=None)
    at_your_turn(page, address)
    page.set_viewport_size({"width": 844, "height": 390})
    board, beat = page.locator(".board").bounding_box(), page.locator("main").bounding_box()
    assert board
    assert beat
    assert board["x"] + board["width"] <= beat["x"] + 1
    assert board["width"] > 300
    assert board["height"] == 390  # the header stands above the beat
    expect(page.locator("footer .primary")).to_be_in_viewport(ratio=1)


def hold(target: Locator) -> None:
    target.click(button="right")
    target.page.wait_for_timeout(150)  # milliseconds; the tap that ends a long press is none


@pytest.mark.parametrize(("size", "where"), [("phone", "main"), ("desktop", ".board")])
def test_a_district_is_painted_on_the_board_where_it_stands_beside_the_question(
    opened: Open, address: str, size: str, where: str
) -> None:
    page = opened(size, path=None)
    session = played(MAYOR, lambda ask: ask.key == "district", drawn=False)
    page.goto(f"{address}#/play/{load_game(page, address, session)}")
    to_the_question(page)
    square = page.locator("button[aria-label^='a1: ']")
    expect(square).to_have_count(1)
    expect(page.locator(where).locator(square)).to_have_attribute("aria-label", re.compile("not entered yet"))
    square.click()
    expect(square).not_to_have_attribute("aria-label", re.compile("not entered yet"))
    expect(page.locator("footer .primary")).to_contain_text("15")
    hold(square)
    page.locator(".floating .chip").first.click()
    expect(square).to_have_attribute("aria-label", re.compile(r"\d"))


def test_a_base_is_drawn_on_the_board_where_it_stands_beside_the_question(opened: Open, address: str) -> None:
    page = opened("desktop", path=None)
    session = played("mombasa", lambda ask: ask.key == "base", drawn=False)
    page.goto(f"{address}#/play/{load_game(page, address, session)}")
    to_the_question(page)
    spaces = page.locator(".board .column button")
    expect(spaces).to_have_count(1)  # it adds the first column
    spaces.click()
    expect(spaces).to_have_count(3)
    hold(spaces.first)
    page.locator(".floating .chip").filter(has=page.locator("svg")).click()
    expect(spaces).to_have_count(1)
    expect(page.locator("main .column")).to_have_count(0)


def test_what_was_done_is_said_once_above_your_turn(opened: Open, address: str) -> None:
    page = opened("phone", path=None)
    at_your_turn(page, address, turn=0)
    expect(page.locator("main .first")).to_contain_text("Move the round counter")
    expect(page.locator("main .did")).to_have_count(0)


def test_markers_that_are_moved_together_are_seen_together_each_track_with_its_name(opened: Open, address: str) -> None:
    page = opened("phone", path=None)
    at_your_turn(page, address, game="pampero", turn=0)
    page.locator("main nav button").first.click()
    expect(page.locator(".board .part.scale")).to_have_count(3)
    expect(page.locator(".board .part.scale .label")).to_have_text([re.compile(r"^\d\. ")] * 3)


def test_on_a_tablet_no_line_is_too_long_and_all_of_a_map_is_seen(opened: Open, address: str) -> None:
    page = opened(path=None)
    page.set_viewport_size({"width": 820, "height": 1180})
    at_your_turn(page, address)
    parts = page.locator("main > *:visible").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().toJSON())"
    )
    assert {round(one["width"]) for one in parts} == {704}
    assert {round(one["left"] + one["right"]) for one in parts} == {820}
    rounds = iter(range(1, 8))
    session = played("mombasa", lambda ask: ask.key == "taken" and next(rounds) == 3)  # then it has expanded
    page.goto(f"{address}#/play/{load_game(page, address, session)}")
    page.locator("main nav button").first.click()
    expect(page.locator(".board .network.whole circle.lit")).to_be_visible()


def test_the_first_stop_of_a_keyboard_is_the_main_action(opened: Open, address: str) -> None:
    page = opened("desktop", path=None)
    at_your_turn(page, address)
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


def test_a_thumb_that_is_on_its_way_ends_no_turn(opened: Open, address: str) -> None:
    """Your turn appears under the thumb that tapped “Done”, so the button ignores taps for a second."""
    page = opened(path=None)
    at_your_turn(page, address)
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


def test_at_twice_the_text_the_lit_part_stands_alone_and_a_key_shows_the_whole(opened: Open, address: str) -> None:
    page = opened(text=200, path=None)
    session = played(MAYOR, lambda ask: ask.key == "place")
    page.goto(f"{address}#/play/{load_game(page, address, session)}")
    page.locator(".board button.open").first.wait_for()
    expect(page.locator(".board .part")).to_have_count(1)
    page.locator(".board .key").click()
    expect(page.locator(".board .part")).to_have_count(6)
    sign = page.locator("main button.undo svg").bounding_box()
    assert sign
    assert sign["width"] >= 38  # signs grow with the text
    expect(page.locator("footer > *").first).to_be_in_viewport(ratio=1)
    assert not page.evaluate(TOO_WIDE)


@pytest.mark.parametrize("game", list(rival.opponents()))
def test_no_beat_and_no_question_of_a_game_is_wider_than_the_screen(opened: Open, game: str) -> None:
    """Every kind of question once, with the steps before it; the width depends on the text, not on repetitions."""
    page = opened("phone", "ru", path=f"#/watch/sample.{game}.7")
    page.emulate_media(reduced_motion="reduce")
    demo = rival.demo(game, seed=7)
    asked: set[str] = set()
    wide: list[str] = []
    for position, (_kind, key, _value) in enumerate(demo.journal.whole):
        if key in asked:
            continue
        asked.add(key)
        page.locator("input[type=range]").fill(str(position))
        expect(page.locator("main")).to_have_attribute("data-position", str(position))
        wide += beyond(page)
        page.keyboard.press("ArrowLeft")
        wide += beyond(page)
    assert not wide


@pytest.mark.parametrize("game", list(rival.opponents()))
def test_no_question_is_wider_than_the_screen_while_it_is_answered(opened: Open, address: str, game: str) -> None:
    """The same while the controls are in use and unfolded."""
    page = opened("phone", "ru")
    page.emulate_media(reduced_motion="reduce")
    session, sample = on_the_sample(game, 7, "ru")
    asked: set[str] = set()
    wide: list[str] = []
    while session.open is not None:
        if session.open.key not in asked:
            asked.add(session.open.key)
            turn_to(page, f"{address}#/play/{load_game(page, address, session)}", "#question")
            to_the_question(page)
            wide += beyond(page)
            page.evaluate("document.querySelectorAll('#question details').forEach((one) => { one.open = true; })")
            wide += beyond(page)
        session.answer(sample.answer(session.open, session.table))
    assert len(asked) > 4
    assert not wide


def beyond(page: Page) -> list[str]:
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
    session = played(MAYOR, lambda ask: ask.key == "place" and {"plot", "out"} <= ask.shape.shapes.keys())  # type: ignore[attr-defined]
    page.goto(f"{address}#/play/{load_game(page, address, session)}")
    to_the_question(page)
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
def test_what_is_lit_can_be_made_out_however_much_is_told_beside_it(
    opened: Open, address: str, width: int, height: int
) -> None:
    page = opened("phone", "ru")
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(reduced_motion="reduce")
    session, sample = on_the_sample(MAYOR, 7, "ru")
    while session.open and not (session.open.key == "place" and session.table.round > 1):
        session.answer(sample.answer(session.open, session.table))
    page.goto(f"{address}#/play/{load_game(page, address, session)}")
    to_the_question(page)
    at = int(page.locator("main").get_attribute("data-at") or 0)
    assert session.open
    said = {"at": at, "value": sample.answer(session.open, session.table)}
    assert page.request.post(f"{address}api/games/{state(page, address)['id']}/answer", data=said).ok
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


def asks_for(key: str, ask: Ask) -> bool:
    return ask.key == key


def test_no_word_of_what_is_tapped_is_broken_in_two(opened: Open, address: str) -> None:
    page = opened("phone", "ru")
    for game, key in ((MAYOR, "place"), (MAYOR, "plan"), ("pampero", YOUR_TURN), ("mombasa", "final")):
        session = played(game, partial(asks_for, key), lang="ru", drawn=False)
        page.goto(f"{address}#/play/{load_game(page, address, session)}")
        page.locator("#question").wait_for()
        to_the_question(page)
        for width, height in ((390, 844), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(BROKEN) == [], (game, key, width)
    page.keyboard.press("u")
    expect(page.locator("main .undo")).to_have_count(2)
    for width, height in ((390, 844), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(BROKEN) == []


def test_a_step_of_a_number_is_as_wide_as_a_finger(opened: Open, address: str) -> None:
    page = opened("phone", "ru")
    session = played("mombasa", lambda ask: ask.key == "final", lang="ru")
    page.goto(f"{address}#/play/{load_game(page, address, session)}")
    to_the_question(page)
    sizes = page.locator("#question .step").evaluate_all("all => all.map((one) => one.getBoundingClientRect().width)")
    assert len(sizes) > 8
    assert min(sizes) >= 40


def at_a_place(page: Page, address: str) -> None:
    """Show a question that asks for a plot when the cubes for it are clear."""
    fits = {"plot"}
    session = played(MAYOR, lambda ask: ask.key == "place" and ask.shape.shapes.keys() == fits)  # type: ignore[attr-defined]
    page.goto(f"{address}#/play/{load_game(page, address, session)}")
    to_the_question(page)


def test_what_the_question_has_told_is_behind_who_answers_it(opened: Open, address: str) -> None:
    """The tap on the plot is enough: plan and cubes are not shown again, but the player can step back to them."""
    page = opened("phone", "en")
    at_a_place(page, address)
    expect(page.locator("#question h2")).to_contain_text("ownership marker and these cubes")
    at = page.locator("main").get_attribute("data-at") or ""
    page.locator(".board button.open").first.click()
    expect(page.locator("main")).not_to_have_attribute("data-at", at)
    expect(page.locator("main")).not_to_have_attribute("data-beat", "0")
    expect(page.locator("main .told")).not_to_contain_text("Place the plan")
    page.locator("main nav button").first.click()
    expect(page.locator("main .told")).to_contain_text("Place the plan")
    expect(page.locator("main .told")).to_contain_text("Put cubes")


def short_of_cubes(lang: str, out: bool) -> Session:
    """Return a game in which the Mayor's cubes are assumed to be available; the supply of a colour may be exhausted."""
    session = Session.new(MAYOR, seed=3, dice="mine", lang=lang, pack=sample_pack(MAYOR))
    boards = list(session.table.boards)
    gone = {"out": ["steel"]} if out else {}
    plan = {"type": "park", "wood": 4, "glass": 5}
    for answer in (True, [1, 2, 3, 4, 5, 6], {"boards": boards}, "none", {}, 1, plan):
        session.answer(answer)
    session.answer({"plot": session.ask.fields[0].options[0].id})  # type: ignore[union-attr]
    for answer in (gone, 1):
        session.answer(answer)
    return session


def test_what_the_supply_has_of_a_colour_is_a_tap_beside_the_step_once_one_is_out(opened: Open, address: str) -> None:
    page = opened("phone", "en")
    page.goto(f"{address}#/play/{load_game(page, address, short_of_cubes('en', out=True))}")
    page.locator("#question").wait_for()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("main .told")).to_contain_text("1 wood, 5 glass")
    page.locator("[data-act=along]").get_by_label("glass: only 2", exact=True).click()
    expect(page.locator("main .told")).to_contain_text("1 wood, 2 glass")  # the step is told anew
    expect(page.locator("[data-act=along] .chip")).to_have_count(2)  # there may be no wood either
    page.locator("[data-act=along]").get_by_label("wood: only 0", exact=True).click()
    expect(page.locator("main .told")).to_contain_text("2 glass")
    table = state(page, address)["table"]
    assert sorted(table["out"]) == ["glass", "steel", "wood"]


def test_before_that_it_is_a_tap_more(opened: Open, address: str) -> None:
    page = opened("phone", "en")
    page.goto(f"{address}#/play/{load_game(page, address, short_of_cubes('en', out=False))}")
    page.locator("#question").wait_for()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-act=along]")).to_have_count(0)
    page.locator("button.unless", has_text="supply has fewer").click()
    page.locator("dialog").get_by_label("glass: only 2", exact=True).click()
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("main .told")).to_contain_text("1 wood, 2 glass")
    assert state(page, address)["table"]["out"] == ["glass"]


def test_the_plot_that_a_question_is_about_is_lit(opened: Open, address: str) -> None:
    page = opened("phone", "en")
    session = played(MAYOR, lambda ask: ask.key == "cubes", seed=12)
    assert session.ask is not None
    assert session.ask.look is not None
    assert session.ask.look.shows is not None
    page.goto(f"{address}#/play/{load_game(page, address, session)}")
    to_the_question(page)
    assert f"plot {session.ask.look.shows.lit[0]}" in session.ask.text
    expect(page.locator(".board .part.lit .lit")).to_have_count(1)


def test_what_vj_gets_is_tapped_amount_by_amount(opened: Open, address: str) -> None:
    page = opened("phone", "en")
    page.set_viewport_size({"width": 390, "height": 664})
    session = played("pampero", lambda ask: ask.key == "scoring")
    page.goto(f"{address}#/play/{load_game(page, address, session)}")
    to_the_question(page)
    asked = page.locator("#question")
    expect(page.locator("footer .primary")).to_be_disabled()  # nothing added up yet is not nothing
    for amount in ("14", "7", "9"):
        asked.get_by_role("button", name=amount, exact=True).click()
    expect(asked).to_contain_text("14+7+9 = 30")
    asked.locator(".amounts button").last.click()
    expect(asked).to_contain_text("14+7 = 21")
    money = state(page, address)["table"]["vj"]["money"]
    press(page)
    expect(page.locator("main .told")).to_contain_text("VJ scores $21")
    assert state(page, address)["table"]["vj"]["money"] == money + 21


# What is said aloud, kept instead of spoken.
SAID = """window.said = []; window.speechSynthesis.speak = (one) => window.said.push(one.text);"""


def plain(sentence: str) -> str:
    """Return a sentence with plain spaces; the page uses no-break spaces between a number and its noun."""
    return " ".join(sentence.split())


def test_the_voice_reads_the_beat_and_nothing_else(opened: Open, address: str) -> None:
    page = opened("phone", "en")
    page.add_init_script(SAID)
    page.evaluate("localStorage.setItem('rival.settings', JSON.stringify({lang: 'en', aloud: true}))")
    session = played(MAYOR, lambda ask: ask.key == "place")
    page.goto("about:blank")
    page.goto(f"{address}#/play/{load_game(page, address, session)}")
    to_the_question(page)
    at = page.locator("main").get_attribute("data-at") or ""
    page.locator(".board button.open").first.click()
    expect(page.locator("main")).not_to_have_attribute("data-at", at)
    page.locator("main nav button").first.click()  # back to what the question had told
    page.locator("footer [data-act=look]").wait_for()
    page.wait_for_function("window.said.length > 1")
    shown = set(page.locator("main .told :is(h2, p, li)").all_inner_texts())
    said = page.evaluate("window.said.at(-1)")
    for sentence in shown:
        said = said.replace(plain(sentence), "")
    assert not said.strip()
    press(page)
    page.wait_for_timeout(300)
    heard = page.evaluate("window.said.at(-1)")
    shown = {plain(one.inner_text()) for one in (page.locator("#question h2"), page.locator("main h2").first)}
    assert any(sentence in heard for sentence in shown)
    assert "RH-" not in " ".join(page.evaluate("window.said"))


def test_looking_back_has_nothing_live_and_leads_forward_first(opened: Open, address: str) -> None:
    page = opened("phone", "en", path=None)
    at_your_turn(page, address)
    page.goto(f"{page.url}/then:6")
    page.locator("footer .primary").wait_for()
    before = state(page, address)
    assert not page.locator(".board button.open, .board [aria-pressed]").count()
    assert not page.locator("main :is(input, select, textarea):enabled").count()
    assert page.locator("footer :is(a, button)").first.evaluate("one => one.classList.contains('primary')")
    assert state(page, address) == before
