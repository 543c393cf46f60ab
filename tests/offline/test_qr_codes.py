"""Transfer a game as QR codes: one device shows them, the camera of the other one reads them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from tools.needed_programs import find_chromium

import rival
from rival.engine import packs
from rival.kernel import load_opponent
from tests.support.page import ARGUMENTS, PHONE, run_server

GAME = "mombasa"
FRAMES = 12
"""Of each code in the film that the camera sees, of thirty a second."""

LINES = """
() => new Promise((good) => {
  const wish = indexedDB.open("rival");
  wish.onsuccess = () => {
    const found = wish.result.transaction("lines").objectStore("lines").getAll();
    found.onsuccess = () => { wish.result.close(); good(found.result); };
  };
})
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a server with one finished game."""
    with run_server(tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.fixture(scope="module")
def journal() -> str:
    return rival.play_demo(GAME, seed=5).journal.format_text()


def photograph_codes(page: Page) -> list[bytes]:
    """Return pictures of all codes in order."""
    code = page.locator("svg[data-code]")
    expect(code).to_have_attribute("data-code", "1")
    of = int(re.findall(r"\d+", code.get_attribute("aria-label") or "")[-1])
    pictures = []
    for number in range(1, of + 1):
        expect(code).to_have_attribute("data-code", str(number))
        pictures.append(page.screenshot(type="jpeg", quality=80))
        page.get_by_role("button", name="Next code").click()
    assert len(set(pictures)) == of > 3
    return pictures


@pytest.fixture(scope="module")
def still(browser: Browser) -> Iterator[Page]:
    """Open a phone without animations."""
    context = browser.new_context(viewport=PHONE, locale="en-GB", reduced_motion="reduce")  # type: ignore[arg-type]
    yield context.new_page()
    context.close()


@pytest.fixture(scope="module")
def codes(still: Page, address: str, journal: str) -> list[bytes]:
    """Return the codes of a game, as the phone that has it shows them."""
    made = still.request.post(f"{address}api/journals", data={"text": journal}).json()
    still.goto(f"{address}#/play/{made['id']}/carry")
    still.get_by_role("button", name="Show QR codes").click()
    return photograph_codes(still)


def write_pictures(folder: Path, pictures: list[bytes]) -> list[Path]:
    files = [folder / f"{number}.jpeg" for number in range(len(pictures))]
    for file, picture in zip(files, pictures, strict=True):
        file.write_bytes(picture)
    return files


def import_scanned_game(page: Page) -> str:
    """Import the game that was read; return its id."""
    page.get_by_role("button", name="Import", exact=True).click(timeout=60_000)
    expect(page).to_have_url(re.compile(f"#/play/{GAME}-"), timeout=60_000)
    expect(page.locator("main")).to_be_visible()
    return page.url.rpartition("/")[2]


def test_pictures_of_the_codes_in_any_order_give_one_game(
    context: BrowserContext, address: str, codes: list[bytes], journal: str, tmp_path: Path
) -> None:
    files = write_pictures(tmp_path, codes)
    (tmp_path / "none.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>")
    page = context.new_page()
    ids = set()
    for order in (files[::-1], files):  # and once again: it is the same game
        page.goto(f"{address}offline/#/read")
        choose = page.locator("input[accept='image/*']")
        choose.set_input_files(order[:-1])
        expect(page.get_by_text(f"{len(files) - 1} of {len(files)} codes")).to_be_visible()
        choose.set_input_files([tmp_path / "none.svg"])
        expect(page.get_by_role("alert")).to_contain_text("No readable code was found in none.svg.")
        choose.set_input_files(order[-1:])
        ids.add(import_scanned_game(page))
    assert len(ids) == 1
    assert "".join(f"{line}\n" for line in page.evaluate(LINES)) == journal


def test_a_camera_reads_the_codes_and_the_game_returns_unchanged(
    browser: Browser, address: str, codes: list[bytes], journal: str, tmp_path: Path
) -> None:
    film = tmp_path / "codes.mjpeg"
    film.write_bytes(b"".join(picture * FRAMES for picture in codes))
    camera = [
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
    ]
    with browser.browser_type.launch(executable_path=find_chromium(), args=[*ARGUMENTS, *camera]) as seeing:
        page = seeing.new_page(viewport=PHONE, locale="en-GB")  # type: ignore[arg-type]
        page.goto(f"{address}offline/")
        page.get_by_role("button", name="Scan codes").click()
        expect(page.locator("progress")).to_be_visible()
        import_scanned_game(page)
        assert "".join(f"{line}\n" for line in page.evaluate(LINES)) == journal
        page.goto(f"{page.url}/carry")
        page.get_by_role("link", name="Send it back to the server").click()
        page.get_by_role("button", name="Import", exact=True).click()
        expect(page).to_have_url(re.compile(f"{re.escape(address)}#/play/"))
        assert len(page.request.get(f"{address}api/games").json()) == 1, "nothing is doubled"


def test_a_whole_box_is_transferred_by_codes(
    still: Page, context: BrowserContext, address: str, tmp_path: Path
) -> None:
    told = {key: value for key, value in load_opponent("pampero").make_sample_pack().items() if key != "sample"}
    still.request.put(f"{address}api/packs/pampero", data={"text": packs.serialize_pack(told)})
    still.goto(f"{address}#/box/pampero")
    still.get_by_role("button", name="Share the whole box").click()
    page = context.new_page()
    page.goto(f"{address}offline/#/read")
    page.locator("input[accept='image/*']").set_input_files(write_pictures(tmp_path, photograph_codes(still)))
    expect(page).to_have_url(re.compile("#/pack/file"), timeout=60_000)
    page.locator("footer .primary").click()
    expect(page).to_have_url(re.compile("#/box/pampero"))
    offered = still.get_by_label("Link", exact=True).input_value().partition("#")[2]
    page.goto(f"{address}offline/#{offered}")
    parts = page.locator("article.card")
    expect(parts.first).to_be_visible()
    expect(parts.filter(has_text="the same")).to_have_count(parts.count())


def test_a_missing_camera_shows_a_message(context: BrowserContext, address: str) -> None:
    page = context.new_page()
    page.goto(f"{address}offline/#/read")
    expect(page.get_by_role("alert")).to_contain_text("The camera is not available")
