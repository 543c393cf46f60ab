"""WCAG 2.2 AA, if a program can check it, on every main page; and small screens cut off no content."""

from __future__ import annotations

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.browser.conftest import Open
from tests.support.accessibility import find_serious_problems
from tests.support.page import go_to, play_sample_until, store_game

PLACES = {
    "start": "",
    "settings": "#/settings",
    "keys": "#/keys",
    "new game": "#/new/rolling-heights",
    "rules": "#/rules/rolling-heights",
    "deleted games": "#/deleted",
    "other devices": "#/share",
    "practice": "#/practice/rolling-heights.7",
    "Mombasa, practice": "#/practice/mombasa.7",
    "Pampero, practice": "#/practice/pampero.7",
    "sample game": "#/watch/sample.rolling-heights.7",
    "set-up": "set-up",
    "your turn": "your-turn",
    "plan": "plan",
    "plot": "place",
    "cubes": "cubes",
    "final scoring": "final",
    "end": "never",
    "table": "cubes/table",
    "history": "cubes/history",
    "looking back": "cubes/then:2",
    "menu": "cubes/menu",
    "share": "cubes/share",
    "corrections": "cubes/correct",
    "correction": "cubes/correct:mayor.vp",
    "painter": "cubes/correct:districts.1.drawing",
    "Mombasa, your turn": "mombasa your-turn",
    "Mombasa, a question in between": "mombasa your-turn/ask",
    "Mombasa, a card": "mombasa card",
    "Mombasa, the cards it took": "mombasa taken",
    "Mombasa, before an expansion": "mombasa report",
    "Mombasa, table": "mombasa preparation/table",
    "Mombasa, end": "mombasa never",
    "Pampero, VJ’s cards": "pampero cards",
    "Pampero, your turn": "pampero your-turn",
    "Pampero, a sector": "pampero tower-sector",
    "Pampero, table": "pampero tower-sector/table",
    "Pampero, contracts": "pampero map-contracts",
    "Pampero, tower-bonus tiles": "pampero bonus-tiles",
}


def open_place(page: Page, address: str, place: str, lang: str) -> None:
    sheet = place.removeprefix("#/") if place in ("#/settings", "#/keys", "#/deleted", "#/share") else ""
    if not place.startswith("#") and place:
        where, _slash, sheet = place.partition("/")
        game, _space, key = where.rpartition(" ")
        session = play_sample_until(game or "rolling-heights", lambda ask: ask.key == key, lang=lang)
        assert (session.open_ask is None) == (key == "never"), f"{game} never asks for {key}"
        place = f"#/play/{store_game(page, address, session)}/{sheet}"
    over = sheet and not sheet.startswith("then")
    go_to(page, address + place, "dialog" if over else "main :is(h2, h3, legend, summary)")
    page.locator("main :is(h2, h3, legend, summary):visible").first.wait_for()


WIDE = [
    "start",
    "new game",
    "rules",
    "sample game",
    "practice",
    "plot",
    "end",
    "Mombasa, your turn",
    "Pampero, your turn",
]
"""Where a desktop shows more than a phone does."""
LOOKED_AT = [(place, "phone", "ru", "dark") for place in PLACES] + [(place, "desktop", "en", "light") for place in WIDE]


@pytest.mark.parametrize(("place", "size", "lang", "theme"), LOOKED_AT)
def test_axe_finds_no_serious_problem(opened: Open, address: str, place: str, size: str, lang: str, theme: str) -> None:
    page = opened(size, lang, theme, path=None)
    open_place(page, address, PLACES[place], lang)
    assert not find_serious_problems(page)


def test_axe_finds_no_serious_problem_in_the_box(opened: Open, address: str) -> None:
    page = opened("phone", "ru", "dark")
    begun = page.request.post(f"{address}api/games", data={"game": "pampero"}).json()
    answer = f"{address}api/games/{begun['id']}/answer"
    page.request.post(answer, data={"at": 0, "value": True})
    cards = {"slot1": ['other("lighthouses")'], "slot2": ["chain tokens"], "slot3": ["wind farms"]}
    assert page.request.post(answer, data={"at": 1, "value": cards}).ok
    open_place(page, address, "#/new/pampero", "ru")
    page.get_by_role("switch").first.wait_for()
    page.locator(".card details summary").first.click()
    assert not find_serious_problems(page)
    told = page.request.get(f"{address}api/packs/pampero/file").text()
    other: FilePayload = {
        "name": "other.toml",
        "mimeType": "text/plain",
        "buffer": told.replace("below 10", "below 7").encode(),
    }
    page.locator("input[type=file]").set_input_files([other])
    expect(page.locator(".card [role=status] p").last).to_contain_text("у вас «энергии меньше 10»")
    assert not find_serious_problems(page)
    page.request.delete(f"{address}api/packs/pampero")


@pytest.mark.parametrize(("width", "text"), [(320, 100), (390, 200)])
def test_nothing_is_cut_off_on_a_small_screen_or_in_large_text(
    opened: Open, address: str, width: int, text: int
) -> None:
    page = opened("phone", "ru", path=None, text=text)
    page.set_viewport_size({"width": width, "height": 700})
    found = {}  # the board is moved under the finger in a place of its own
    for place, path in PLACES.items():
        open_place(page, address, path, "ru")
        found[place] = page.evaluate(
            """() => [...document.querySelectorAll('body *')]
                .filter(one => one.checkVisibility() && !one.closest('.hidden, svg, .scene > *'))
                .filter(one => one.getBoundingClientRect().right > innerWidth + 1
                    || (one.matches('.btn, .chip') && one.scrollWidth > one.clientWidth + 1))
                .map(one => one.outerHTML.slice(0, 150))"""
        )
    assert not {place: wide[:3] for place, wide in found.items() if wide}
