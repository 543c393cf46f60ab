"""The records page, and the comparison of the opponent with sample games."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Open
from tests.support.accessibility import find_serious_problems
from tests.support.page import open_page, play_sample_until, run_server, store_game

LOOKS = [("phone", "ru", "dark"), ("desktop", "en", "light")]


@pytest.mark.parametrize(("size", "lang", "theme"), LOOKS)
def test_the_records_page_from_empty_to_charts_and_export(
    browser: Browser, tmp_path: Path, size: str, lang: str, theme: str
) -> None:
    with run_server(tmp_path) as address:
        page = open_page(browser, address, size, lang, theme, "#/records")
        expect(page.locator("h2")).to_have_text(re.compile("No finished game|партий пока нет"))
        assert not find_serious_problems(page)

        for seed in range(3):
            store_game(page, address, play_sample_until("rolling-heights", lambda ask: False, seed=seed))
        store_game(page, address, play_sample_until("mombasa", lambda ask: False))
        page.reload()
        expect(page.locator("h2")).to_have_text(
            re.compile("No finished game|партий пока нет")
        )  # all of them are samples
        page.locator("input[role=switch]").check()
        cards = page.locator("section:has(dl)")
        expect(cards).to_have_count(2)
        mayor = cards.filter(has_text=re.compile("Mayor|Мэр"))
        expect(mayor.locator("dd").first).to_have_text("3")
        expect(mayor.locator("figure svg circle")).to_have_count(6)
        expect(mayor).to_contain_text(re.compile("Harder variant: no|нет"))
        mayor.locator("summary").click()
        expect(mayor.locator("tbody tr")).to_have_count(3)
        assert not find_serious_problems(page)

        with page.expect_download() as saved:
            page.locator("main .btn", has_text="CSV").click()
        rows = list(csv.DictReader(saved.value.path().read_text(encoding="utf-8").splitlines()))
        assert len(rows) == 4
        with page.expect_download() as saved:
            page.locator("main .btn", has_text="JSON").click()
        assert len(json.loads(saved.value.path().read_text(encoding="utf-8"))) == 4
        mayor.locator("tbody a").first.click()
        expect(page.locator("#end")).to_be_visible()
        page.context.close()


@pytest.mark.parametrize(("size", "lang"), [("phone", "en"), ("desktop", "ru")])
def test_the_comparison_with_samples_is_shown_during_and_after_a_game(
    opened: Open, address: str, size: str, lang: str
) -> None:
    page = opened(size, lang)
    seen: list[str] = []

    def is_round_five(ask: object) -> bool:
        seen.append(getattr(ask, "key", ""))
        return seen.count("your-turn") == 5

    id = store_game(page, address, play_sample_until("rolling-heights", is_round_five, lang=lang))
    told = re.compile("sample games|примеров партий")
    page.goto(f"{address}#/play/{id}")
    line = page.locator("main button.did", has_text=told)
    expect(line).to_contain_text("4")  # after round 4
    line.click()
    plot = page.locator("dialog .par")
    expect(plot).to_contain_text(told)
    expect(plot.locator("circle")).not_to_have_count(0)
    expect(plot).to_contain_text(re.compile("made-up|выдуманном"))

    session = play_sample_until("rolling-heights", lambda ask: False, lang=lang)
    page.goto(f"{address}#/play/{store_game(page, address, session)}")
    expect(page.locator("main .par")).to_contain_text(told)


def test_an_opponent_without_sample_games_has_no_comparison(opened: Open, address: str) -> None:
    page = opened("desktop")
    page.route("**/par?*", lambda route: route.fulfill(json=None))
    id = store_game(page, address, play_sample_until("rolling-heights", lambda ask: False))
    page.goto(f"{address}#/play/{id}")
    page.locator("#end").wait_for()
    expect(page.locator(".par")).to_have_count(0)


@pytest.mark.parametrize(("size", "lang", "theme"), LOOKS)
def test_a_play_is_logged_only_by_a_tap(browser: Browser, tmp_path: Path, size: str, lang: str, theme: str) -> None:
    with run_server(tmp_path) as address:
        page = open_page(browser, address, size, lang, theme, "#/records")
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        id = store_game(page, address, play_sample_until("rolling-heights", lambda ask: False, lang=lang, drawn=False))
        page.goto(f"{address}#/play/{id}")
        link = page.get_by_role("link", name="BG Stats")
        expect(link).to_have_attribute("href", re.compile(r"^https://app\.bgstatsapp\.com/createPlay\.html\?data=%7B"))
        expect(link).to_have_attribute("rel", "noopener noreferrer")
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.get_by_role("button", name=re.compile("as text|текстом")).click()
        expect(page.get_by_role("status").filter(has_text=re.compile("Copied|Скопировано"))).to_be_visible()
        assert re.match("Rolling Heights|Великие Высоты", page.evaluate("navigator.clipboard.readText()"))
        assert not find_serious_problems(page)

        page.goto(f"{address}#/records")
        page.locator("section:has(dl) summary").click()
        page.get_by_role("button", name=re.compile("Log this play|Записать партию")).click()
        expect(page.get_by_role("dialog").get_by_role("link", name="BG Stats")).to_be_visible()
        assert not find_serious_problems(page)
        assert all(url.startswith(address) for url in asked)
        page.context.close()
