"""My box at phone size, by touch: each editor from an empty part to one that the engine takes, photos, sharing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_the_box import Hand, made_up_card, made_up_map, made_up_pack
from tests.browser.conftest import Open

PIXEL = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89"
    b"\x00\x00\x00\rIDATx\x9cc\xf8\xcf\xc0\xf0\x1f\x00\x05\x00\x01\xff\x89\x99=\x1d\x00\x00\x00\x00IEND\xaeB`\x82"
)


@pytest.fixture
def hand(opened: Open, address: str) -> Hand:
    return Hand(opened("phone", "en", path="#/box"), address)


def told(hand: Hand, game: str, part: str) -> object:
    answer = hand.page.request.post(f"{hand.address}api/box/{game}/part", data={"part": part})
    assert answer.ok, answer.text()
    return answer.json()["value"]


def test_a_district_is_drawn_by_touch_and_what_is_not_told_stays_a_question_mark(hand: Hand) -> None:
    rows = made_up_pack("rolling-heights")["boards"]["Old Town"]
    hand.open("rolling-heights", "board 1 A")
    expect(hand.page.get_by_role("button", name="Keep it")).to_be_disabled()
    assert hand.draw_board(rows) <= 25
    assert told(hand, "rolling-heights", "board 1 A") == rows


def test_a_base_is_drawn_by_touch(hand: Hand) -> None:
    columns = made_up_pack("mombasa")["bases"]["cairo"]
    hand.open("mombasa", "base cairo")
    assert hand.draw_base(columns) <= 40
    assert told(hand, "mombasa", "base cairo") == [" ".join(map(str, column)) for column in columns]


def test_a_map_of_forty_regions_is_drawn_by_touch(hand: Hand) -> None:
    land, names = made_up_map()
    hand.open("mombasa", "map")
    assert hand.draw_map(land, names) <= 220
    value = told(hand, "mombasa", "map")
    assert isinstance(value, dict)
    borders = {
        frozenset((one, other)): price for one, near in value["borders"].items() for other, price in near.items()
    }
    assert borders == {
        frozenset((names[one], names[other])): price
        for one, near in land["borders"].items()
        for other, price in near.items()
    }
    assert value["whole"]


def pairs(borders: dict[str, dict[str, int]], names: dict[str, str]) -> dict[frozenset[str], int]:
    """Every border with its price, whichever side it was told from."""
    return {
        frozenset((names[one], names[other])): price for one, near in borders.items() for other, price in near.items()
    }


def test_a_vj_card_is_filled_by_touch(hand: Hand) -> None:
    card = made_up_card()
    hand.open("pampero", "card card-3")
    assert hand.fill_card(card) <= 45
    value = told(hand, "pampero", "card card-3")
    assert isinstance(value, dict)
    assert {place.lower() for place in value} == {
        place.replace("row of icons", "row map").replace("order of the rows", "order") for place in paths(card)
    }


def paths(card: dict[str, object]) -> list[str]:
    """The places of a card as a pack calls them."""
    found = []
    for words in card:
        where, comma, what = words.partition(", ")
        for line in ("upper", "lower"):
            if what.startswith(f"{line} bonus symbol of zone "):
                what = f"bonus {what[-1]} {line}"
        if what.startswith("energy in zone "):
            what = f"bonus {what[-1]}"
        found.append(where + comma + what)
    return found


def test_a_photo_stays_on_the_device_and_a_broken_one_gets_a_sentence(hand: Hand) -> None:
    hand.open("rolling-heights", "board 2 A")
    sent: list[int] = []
    hand.page.on("request", lambda request: sent.append(len(request.post_data_buffer or b"")))
    chooser = hand.page.locator("input[type=file]")
    chooser.set_input_files({"name": "broken.jpg", "mimeType": "image/jpeg", "buffer": b"no picture"})
    expect(hand.page.get_by_role("alert")).to_contain_text("can’t be opened")
    chooser.set_input_files({"name": "board.png", "mimeType": "image/png", "buffer": PIXEL})
    expect(hand.page.locator("canvas")).to_be_visible()
    expect(hand.page.get_by_role("button", name="Corner 1")).to_be_visible()
    hand.tap(hand.page.get_by_role("button", name="a1: "))
    hand.page.wait_for_timeout(600)
    assert all(size < 500 for size in sent)


def test_a_part_goes_by_link_to_another_box_and_is_shown_first(hand: Hand, page_of_another: Page) -> None:
    hand.page.request.post(
        f"{hand.address}api/box/rolling-heights/tell", data={"part": "board 3 A", "value": ["- ~", "r2 -"]}
    )
    shared = hand.page.request.post(f"{hand.address}api/box/rolling-heights/share", data={"parts": ["board 3 A"]})
    page_of_another.goto(f"{hand.address}#/pack/{shared.json()['code']}")
    expect(page_of_another.get_by_text("Board 3, side A")).to_be_visible()
    expect(page_of_another.get_by_text("the same")).to_be_visible()


@pytest.fixture
def page_of_another(opened: Open) -> Page:
    return opened("phone", "en")


def test_my_box_says_what_is_missing_and_names_one_next_step(opened: Open) -> None:
    page = opened("phone", "ru", path="#/box")
    expect(page.get_by_role("heading", name="Моя коробка")).to_be_visible()
    expect(page.locator("article")).to_have_count(3)
    expect(page.locator("article .btn.primary")).to_have_count(1)
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
