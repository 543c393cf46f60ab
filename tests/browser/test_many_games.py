"""Many games on the start page: name, colours, archive, delete and restore, copy, save and import."""

from __future__ import annotations

import base64
import io
import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Open
from tests.support.accessibility import find_serious_problems
from tests.support.page import play_sample_until, store_game

DROP = """async ([name, base64]) => {
    const bytes = Uint8Array.from(atob(base64), sign => sign.charCodeAt(0));
    const held = new DataTransfer();
    held.items.add(new File([bytes], name));
    const event = { dataTransfer: held, bubbles: true, cancelable: true };
    const send = kind => window.dispatchEvent(new DragEvent(kind, event));
    send('dragenter');
    await new Promise(done => setTimeout(done, 100));
    window.overlay = document.querySelector('.drop')?.innerText ?? '';
    send('drop');
}"""


# A file that is made in the page: it is too large to be handed over.
DROP_LARGE = """([name, size]) => {
    const held = new DataTransfer();
    held.items.add(new File([new Uint8Array(size)], name));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: held, bubbles: true, cancelable: true }));
}"""


def store_game_on_page(page: Page, address: str, seed: int = 7) -> str:
    id = store_game(page, address, play_sample_until("rolling-heights", lambda ask: ask.key == "place", seed=seed))
    page.reload()
    return id


def find_game_row(page: Page, id: str) -> Locator:
    return page.locator(f"article:has(a[href='#/play/{id}'])")


def open_game_dialog(page: Page, id: str) -> Locator:
    find_game_row(page, id).locator("button").click()
    sheet = page.locator("dialog")
    sheet.wait_for()
    return sheet


def load_list_entry(page: Page, address: str, id: str) -> dict[str, Any]:
    games = page.request.get(f"{address}api/games?lang=en").json()
    return next(one for one in games if one["id"] == id)


def drop_file(page: Page, name: str, data: bytes) -> None:
    page.evaluate(DROP, [name, base64.b64encode(data).decode()])


def test_a_game_gets_a_name_a_note_and_colours(page: Page, address: str) -> None:
    id = store_game_on_page(page, address)
    sheet = open_game_dialog(page, id)
    assert not find_serious_problems(page)
    sheet.locator("input.field").fill("Saturday")
    sheet.locator("textarea").fill("Two cubes short.\nAsk Lena.")
    sheet.locator("fieldset").nth(0).locator("label").nth(1).click()
    sheet.locator("fieldset").nth(1).locator("label").nth(5).click()
    sheet.locator("footer .primary").click()
    expect(page.locator("dialog")).to_have_count(0)
    expect(find_game_row(page, id).locator("h3")).to_have_text("Saturday")
    expect(find_game_row(page, id)).to_contain_text("Ask Lena.")
    expect(find_game_row(page, id).locator(".swatch")).to_have_count(2)
    found = load_list_entry(page, address, id)
    assert (found["note"], found["own_colour"], found["their_colour"]) == ("Two cubes short.\nAsk Lena.", "red", "blue")
    find_game_row(page, id).locator("a").click()
    expect(page.locator("h1")).to_have_text("Saturday")
    expect(page.locator("header .swatch")).to_have_count(2)


def test_a_game_is_archived_and_unarchived(page: Page, address: str) -> None:
    id = store_game_on_page(page, address)
    open_game_dialog(page, id).get_by_role("button", name=re.compile("archive|архив")).click()
    expect(page.locator("dialog")).to_have_count(0)
    expect(find_game_row(page, id)).not_to_be_visible()
    expect(page.get_by_role("status")).to_be_visible()
    page.locator("summary", has_text=re.compile("Archive|Архив")).click()
    expect(find_game_row(page, id)).to_be_visible()
    open_game_dialog(page, id).get_by_role("button", name=re.compile("archive|архив")).click()
    expect(page.locator("dialog")).to_have_count(0)
    expect(find_game_row(page, id)).to_be_visible()
    assert not load_list_entry(page, address, id)["archived"]


def test_deleted_games_can_be_restored_at_once_and_later(page: Page, address: str) -> None:
    id = store_game_on_page(page, address)
    open_game_dialog(page, id).locator(".danger").click()
    expect(find_game_row(page, id)).to_have_count(0)
    page.locator(".snackbar .btn").click()
    expect(find_game_row(page, id)).to_be_visible()

    open_game_dialog(page, id).locator(".danger").click()
    expect(find_game_row(page, id)).to_have_count(0)
    page.reload()
    page.locator(".tools button").last.click()
    deleted = page.locator("dialog li").first
    deleted.wait_for()
    assert not find_serious_problems(page)
    deleted.locator(".btn").click()
    expect(find_game_row(page, id)).to_be_visible()
    page.keyboard.press("Escape")

    open_game_dialog(page, id).locator(".danger").click()
    page.locator(".snackbar .icon").click()
    page.locator(".tools button").last.click()
    page.locator("dialog li").first.wait_for()
    before = page.locator("dialog li").count()
    page.locator("dialog li").first.locator(".icon").click()
    page.locator("dialog li .danger").click()
    expect(page.locator("dialog li")).to_have_count(before - 1)
    assert page.request.post(f"{address}api/games/{id}/restore").status == 404


def test_copies_and_branches_are_independent(page: Page, address: str) -> None:
    id = store_game_on_page(page, address)
    before = len(page.request.get(f"{address}api/games").json())
    open_game_dialog(page, id).get_by_role("button", name=re.compile("Duplicate|копию")).click()
    expect(page.get_by_role("status")).to_be_visible()
    assert len(page.request.get(f"{address}api/games").json()) == before + 1

    page.goto(f"{address}#/play/{id}/then:2")
    page.get_by_role("button", name=re.compile("Start a new game from here|Начать отсюда новую партию")).click()
    page.wait_for_url(lambda url: id not in url.split("/"))
    page.locator("#question").wait_for()
    new = page.url.rpartition("/")[2]
    assert page.request.get(f"{address}api/games/{new}").json()["position"] == 2
    assert page.request.get(f"{address}api/games/{id}").json()["position"] > 2


def test_a_journal_dropped_on_the_start_page_opens(page: Page, address: str) -> None:
    page.locator("article").first.wait_for()
    text = play_sample_until("rolling-heights", lambda ask: ask.key == "plan", seed=23).journal.format_text()
    drop_file(page, "game.jsonl", text.encode())
    page.locator("#question").wait_for()
    id = page.url.rpartition("/")[2]
    assert page.request.get(f"{address}api/games/{id}?lang=en").json()["question"]["key"] == "plan"


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("photo.png", b"\x89PNG\r\n\x1a\n" + bytes(range(256))),
        ("empty.jsonl", b""),
        ("notes.txt", "Шашки\n".encode()),
        ("broken.zip", b"PK\x03\x04nonsense"),
        ("long.jsonl", b"{}\n" * 2_000_000),
    ],
)
def test_a_file_that_is_not_a_game_gets_an_error_message(page: Page, address: str, name: str, data: bytes) -> None:
    page.locator("article").first.wait_for()
    before = page.request.get(f"{address}api/games").json()
    drop_file(page, name, data)
    expect(page.get_by_role("alert")).to_contain_text(name)
    assert page.evaluate("window.overlay")
    expect(page.locator(".drop")).to_have_count(0)
    assert page.request.get(f"{address}api/games").json() == before


def test_a_file_that_is_too_large_is_not_uploaded(page: Page) -> None:
    page.locator("article").first.wait_for()
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    page.evaluate(DROP_LARGE, ["huge.jsonl", 32 * 1024 * 1024 + 1])
    expect(page.get_by_role("alert")).to_contain_text(re.compile("huge.jsonl: .* 32 (MB|МБ)"))
    assert not sent


def test_all_games_are_exported_and_imported_again(page: Page, address: str, tmp_path: Path) -> None:
    id = store_game_on_page(page, address)
    page.request.patch(f"{address}api/games/{id}", data={"name": "To be exported"})
    with page.expect_download() as saved:
        page.locator(".tools [data-act=save]").click()
    whole = zipfile.ZipFile(io.BytesIO(saved.value.path().read_bytes()))
    names = [name for name in whole.namelist() if name.endswith(".jsonl")]
    assert f"{id}.jsonl" in names

    some = tmp_path / "some.zip"
    with zipfile.ZipFile(some, "w") as packed:
        packed.writestr(
            "one.jsonl",
            play_sample_until("rolling-heights", lambda ask: ask.key == "place", seed=41).journal.format_text(),
        )
        packed.writestr("two.jsonl", whole.read(f"{id}.jsonl"))
        packed.writestr("bad.jsonl", "nonsense")
        packed.writestr("games.json", json.dumps({"one.jsonl": {"name": "From a file"}}))
    page.locator("input[type=file]").set_input_files(some)
    expect(page.get_by_role("alert")).to_contain_text("bad.jsonl")
    expect(page.get_by_role("status")).to_contain_text("2")
    expect(page.locator("h3", has_text="From a file").first).to_be_visible()


def make_stopped_journal() -> str:
    """Return a game whose last entry answers a question that the current rules don't ask."""
    lines = play_sample_until("rolling-heights", lambda ask: ask.key == "place").journal
    lines.append(("answer", "a-question-of-old", 3))
    return lines.format_text()


def test_a_stopped_journal_names_the_rule_and_stays_unchanged(page: Page, address: str) -> None:
    text = make_stopped_journal()
    id = page.request.post(f"{address}api/journals", data={"text": text}).json()["id"]
    page.goto(f"{address}#/play/{id}")
    card = page.locator("#stopped").locator("..")
    expect(card).to_contain_text(re.compile("RH-\\d"))
    expect(page.locator("#question")).to_have_count(0)
    assert not find_serious_problems(page)
    expect(page.locator("footer button.undo")).to_have_count(0)
    card.locator(".cite").first.click()
    expect(card.locator(".rule")).to_contain_text("RH-")
    with page.expect_download() as saved:
        card.locator(".row .btn").first.click()
    assert saved.value.path().read_text(encoding="utf-8") == text
    card.locator(".row .btn").last.click()
    page.wait_for_url(lambda url: id not in url.split("/"))
    page.locator("#question").wait_for()
    assert page.request.get(f"{address}api/games/{id}/journal").text() == text


def test_an_unreadable_game_is_listed_and_can_be_exported(opened: Open, address: str) -> None:
    page = opened()
    id = store_game_on_page(page, address)
    problem = "This journal uses a newer version of the rules."
    broken = {**load_list_entry(page, address, id), "opponent": None, "problem": problem}
    page.route("**/api/games?*", lambda route: route.fulfill(json=[broken]))
    page.reload()
    found = page.locator("article", has_text=problem)
    expect(found.locator("a")).to_have_count(0)
    with page.expect_download() as saved:
        found.locator(".btn").click()
    assert saved.value.suggested_filename == f"{id}.jsonl"
