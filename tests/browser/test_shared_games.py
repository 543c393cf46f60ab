"""One game on several devices: links and codes to join, watching only, and lost connections."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from rival.server.auth import generate_key
from rival.storage import Database, SqlGameRepository
from tests.browser.conftest import Open
from tests.support.accessibility import find_serious_problems
from tests.support.mayor_by_hand import MAIN, answer_question, tap_main_button
from tests.support.page import find_free_port, open_page, play_sample_until, run_server, store_game


@dataclass(frozen=True)
class House:
    """A server that asks every device for a key, and that key."""

    address: str
    key: str


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    home = Path(tmp_path_factory.mktemp("house"))
    with run_server(home, behind_a_key=True) as address:
        shelf = SqlGameRepository(Database(f"sqlite:///{home / 'rival.db'}"))
        key = shelf.load_setting("join key", generate_key)
        shelf.database.close()
        yield House(address, key)


@pytest.fixture
def owner(browser: Browser, house: House) -> Iterator[Page]:
    """Open the page on a phone that joined with the key."""
    page = open_page(browser, house.address, "phone", "en", path=f"join/{house.key}")
    page.locator("article").first.wait_for()
    yield page
    page.context.close()


def begin_game(owner: Page, house: House, lang: str = "en") -> str:
    return store_game(
        owner, house.address, play_sample_until("rolling-heights", lambda ask: ask.key == "cubes", lang=lang)
    )


def read_link(owner: Page, way: int) -> str:
    """Return a link of the share dialog: 0 to play, 1 to watch, 2 for all games."""
    owner.locator("dialog fieldset label").nth(way).click()
    shown = owner.locator("dialog img")
    expect(shown).to_have_attribute("src", re.compile("^data:image/svg"))
    assert shown.evaluate("one => one.complete && one.naturalWidth > 0")
    return owner.locator("dialog input.field").input_value()


def test_without_the_key_the_page_only_asks_for_it(browser: Browser, house: House) -> None:
    page = open_page(browser, house.address, "phone", "ru")
    page.locator("input[name=key]").fill(house.key.lower())
    page.locator("button").click()
    page.locator("article").first.wait_for()
    page.context.close()


def open_answerable_question(page: Page, address: str) -> None:
    """Show a question that the main button answers."""
    session = play_sample_until("rolling-heights", lambda ask: ask.key == "your-turn")
    page.goto(f"{address}#/play/{store_game(page, address, session)}")
    page.locator("#question").wait_for()


def test_the_share_dialog_of_a_closed_server_shows_only_the_network_switch(page: Page, address: str) -> None:
    open_answerable_question(page, address)
    page.locator("header button[class='icon']").last.click()
    page.locator("dialog .item", has_text=re.compile("Share|Поделиться")).click()
    expect(page.locator("dialog [role=switch]")).to_have_count(1)  # the menu has gone
    expect(page.locator("dialog [role=switch]")).not_to_be_checked()
    expect(page.locator("dialog img")).to_have_count(0)


def test_the_start_page_shows_how_other_devices_connect(owner: Page, page: Page, house: House) -> None:
    owner.locator(".tools button", has_text="On other devices").click()
    expect(owner.locator("dialog dl")).to_contain_text(house.key)
    expect(owner.locator("dialog input.field")).to_have_value(re.compile(f"/join/{house.key}$"))
    page.locator(".tools button", has_text=re.compile("On other devices|На других")).click()
    expect(page.locator("dialog [role=switch]")).not_to_be_checked()


def test_the_share_sheet_has_links_codes_and_the_key(owner: Page, house: House) -> None:
    owner.goto(f"{house.address}#/play/{begin_game(owner, house)}/share")
    play, watch, everything = (read_link(owner, way) for way in range(3))
    assert len({play, watch, everything}) == 3
    assert not find_serious_problems(owner)
    assert everything.endswith(house.key)
    expect(owner.locator("dialog dl")).to_contain_text(house.key)
    owner.locator("dialog .card .btn").first.click()
    expect(owner.locator("dialog .card .btn").first).to_have_text("Copied")


@pytest.mark.parametrize(("size", "lang"), [("phone", "ru"), ("desktop", "en")])
def test_watchers_see_answers_but_cannot_give_any(
    browser: Browser, owner: Page, house: House, size: str, lang: str
) -> None:
    id = begin_game(owner, house)
    owner.goto(f"{house.address}#/play/{id}/share")
    watch = read_link(owner, 1)
    owner.keyboard.press("Escape")

    guest = open_page(browser, watch, size, lang)
    expect(guest.locator(".watching")).to_contain_text(re.compile("You are watching|Вы смотрите"))
    expect(guest.locator("#question")).to_have_count(0)
    expect(guest.locator("footer button")).to_have_count(0)
    assert not find_serious_problems(guest)
    expect(guest.locator("header .badge, .board .edit")).not_to_have_count(0)
    guest.keyboard.press("u")
    guest.keyboard.press("c")
    expect(guest.locator("dialog")).to_have_count(0)
    guest.keyboard.press("m")
    expect(guest.locator("dialog .item", has_text=re.compile("Share|Correct|Поделиться|Исправить"))).to_have_count(0)
    guest.keyboard.press("Escape")

    before = guest.locator("main").get_attribute("data-at") or ""
    tap_main_button(owner)
    expect(guest.locator("main")).not_to_have_attribute("data-at", before)
    guest.goto(f"{house.address}#/play/{id}/then:1")
    expect(guest.locator(".past h1")).to_be_visible()
    changes = re.compile("Undo back to this step|Change this answer|Отменить до этого шага|Изменить этот ответ")
    expect(guest.get_by_role("button", name=changes)).to_have_count(0)
    guest.goto(house.address)
    expect(guest.locator(f"a[href='#/play/{id}']")).to_be_visible()
    expect(guest.locator("a[href^='#/new']")).to_have_count(0)
    expect(guest.locator(".tools")).to_have_count(0)
    guest.context.close()


def test_guests_can_play_one_game_and_see_no_other(browser: Browser, owner: Page, house: House) -> None:
    id, other = begin_game(owner, house), begin_game(owner, house)
    owner.goto(f"{house.address}#/play/{id}/share")
    play = read_link(owner, 0)
    owner.keyboard.press("Escape")

    guest = open_page(browser, play, "desktop", "en")
    guest.locator("#question").wait_for()
    guest.locator("header .badge").click()
    guest.locator("dialog input").fill("14")
    guest.locator("dialog .primary").click()
    expect(guest.locator("dialog")).to_have_count(0)
    tap_main_button(guest)
    now = guest.locator("main").get_attribute("data-at") or ""
    expect(owner.locator("main")).to_have_attribute("data-at", now)
    guest.goto(house.address)
    expect(guest.locator(f"a[href='#/play/{id}']")).to_be_visible()
    expect(guest.locator(f"a[href='#/play/{other}']")).to_have_count(0)
    guest.context.close()


def test_a_lost_connection_shows_a_notice_and_reconnects(opened: Open, browser: Browser, tmp_path: Path) -> None:
    port = find_free_port()
    with run_server(tmp_path, port) as address:
        one = open_page(browser, address, "phone", "en")
        other = open_page(browser, address, "desktop", "ru")
        open_answerable_question(one, address)
        other.goto(one.url)
        other.locator("#question").wait_for()
    for page in (one, other):
        expect(page.locator(".offline")).to_be_visible()
    with run_server(tmp_path, port):
        for page in (one, other):
            expect(page.locator(".offline")).to_have_count(0, timeout=15_000)
        tap_main_button(one)
        now = one.locator("main").get_attribute("data-at") or ""
        expect(other.locator("main")).to_have_attribute("data-at", now)
    for page in (one, other):
        page.context.close()


def test_a_device_that_was_away_catches_up(opened: Open, address: str) -> None:
    one, other = opened("phone", "en", path=None), opened("desktop", "en", path=None)
    open_answerable_question(one, address)
    other.goto(one.url)
    other.locator("#question").wait_for()
    other.context.set_offline(True)
    tap_main_button(one)
    answer_question(one, address)
    other.context.set_offline(False)
    now = one.locator("main").get_attribute("data-at") or ""
    expect(other.locator("main")).to_have_attribute("data-at", now, timeout=15_000)


def test_a_new_name_from_another_device_is_seen_at_once(opened: Open, address: str) -> None:
    page = opened(path=None)
    open_answerable_question(page, address)
    at = page.locator("main").get_attribute("data-at") or ""
    page.wait_for_timeout(500)  # it has heard how things stand
    assert page.request.patch(f"{address}api/games/{page.url.rpartition('/')[2]}", data={"name": "By the fire"}).ok
    expect(page.get_by_role("heading", level=1)).to_have_text("By the fire")
    expect(page.locator("main")).to_have_attribute("data-at", at)


def test_a_game_deleted_on_another_device_shows_a_message(opened: Open, address: str) -> None:
    page = opened(path=None)
    with page.expect_response("**/foresee*"):  # nothing more is asked of the game that will be gone
        open_answerable_question(page, address)
    id = page.url.rpartition("/")[2]
    page.request.delete(f"{address}api/games/{id}")
    expect(page.get_by_role("alert")).to_contain_text("deleted")
    expect(page.locator(MAIN)).to_have_count(0)
