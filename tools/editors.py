"""Take screenshots of every box editor, empty, half filled and complete: ``python tools/editors.py [FOLDER]``.

Each is taken at the size of a phone, a phone in landscape and a desktop, light in English and dark in Russian. Contact
sheets show those of one size side by side.
"""

from __future__ import annotations

import re
import sys
import tempfile
from base64 import b64encode
from itertools import islice
from pathlib import Path
from urllib.parse import quote

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Page  # noqa: E402
from tests.support.box_page import load_sample_pack  # noqa: E402
from tests.support.page import open_page, run_chromium, run_server  # noqa: E402

from rival.kernel import BoxPart, Json, load_opponent  # noqa: E402

GAMES = ("rolling-heights", "mombasa", "pampero")
STATES = ("empty", "half", "whole")
THEMES = (("light", "en"), ("dark", "ru"))
SIZES = {"phone": (390, 844), "side": (844, 390), "desktop": (1280, 800)}


def list_parts(game: str) -> list[BoxPart]:
    """Return the first part of each kind in the made-up box."""
    opponent = load_opponent(game)
    assert opponent.box is not None
    parts_by_kind: dict[str, BoxPart] = {}
    for part in opponent.box.list_parts(load_sample_pack(game)):
        if part.value is not None:
            parts_by_kind.setdefault(part.id.split()[0], part)
    return list(parts_by_kind.values())


def get_first_half(value: Json) -> Json:
    """Return the first half of a description, like that of a person who was interrupted."""
    match value:
        case {"places": places, "borders": rows}:
            near = dict(islice(places.items(), len(places) // 2))
            borders = {
                place: {neighbor: price for neighbor, price in row.items() if neighbor in near}
                for place, row in rows.items()
                if place in near
            }
            return {"places": near, "borders": borders, "gates": {}, "whole": False}
        case dict():
            return dict(islice(value.items(), max(1, len(value) // 2)))
        case list():
            return value[: max(1, len(value) // 2)]
    return value


def save_part(page: Page, address: str, game: str, part: str, value: Json) -> bool:
    """Save a part and return whether that worked; halves of small parts are refused."""
    return page.request.post(f"{address}api/box/{game}/tell", data={"part": part, "value": value}).ok


def take_screenshots(browser: Browser, address: str, folder: Path) -> None:
    """Take the screenshots of all editors."""
    for theme, lang in THEMES:
        for size, (width, height) in SIZES.items():
            page = open_page(browser, address, "phone", lang, theme)
            page.set_viewport_size({"width": width, "height": height})
            for game in GAMES:
                for part in list_parts(game):
                    for state in STATES:
                        take_screenshot(
                            page,
                            address,
                            game,
                            part,
                            state,
                            folder / f"{game}.{part.id.split()[0]}.{state}.{size}.{theme}",
                        )
                page.goto(f"{address}#/box/{game}")
                page.locator("article").first.wait_for()
                page.screenshot(path=folder / f"{game}.box.whole.{size}.{theme}.png")
                page.request.delete(f"{address}api/packs/{game}")
            page.context.close()


def take_screenshot(page: Page, address: str, game: str, part: BoxPart, state: str, file: Path) -> None:
    """Take the screenshot of one editor in one state."""
    value = part.value if state == "whole" else get_first_half(part.value)
    if state != "empty" and not save_part(page, address, game, part.id, value):
        return
    page.goto("about:blank")
    page.goto(f"{address}#/box/{game}/{quote(part.id)}")
    page.get_by_role("button", name=re.compile("Undo|Отмена")).first.wait_for()
    page.wait_for_timeout(350)
    page.screenshot(path=f"{file}.png")


def make_contact_sheets(browser: Browser, folder: Path) -> None:
    """Take a screenshot of all screenshots of a game, for each size and theme."""
    page = browser.new_page(viewport={"width": 1600, "height": 900})
    for theme, _lang in THEMES:
        for size in SIZES:
            for game in GAMES:
                files = sorted(folder.glob(f"{game}.*.{size}.{theme}.png"))
                figures = "".join(
                    f"<figure><img src='data:image/png;base64,{b64encode(file.read_bytes()).decode()}'>"
                    f"<figcaption>{file.name}</figcaption></figure>"
                    for file in files
                )
                wide = 250 if size == "phone" else 400
                page.set_content(
                    f"<style>body{{margin:8px;display:flex;flex-wrap:wrap;gap:8px;font:11px sans-serif}}"
                    f"figure{{margin:0}}img{{width:{wide}px;display:block}}</style>{figures}"
                )
                page.screenshot(path=folder / f"sheet.{game}.{size}.{theme}.png", full_page=True)
    page.close()


def main() -> None:
    """Take all screenshots."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "screenshots" / "editors")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home, run_server(Path(home)) as address, run_chromium() as browser:
        take_screenshots(browser, address, folder)
        make_contact_sheets(browser, folder)
    print(f"{len(list(folder.glob('*.png')))} screenshots in {folder}")


if __name__ == "__main__":
    main()
