"""The owner's box at phone size, by touch: from an empty box to a complete one; photos; sharing."""

from __future__ import annotations

import random
import re
import tomllib
import zlib
from collections.abc import Iterator
from struct import pack as packed
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rival.engine.packs import parse_pack_toml, serialize_pack
from rival.kernel import Session, load_opponent
from rival.testing import answer_at_random
from tests.browser.conftest import Open
from tests.support.box_page import BoxDriver, load_sample_pack, make_sample_card, make_sample_map
from tests.support.first_games import BOX_QUESTIONS

HEIGHTS, MOMBASA, PAMPERO = "rolling-heights", "mombasa", "pampero"


@pytest.fixture
def hand(opened: Open, address: str) -> Iterator[BoxDriver]:
    """Start at an empty box and leave an empty box behind, because other tests use the same server."""
    found = BoxDriver(opened("phone", "en", path="#/box"), address)
    delete_packs(found)
    yield found
    delete_packs(found)


def delete_packs(hand: BoxDriver) -> None:
    """Delete the packs of all games."""
    for game in (HEIGHTS, MOMBASA, PAMPERO):
        hand.page.request.delete(f"{hand.address}api/packs/{game}")


def read_part(hand: BoxDriver, game: str, part: str) -> Any:
    """Return the description of a part that the server has stored."""
    answer = hand.page.request.post(f"{hand.address}api/box/{game}/part", data={"part": part}, max_retries=2)
    assert answer.ok, answer.text()
    return answer.json()["value"]


def store_part(hand: BoxDriver, game: str, part: str, value: Any) -> None:
    """Store the description of a part."""
    data = {"part": part, "value": value}
    answer = hand.page.request.post(f"{hand.address}api/box/{game}/tell", data=data, max_retries=2)
    assert answer.ok, answer.text()


def import_pack(hand: BoxDriver, pack: dict[str, Any]) -> None:
    """Import the rest of a box from a file."""
    text = serialize_pack({key: value for key, value in pack.items() if key != "sample"})
    answer = hand.page.request.post(f"{hand.address}api/offers/take", data={"text": text})
    assert answer.ok, answer.text()


def list_questions(hand: BoxDriver, game: str, answers: int = 120) -> set[str]:
    """Return the questions that a game asks an owner with this box."""
    pack = tomllib.loads(hand.page.request.get(f"{hand.address}api/packs/{game}/file").text())
    session, dice = Session.new(game, seed=3, pack=load_opponent(game).validate_pack(pack)), random.Random(3)
    table = load_opponent(game).make_sample_player(3, session.options)
    found = set()
    for _n in range(answers):
        if session.open_ask is None:
            break
        found.add(session.open_ask.key)
        if game == MOMBASA:  # its made-up table calls the regions by other names
            answer_at_random(session, dice)
        else:
            session.answer(table.answer(session.open_ask, session.table))
    assert len(found) > 3
    return found


def test_described_boards_are_not_asked_for_in_a_game(hand: BoxDriver) -> None:
    whole = load_sample_pack(HEIGHTS)
    for name in ("Old Town", "Docks"):
        rows = whole["boards"][name]
        hand.open_part(HEIGHTS, f"board {name}")
        expect(hand.page.get_by_role("button", name="Save")).to_be_disabled()
        assert hand.draw_board(rows) <= 25
        assert read_part(hand, HEIGHTS, f"board {name}") == rows
    import_pack(hand, whole)  # the others are no others for a finger
    assert not list_questions(hand, HEIGHTS) & BOX_QUESTIONS[HEIGHTS]


def test_described_map_bases_and_deck_are_not_asked_for_in_a_game(hand: BoxDriver) -> None:
    land, names = make_sample_map()
    hand.open_part(MOMBASA, "map")
    assert hand.draw_map(land, names) <= 220
    value = read_part(hand, MOMBASA, "map")
    assert list_borders(value["borders"], {name: name for name in names.values()}) == list_borders(
        land["borders"], names
    )
    assert value["whole"]
    for company, columns in load_sample_pack(MOMBASA)["bases"].items():
        hand.open_part(MOMBASA, f"base {company}")
        assert hand.draw_base(columns) <= 40
        assert read_part(hand, MOMBASA, f"base {company}") == [" ".join(map(str, column)) for column in columns]
    for part in ("deck", "bonus spaces"):
        hand.open_part(MOMBASA, part)
        hand.save_part()
    assert not list_questions(hand, MOMBASA) & BOX_QUESTIONS[MOMBASA]


def list_borders(borders: dict[str, dict[str, int]], names: dict[str, str]) -> dict[frozenset[str], int]:
    """Return every border with its price, regardless of its direction."""
    return {
        frozenset((names[one], names[other])): price for one, near in borders.items() for other, price in near.items()
    }


def test_described_vj_cards_are_not_asked_for_in_a_game(hand: BoxDriver) -> None:
    card = make_sample_card()
    against = load_opponent(PAMPERO)
    assert against.box is not None
    id = against.box.list_parts(against.make_sample_pack())[2].id
    hand.open_part(PAMPERO, id)
    assert hand.fill_card_form(card) <= 45
    value = read_part(hand, PAMPERO, id)
    whole = against.make_sample_pack()
    assert value == against.box.get_part(whole, id).value
    import_pack(hand, {**whole, "card": [one for one in whole["card"] if f"card {one['id']}" != id]})
    assert not list_questions(hand, PAMPERO, 400) & BOX_QUESTIONS[PAMPERO]


def test_described_pampero_boards_are_not_asked_for_in_a_game(hand: BoxDriver) -> None:
    """One board of each kind by touch; the others and the cards come from a file."""
    against = load_opponent(PAMPERO)
    assert against.box is not None
    touched: set[str] = set()
    for part in against.box.list_parts(against.make_sample_pack()):
        kind = part.id.split()[0]
        if part.value is None or kind == "card" or kind in touched:
            if kind == "grid_column" and part.value is not None:  # the places of all columns are what chain tokens join
                store_part(hand, PAMPERO, part.id, part.value)
            continue
        touched.add(kind)
        hand.open_part(PAMPERO, part.id)
        data = {"part": part.id}
        answer = hand.page.request.post(f"{hand.address}api/box/{PAMPERO}/part", data=data, max_retries=2)
        hand.fill_board(answer.json()["question"]["fields"], part.value)
        assert read_part(hand, PAMPERO, part.id) == part.value
    assert len(touched) == 13
    import_pack(hand, against.make_sample_pack())
    assert not list_questions(hand, PAMPERO, 400) & BOX_QUESTIONS[PAMPERO]


def test_plans_are_described_by_touch_and_found_by_search(hand: BoxDriver) -> None:
    page = hand.page
    hand.open_part(HEIGHTS, "plan 1-1")
    hand.tap(page.get_by_role("radio", name="park"))
    for _cube in range(2):
        hand.tap(page.get_by_role("button", name="wood: one more"))
    hand.save_part()
    assert hand.taps <= 6
    value = read_part(hand, HEIGHTS, "plan 1-1")
    assert (value["type"], value["wood"]) == ("park", 2)
    store_part(hand, HEIGHTS, "plan 1-2", {"type": "commercial", "steel": 3})
    store_part(hand, HEIGHTS, "plan 2-1", {"type": "commercial", "wood": 1})
    page.reload()
    page.get_by_role("searchbox").fill("com woo")
    rows = page.locator("main li.card")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Level 2, commercial: 1 wood")
    page.get_by_role("searchbox").fill("")
    hand.tap(page.get_by_role("button", name="commercial", exact=True))
    expect(rows).to_have_count(2)


def test_cards_of_the_display_are_counted_by_touch(hand: BoxDriver) -> None:
    hand.open_part(MOMBASA, "display")
    for _card in range(2):
        hand.tap(hand.page.get_by_role("button", name="coffee 3: one more"))
    hand.save_part()
    assert read_part(hand, MOMBASA, "display") == {"coffee-3": 2}


def test_a_game_offers_to_describe_a_whole_card_and_applies_it(hand: BoxDriver) -> None:
    api, page = hand.address + "api", hand.page
    state = page.request.post(f"{api}/games", data={"game": PAMPERO, "seed": 3, "dice": "program"}).json()
    session = Session.new(PAMPERO, seed=3)
    table = load_opponent(PAMPERO).make_sample_player(3, session.options)
    while "box" not in state["question"]["about"]:
        assert session.open_ask is not None
        value = table.answer(session.open_ask, session.table)
        session.answer(value)
        said = {"at": state["at"], "value": value}
        state = page.request.post(f"{api}/games/{state['id']}/answer", data=said).json()
    part = state["question"]["about"]["box"]
    page.goto(f"{hand.address}#/play/{state['id']}")
    hand.tap(page.get_by_role("link", name="Describe the whole part in my box"))
    expect(page.get_by_role("button", name="Save", exact=False)).to_be_visible()
    assert part.replace(" ", "%20") in page.url
    majority = read_part(hand, PAMPERO, part)["majority"]  # of the set-up; the card has a name of its own in this box
    against = load_opponent(PAMPERO)
    assert against.box is not None
    cards = [one.value for one in against.box.list_parts(against.make_sample_pack()) if one.id.startswith("card ")]
    store_part(hand, PAMPERO, part, next(one for one in cards if one["majority"] == majority))
    page.reload()
    page.goto(f"{hand.address}#/play/{state['id']}")
    hand.tap(page.get_by_role("link", name="Describe the whole part in my box"))
    hand.tap(page.get_by_role("button", name="Save", exact=True))
    expect(page).to_have_url(re.compile(f"#/play/{state['id']}$"))
    about = page.request.get(f"{api}/games/{state['id']}").json()["question"]["about"]
    assert about.get("box") != part


# --- photos ----------------------------------------------------------------------------------------------------


def make_png(width: int, height: int) -> bytes:
    """Return a black PNG with one bit per pixel: a small file at any size."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return packed(">I", len(data)) + kind + data + packed(">I", zlib.crc32(kind + data))

    rows = zlib.compress(bytes((width + 7) // 8 + 1) * height)
    head = packed(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def choose_file(hand: BoxDriver, name: str, file: bytes) -> None:
    hand.page.locator("input[type=file]").set_input_files({"name": name, "mimeType": "image/png", "buffer": file})


def test_photos_stay_on_the_device_and_invalid_ones_get_an_error(hand: BoxDriver) -> None:
    hand.open_part(HEIGHTS, "board 2 A")
    sent: list[int] = []
    hand.page.on("request", lambda request: sent.append(len(request.post_data_buffer or b"")))
    choose_file(hand, "broken.png", b"no picture")
    expect(hand.page.get_by_role("alert")).to_contain_text("can’t be opened")
    choose_file(hand, "huge.png", make_png(16_000, 16_000))
    expect(hand.page.get_by_role("alert")).to_contain_text("too large")
    choose_file(hand, "board.png", make_png(1200, 900))
    expect(hand.page.locator("canvas")).to_be_visible()
    expect(hand.page.get_by_role("alert")).to_have_count(0)
    hand.tap(hand.page.get_by_role("button", name="a1: "))
    with hand.page.expect_response("**/part*"):
        hand.tap(hand.page.get_by_role("button", name="b1: "))
    assert all(size < 500 for size in sent), "a photo of 1200 x 900 has more"


def test_photos_are_exported_only_on_request_and_never_uploaded(hand: BoxDriver, page_of_another: Page) -> None:
    store_part(hand, HEIGHTS, "board 2 A", ["- -", "- ~"])
    hand.open_part(HEIGHTS, "board 2 A")
    sent: list[int] = []
    for page in (hand.page, page_of_another):
        page.on("request", lambda request: sent.append(len(request.post_data_buffer or b"")))
    choose_file(hand, "board.png", make_png(1200, 900))
    expect(hand.page.locator("canvas")).to_be_visible()
    hand.page.wait_for_timeout(300)
    hand.page.goto(f"{hand.address}#/box/{HEIGHTS}")
    hand.tap(hand.page.get_by_role("button", name="Share the whole box"))
    switch = hand.page.get_by_role("switch", name="Include my photo in the file")
    expect(switch).not_to_be_checked()
    assert "# photo" not in download_file(hand)
    hand.tap(switch)
    expect(hand.page.get_by_text("Anyone who gets the file can see")).to_be_visible()
    file = download_file(hand)
    assert "# photo board%202%20A data:image/jpeg;base64," in file
    assert len(file) < 500_000
    assert load_opponent(HEIGHTS).validate_pack(parse_pack_toml(file))["boards"]["2"] == {"A": ["- -", "- ~"]}
    hand.page.request.delete(f"{hand.address}api/packs/{HEIGHTS}")
    page_of_another.goto(f"{hand.address}#/box/{HEIGHTS}")
    packed_file = {"name": "box.toml", "mimeType": "text/plain", "buffer": file.encode()}
    page_of_another.locator("input[type=file]").set_input_files(packed_file)  # type: ignore[arg-type]
    page_of_another.get_by_role("button", name="Import", exact=True).tap()
    page_of_another.wait_for_url(f"**/#/box/{HEIGHTS}")
    page_of_another.goto(f"{hand.address}#/box/{HEIGHTS}/board 2 A")
    expect(page_of_another.locator("canvas")).to_be_visible()
    assert all(size < 1000 for size in sent), "a photo has more"


def download_file(hand: BoxDriver) -> str:
    """Return the file that the page offers for download."""
    with hand.page.expect_download() as download:
        hand.tap(hand.page.get_by_role("button", name="Save as a file"))
    return download.value.path().read_text("utf-8")


# --- sharing ---------------------------------------------------------------------------------------------------


def test_a_part_shared_by_link_is_shown_before_its_import(hand: BoxDriver, page_of_another: Page) -> None:
    store_part(hand, HEIGHTS, "board 3 A", ["- ~", "r2 -"])
    shared = hand.page.request.post(f"{hand.address}api/box/rolling-heights/share", data={"parts": ["board 3 A"]})
    page_of_another.goto(f"{hand.address}#/pack/{shared.json()['code']}")
    expect(page_of_another.get_by_text("Board 3, side A")).to_be_visible()
    expect(page_of_another.get_by_text("the same")).to_be_visible()


@pytest.fixture
def page_of_another(opened: Open) -> Page:
    return opened("phone", "en")


def test_the_box_lists_missing_parts_and_a_next_step(opened: Open) -> None:
    page = opened("phone", "ru", path="#/box")
    expect(page.get_by_role("heading", name="Моя коробка")).to_be_visible()
    expect(page.locator("article")).to_have_count(3)
    expect(page.locator("article .btn.primary")).to_have_count(1)
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0


@pytest.mark.parametrize("game", [HEIGHTS, MOMBASA, PAMPERO])
def test_the_counts_of_a_box_add_up(opened: Open, address: str, game: str) -> None:
    page = opened("phone", "en", path=None)
    page.set_viewport_size({"width": 390, "height": 664})
    page.request.delete(f"{address}api/packs/{game}")
    page.goto(f"{address}#/box/{game}")
    tiles = page.locator("article ul a")
    tiles.first.wait_for()
    heading = page.locator("article p.big").first.inner_text()
    counts = page.locator("article p.mute").first.inner_text()
    parts, total = counts.split(" = ")
    assert sum(int(part.split()[0]) for part in parts.split(" + ")) == int(total) == tiles.count()
    assert heading.endswith(f"of {total} parts are complete")
    for part in parts.split(" + "):
        number, word = part.split(" ", 1)
        named = page.locator("article ul").get_by_role("link", name=re.compile(rf" {word}( \d+ of \d+)?$"))
        assert named.count() == int(number)
    assert page.locator("[aria-label='Best to describe next'] a").count() == 1
    assert page.evaluate("scrollY") == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
